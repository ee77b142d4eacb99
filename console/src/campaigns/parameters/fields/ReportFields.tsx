import { TextInput } from '@mantine/core'
import { Segments } from '../../../ui/value/Bits.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import type { ReportDraft } from '../draft/report-draft.ts'
import { parametersText } from '../text/parameters-text.ts'
import { FieldPart } from './FieldPart.tsx'
import type { FieldsProps } from './fields-props.ts'
import { TimeFields } from './TimeFields.tsx'
import { useLeft } from './use-left.ts'
import css from '../parameters.module.css'

/** Fields of the poller and telemetry parameters. */
export function ReportFields({ value, onChange, problems, tried }: FieldsProps<ReportDraft>) {
  const t = useText(parametersText)
  const { problemOf, onBlur } = useLeft(problems, tried)
  const field = (name: 'fqdn' | 'port' | 'hours' | 'minutes') => ({
    value: value[name],
    onBlur: onBlur(name),
  })
  const interval = Number(value.hours) * 60 + Number(value.minutes)
  const perDay = value.polling === 'interval' && interval >= 5 ? Math.floor(1440 / interval) : null
  return (
    <>
      <FieldPart part="/applet/fqdn" tag="80">
        <TextInput
          size="md"
          label={t.fqdn}
          description={t.fqdnNote}
          error={problemOf('fqdn')}
          spellCheck={false}
          autoComplete="off"
          required
          {...field('fqdn')}
          onChange={(event) => onChange({ ...value, fqdn: event.currentTarget.value })}
        />
      </FieldPart>
      <FieldPart part="/applet/port" tag="81">
        <TextInput
          size="md"
          className={css.short}
          label={t.port}
          description="1–65535"
          error={problemOf('port')}
          inputMode="numeric"
          autoComplete="off"
          required
          {...field('port')}
          onChange={(event) => onChange({ ...value, port: event.currentTarget.value })}
        />
      </FieldPart>
      <FieldPart part="/applet/polling" tag="82">
        <fieldset className={css.group}>
          <legend>{t.polling}</legend>
          <span>
            <Segments
              label={t.polling}
              value={value.polling}
              options={[
                { value: 'onLaunch', words: t.onLaunch },
                { value: 'interval', words: t.atInterval },
                { value: 'disabled', words: t.never },
              ]}
              onChange={(polling) => onChange({ ...value, polling })}
            />
          </span>
        </fieldset>
      </FieldPart>
      <FieldPart part="/applet/interval" tag="83">
        <TimeFields
          label={t.interval}
          note={perDay === null ? '' : t.intervalNote(formatNumber(perDay))}
          hours={{ ...field('hours'), problem: problemOf('hours'), onChange: (hours) => onChange({ ...value, hours }) }}
          minutes={{ ...field('minutes'), problem: problemOf('minutes'), onChange: (minutes) => onChange({ ...value, minutes }) }}
        />
      </FieldPart>
      <FieldPart part="/applet/encryption" tag="84">
        <fieldset className={css.group}>
          <legend>{t.encryption}</legend>
          <span>
            <Segments
              label={t.encryption}
              value={value.encryption ? 'on' : 'off'}
              options={[
                { value: 'on', words: t.on },
                { value: 'off', words: t.off },
              ]}
              onChange={(next) => onChange({ ...value, encryption: next === 'on' })}
            />
          </span>
        </fieldset>
      </FieldPart>
    </>
  )
}
