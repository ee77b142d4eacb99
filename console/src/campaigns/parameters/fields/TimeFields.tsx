import { TextInput } from '@mantine/core'
import { useText } from '../../../ui/words/text.ts'
import { parametersText } from '../text/parameters-text.ts'
import css from '../parameters.module.css'

interface PartOfTime {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  problem: string | null
}

/** Hours and minutes side by side, under one label. */
export function TimeFields({ label, note, hours, minutes }: { label: string; note: string; hours: PartOfTime; minutes: PartOfTime }) {
  const t = useText(parametersText)
  const problem = hours.problem ?? minutes.problem
  return (
    <fieldset className={css.group}>
      <legend>{label}</legend>
      <div className={css.time}>
        {([hours, minutes] as const).map((one, index) => (
          <span key={index}>
            <TextInput
              size="md"
              aria-label={index === 0 ? t.hours : t.minutes}
              inputMode="numeric"
              autoComplete="off"
              error={one.problem !== null}
              value={one.value}
              onChange={(event) => one.onChange(event.currentTarget.value)}
              onBlur={one.onBlur}
            />
            {index === 0 ? t.hours : t.minutes}
          </span>
        ))}
      </div>
      <p className={problem ? css.bad : css.note} aria-live="polite">
        {problem ?? note}
      </p>
    </fieldset>
  )
}
