import { Checkbox, TextInput } from '@mantine/core'
import type { NotificationChoices } from '@simdeck/contract/notification-choices.ts'
import { isSpan } from '@simdeck/contract/quiet-hours.ts'
import { useText } from '../../ui/words/text.ts'
import personalCss from '../personal.module.css'
import css from './choices.module.css'
import { choicesText } from './choices-text.ts'

interface QuietFieldsProps {
  choices: NotificationChoices
  zone: string
  disabled: boolean
  onChange: (choices: NotificationChoices) => void
}

const night = { from: '22:00', to: '07:00' }

/** Quiet hours can be saved: there are none, or both times are typed and differ. */
export const isQuietComplete = ({ quiet }: NotificationChoices): boolean =>
  quiet === null || (quiet.from !== '' && quiet.to !== '' && isSpan(quiet))

/** The quiet hours of mails: a switch, and their begin and end. */
export function QuietFields({ choices, zone, disabled, onChange }: QuietFieldsProps) {
  const t = useText(choicesText)
  const { quiet } = choices
  const field = (name: 'from' | 'to') =>
    quiet && (
      <TextInput
        type="time"
        label={t[name]}
        value={quiet[name]}
        error={problemOf(quiet, name, t)}
        disabled={disabled}
        onChange={(event) => onChange({ ...choices, quiet: { ...quiet, [name]: event.currentTarget.value } })}
      />
    )
  return (
    <fieldset className={personalCss.group}>
      <Checkbox
        label={t.quiet}
        description={t.quietWords}
        checked={quiet !== null}
        disabled={disabled}
        onChange={(event) => onChange({ ...choices, quiet: event.currentTarget.checked ? night : null })}
      />
      {quiet && (
        <div className={css.times}>
          {field('from')}
          {field('to')}
          <p className={personalCss.help}>{zone}</p>
        </div>
      )}
    </fieldset>
  )
}

function problemOf(quiet: typeof night, name: 'from' | 'to', t: { timeMissing: string; sameTime: string }): string | null {
  if (quiet[name] === '') return t.timeMissing
  return name === 'to' && !isSpan(quiet) ? t.sameTime : null
}
