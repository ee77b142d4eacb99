import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Segments } from '../../../ui/value/Bits.tsx'
import { useText } from '../../../ui/words/text.ts'
import { checkReport } from '../install-parameters.ts'
import type { ReportDraft, ReportField, ReportProblem } from '../install-parameters.ts'
import { wizardText } from '../wizard-text.tsx'
import css from '../wizard.module.css'

interface ReportFieldsProps {
  value: ReportDraft
  onChange: (value: ReportDraft) => void
  /** True to show the problems of all fields, not only of those that the user has left. */
  tried: boolean
}

/** Fields of the poller and telemetry parameters. Each is checked when the user leaves it for the first time. */
export function ReportFields({ value, onChange, tried }: ReportFieldsProps) {
  const t = useText(wizardText)
  const [left, setLeft] = useState<ReadonlySet<ReportField>>(new Set())
  const check = checkReport(value)
  const messages: Record<ReportProblem, string> = {
    fqdnRequired: t.fqdnRequired,
    fqdnCharacters: t.fqdnCharacters,
    fqdnLength: t.fqdnLength,
    fqdnEncoded: t.fqdnEncoded,
    port: t.portWrong,
    hours: t.hoursWrong,
    minutes: t.minutesWrong,
    interval: t.intervalWrong,
  }
  const problem = (field: ReportField): string | null => {
    const found = check.ok ? undefined : check.problems[field]
    return found && (tried || left.has(field)) ? messages[found] : null
  }
  const field = (name: ReportField) => ({
    value: value[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...value, [name]: event.currentTarget.value }),
    onBlur: () => setLeft(new Set(left).add(name)),
  })
  const intervalProblem = problem('hours') ?? problem('minutes')
  const onOff = [
    { value: 'on', words: t.on },
    { value: 'off', words: t.off },
  ] as const
  return (
    <>
      <div className={css.pair}>
        <TextInput
          size="md"
          label={t.fqdn}
          description={t.fqdnNote}
          error={problem('fqdn')}
          spellCheck={false}
          required
          {...field('fqdn')}
        />
        <TextInput size="md" label={t.port} description="1–65535" error={problem('port')} inputMode="numeric" required {...field('port')} />
      </div>
      <div className={css.choices}>
        <fieldset className={css.group}>
          <legend>{t.polling}</legend>
          <span>
            <Segments
              label={t.polling}
              value={value.polling ? 'on' : 'off'}
              options={onOff}
              onChange={(next) => onChange({ ...value, polling: next === 'on' })}
            />
          </span>
        </fieldset>
        <fieldset className={css.group}>
          <legend>{t.encryption}</legend>
          <span>
            <Segments
              label={t.encryption}
              value={value.encryption ? 'on' : 'off'}
              options={onOff}
              onChange={(next) => onChange({ ...value, encryption: next === 'on' })}
            />
          </span>
        </fieldset>
        <fieldset className={css.group} aria-describedby="interval-problem">
          <legend>{t.interval}</legend>
          <div className={css.interval}>
            <TextInput size="md" aria-label={t.hours} inputMode="numeric" error={problem('hours') !== null} {...field('hours')} />
            {t.hours}
            <TextInput size="md" aria-label={t.minutes} inputMode="numeric" error={problem('minutes') !== null} {...field('minutes')} />
            {t.minutes}
          </div>
          <p id="interval-problem" className={css.bad} aria-live="polite">
            {intervalProblem}
          </p>
        </fieldset>
      </div>
    </>
  )
}
