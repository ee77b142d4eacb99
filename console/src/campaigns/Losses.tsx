import { Checkbox } from '@mantine/core'
import type { DryRun } from '@simdeck/contract/ota.ts'
import { Note } from '../ui/Note.tsx'
import { formatNumber } from '../ui/numbers.ts'
import { useText } from '../ui/text.ts'
import { wizardText } from './wizard-text.tsx'
import css from './wizard.module.css'

/** The number of SIMs that lose an applet, or a library, before they get the new one. */
export const losingSims = ({ losses }: Pick<DryRun, 'losses'>): number => losses.reduce((sum, { count }) => sum + count, 0)

interface LossesProps {
  dryRun: DryRun
  /** The applet or library that replaces it. */
  what: string
  library: boolean
  consent: boolean
  onConsent: (consent: boolean) => void
}

/** Names the applets or libraries that SIMs lose before they get the new one, and asks for consent. */
export function Losses({ dryRun, what, library, consent, onConsent }: LossesProps) {
  const t = useText(wizardText)
  const losing = losingSims(dryRun)
  if (losing === 0) return null
  return (
    <section className={css.losses}>
      <Note>
        {dryRun.losses.map(({ name, version, count }) => (
          <p key={`${name} ${version}`}>
            {t.loses(formatNumber(count), name === null ? t.removePoller : [name, version].filter(Boolean).join(' '), what)}
          </p>
        ))}
        <p>{library ? t.losesLibraryWords : t.losesWords}</p>
      </Note>
      <Checkbox
        label={(library ? t.consentLibrary : t.consent)(formatNumber(losing))}
        checked={consent}
        onChange={(event) => onConsent(event.currentTarget.checked)}
      />
    </section>
  )
}
