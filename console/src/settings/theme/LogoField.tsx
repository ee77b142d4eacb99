import { logoLimits, logoTypes } from '@simdeck/contract/settings.ts'
import { useId, useState } from 'react'
import { LogoMark } from '../../frame/Logo.tsx'
import { logoUrlOf } from '../../session/settings.ts'
import { Button } from '../../ui/form/Button.tsx'
import { FileDrop } from '../../ui/form/Fields.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import type { Translations } from '../../ui/words/text.ts'
import { useText } from '../../ui/words/text.ts'
import { readLogoFile } from './logo-file.ts'
import type { LogoFault } from './logo-file.ts'
import css from '../settings.module.css'
import { themeText } from '../settings-text.ts'

interface LogoFieldProps {
  /** Value of `system_config_logo`. */
  value: string
  /** Name of the application, shown beside the logo. */
  name: string
  /** Error of the server. */
  error: string | undefined
  onChange: (value: string) => void
  /** Called with true when the field starts to read a chosen file, and with false when the value or the fault is known. */
  onReading: (reading: boolean) => void
}

function faultMessage(fault: LogoFault, t: Translations<typeof themeText>): string {
  if (fault.fault === 'tooLarge') return t.tooLarge(formatNumber(fault.bytes))
  if (fault.fault === 'tooWide') return t.tooWide(fault.width, fault.height, logoLimits.maxSide)
  return t[fault.fault]
}

/** Field for the logo: the user chooses or drops a file, sees it in a light and a dark header, and can remove it. */
export function LogoField({ value, name, error, onChange, onReading }: LogoFieldProps) {
  const t = useText(themeText)
  const headingId = useId()
  const [fault, setFault] = useState<LogoFault | null>(null)
  const url = logoUrlOf(value)
  const wrong = fault ? faultMessage(fault, t) : error

  async function take(file: File): Promise<void> {
    onReading(true)
    try {
      const read = await readLogoFile(file)
      setFault('fault' in read ? read : null)
      if ('value' in read) onChange(read.value)
    } finally {
      onReading(false)
    }
  }
  const remove = (): void => {
    setFault(null)
    onChange('')
  }
  return (
    <div role="group" aria-labelledby={headingId}>
      <h2 id={headingId}>{t.logo}</h2>
      <div className={css.logo}>
        <FileDrop words={t.drop} note={t.logoNote} accept={logoTypes.join(',')} onFile={(file) => void take(file)} />
        {wrong && (
          <p className={css.error} role="alert">
            {wrong}
          </p>
        )}
      </div>
      <div className={css.logoFoot}>
        <figure className={css.preview}>
          <figcaption>{t.preview}</figcaption>
          <div className={css.headers}>
            {(['light', 'dark'] as const).map((theme) => (
              <div key={theme} className={css.header} data-theme={theme} role="img" aria-label={theme === 'light' ? t.onLight : t.onDark}>
                {url ? <img src={url} alt="" /> : <LogoMark />}
                <span>{name}</span>
              </div>
            ))}
          </div>
        </figure>
        <Button variant="ghost" disabled={value === ''} onClick={remove}>
          {t.removeLogo}
        </Button>
      </div>
    </div>
  )
}
