import { Radio } from '@mantine/core'
import { useId } from 'react'
import { useMay } from '../session/use-me.ts'
import { useText } from '../ui/words/text.ts'
import type { StartScreen } from './personal-draft.ts'
import css from './personal.module.css'
import { personalText } from './personal-text.ts'

const screens: readonly StartScreen[] = ['sims', 'overview']

interface StartScreenFieldsProps {
  value: StartScreen
  onChange: (screen: StartScreen) => void
}

/** Choice of the screen that opens after a sign-in. A member who may not see the overview has no choice. */
export function StartScreenFields({ value, onChange }: StartScreenFieldsProps) {
  const t = useText(personalText)
  const mayNot = !useMay('SETTING_LANGUAGE_DATETIME')
  const name = useId()
  if (!useMay('STATISTIC_MANAGEMENT')) return null
  return (
    <section className={css.section}>
      <h2 id={`${name}-title`}>{t.startScreen}</h2>
      <div className={css.fields}>
        <fieldset className={css.group} disabled={mayNot} aria-labelledby={`${name}-title`}>
          {screens.map((screen) => (
            <Radio key={screen} name={name} label={t[screen]} checked={value === screen} onChange={() => onChange(screen)} />
          ))}
        </fieldset>
      </div>
    </section>
  )
}
