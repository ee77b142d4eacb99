import {
  decodeReportParameters,
  defaultReportParameters,
  encodeReportParameters,
  minimumIntervalMinutes,
} from '@simdeck/protocol/applets/report-parameters.ts'
import type { Polling } from '@simdeck/protocol/applets/report-parameters.ts'
import { encodeTlv } from '@simdeck/protocol/tlv.ts'
import { z } from 'zod'
import { problemsOf, whole } from './rules.ts'
import type { FieldCheck } from './rules.ts'

/** Typed values of the poller and telemetry parameters. */
export interface ReportDraft {
  fqdn: string
  port: string
  polling: Polling
  hours: string
  minutes: string
  encryption: boolean
}

export const newReportDraft: ReportDraft = {
  fqdn: '',
  port: String(defaultReportParameters.port),
  polling: defaultReportParameters.polling,
  hours: String(defaultReportParameters.intervalHours),
  minutes: String(defaultReportParameters.intervalMinutes),
  encryption: defaultReportParameters.encryption,
}

/**
 * Rules of the specification (§5): FQDN 1–45 characters in the form and 5–127 octets encoded, port, hours 0–99, minutes 0–59, at
 * least 5 minutes in total while polling is on.
 */
const schema = z
  .object({
    fqdn: z
      .string()
      .trim()
      .min(1, 'fqdnRequired')
      .regex(/^[A-Za-z0-9.-]*$/, 'fqdnCharacters')
      .max(45, 'fqdnLength')
      .min(5, 'fqdnEncoded'),
    port: whole('port', 1, 65535),
    hours: whole('hours', 0, 99),
    minutes: whole('minutes', 0, 59),
    polling: z.enum(['onLaunch', 'interval', 'disabled']),
    encryption: z.boolean(),
  })
  .refine((draft) => draft.polling !== 'interval' || draft.hours * 60 + draft.minutes >= minimumIntervalMinutes, {
    path: ['minutes'],
    message: 'interval',
  })

export function checkReport(draft: ReportDraft): FieldCheck {
  const read = schema.safeParse(draft)
  if (!read.success) return { ok: false, problems: problemsOf(read.error) }
  const { hours: intervalHours, minutes: intervalMinutes, ...rest } = read.data
  return { ok: true, field: encodeTlv(0xc9, encodeReportParameters({ ...rest, intervalHours, intervalMinutes })) }
}

/** The typed values of a value of C9. Throws `ProtocolError` for octets that the applet refuses. */
export function readReport(applet: Uint8Array): ReportDraft {
  const { fqdn, port, polling, intervalHours, intervalMinutes, encryption } = decodeReportParameters(applet)
  return { fqdn, port: String(port), polling, hours: String(intervalHours), minutes: String(intervalMinutes), encryption }
}
