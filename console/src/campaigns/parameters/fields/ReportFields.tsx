import { TextInput } from '@mantine/core'
import type { PackageType } from '@simdeck/contract/packages.ts'
import { idlePollOctets } from '@simdeck/protocol/ota/idle-poll-octets.ts'
import { Segments } from '../../../ui/value/Bits.tsx'
import { formatBytes, formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import type { Translations } from '../../../ui/words/text.ts'
import type { ReportDraft } from '../draft/report-draft.ts'
import { parametersText } from '../text/parameters-text.ts'
import { FieldPart } from './FieldPart.tsx'
import type { FieldsProps } from './fields-props.ts'
import { TimeFields } from './TimeFields.tsx'
import { useLeft } from './use-left.ts'
import css from '../parameters.module.css'

const minutesPerDay = 1440

/** Fields of the poller and telemetry parameters. */
export function ReportFields({ type, value, onChange, problems, tried }: FieldsProps<ReportDraft> & { type: PackageType }) {
  const t = useText(parametersText)
  const { problemOf, onBlur } = useLeft(problems, tried)
  const field = (name: 'fqdn' | 'port' | 'hours' | 'minutes') => ({
    value: value[name],
    onBlur: onBlur(name),
  })
  const interval = Number(value.hours) * 60 + Number(value.minutes)
  const reports = value.polling === 'interval' && interval >= 5
  // The octets of a poll are known, those of a report of telemetry are not.
  const octetsPerDay = type === 'Poller' ? formatBytes(Math.round((minutesPerDay / interval) * idlePollOctets(value.encryption))) : null
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
          note={reports ? t.intervalNote(howOften(interval, t), octetsPerDay) : ''}
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

/** The number of reports a day, or the number of days from one to the next. */
function howOften(intervalMinutes: number, t: Translations<typeof parametersText>): string {
  if (intervalMinutes > minutesPerDay) return t.everyDays(formatNumber(rounded(intervalMinutes / minutesPerDay)))
  const times = minutesPerDay / intervalMinutes
  return t.timesADay(formatNumber(rounded(times)), Number.isInteger(times))
}

const rounded = (value: number): number => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value))
