import {
  decodeReportParameters,
  defaultReportParameters,
  encodeReportParameters,
  minimumIntervalMinutes,
} from '@simdeck/protocol/applets/report-parameters.ts'
import type { ReportParameters } from '@simdeck/protocol/applets/report-parameters.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { z } from 'zod'

/** Typed values of the poller and telemetry parameters. */
export interface ReportDraft {
  fqdn: string
  port: string
  polling: boolean
  hours: string
  minutes: string
  encryption: boolean
}
export type ReportField = 'fqdn' | 'port' | 'hours' | 'minutes'

/** Problems that a field can have. The screen has a text for each. */
export const reportProblems = [
  'fqdnRequired',
  'fqdnCharacters',
  'fqdnLength',
  'fqdnEncoded',
  'port',
  'hours',
  'minutes',
  'interval',
] as const
export type ReportProblem = (typeof reportProblems)[number]

export const newReportDraft: ReportDraft = {
  fqdn: '',
  port: String(defaultReportParameters.port),
  polling: true,
  hours: String(defaultReportParameters.intervalHours),
  minutes: String(defaultReportParameters.intervalMinutes),
  encryption: defaultReportParameters.encryption,
}

const whole = (problem: ReportProblem, least: number, most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, problem)
    .transform(Number)
    .refine((value) => value >= least && value <= most, problem)

/**
 * Rules of the specification (§5): FQDN 1–45 characters in the form and 5–127 octets encoded, port, hours 0–99, minutes 0–59, at
 * least 5 minutes in total while polling is on. The messages are values of `ReportProblem`.
 */
const fields = z.object({
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
  polling: z.boolean(),
  encryption: z.boolean(),
})
const schema = fields.refine((draft) => !draft.polling || draft.hours * 60 + draft.minutes >= minimumIntervalMinutes, {
  path: ['minutes'],
  message: 'interval',
})

export type ReportCheck =
  | { ok: true; parameters: ReportParameters; hex: string }
  | { ok: false; problems: Partial<Record<ReportField, ReportProblem>> }

const isProblem = (text: string): text is ReportProblem => reportProblems.some((problem) => problem === text)

/** Parameters with their encoded form (the value of C9) in hex, or the first problem of each field. */
export function checkReport(draft: ReportDraft): ReportCheck {
  const read = schema.safeParse(draft)
  if (read.success) {
    const { fqdn, port, polling, hours, minutes, encryption } = read.data
    const parameters: ReportParameters = {
      fqdn,
      port,
      polling: polling ? 'interval' : 'disabled',
      intervalHours: hours,
      intervalMinutes: minutes,
      encryption,
    }
    return { ok: true, parameters, hex: toHex(encodeReportParameters(parameters)).toUpperCase() }
  }
  const problems: Partial<Record<ReportField, ReportProblem>> = {}
  for (const { path, message } of read.error.issues) {
    const field = path[0] as ReportField
    if (isProblem(message)) problems[field] ??= message
  }
  return { ok: false, problems }
}

/** Decodes parameters into values of the form; null if the form has no fields for them. */
export function readReport(hex: string): ReportDraft | null {
  try {
    const { fqdn, port, polling, intervalHours, intervalMinutes, encryption } = decodeReportParameters(fromHex(hex))
    if (polling === 'onLaunch') return null
    const interval = { hours: String(intervalHours), minutes: String(intervalMinutes) }
    return { fqdn, port: String(port), polling: polling === 'interval', ...interval, encryption }
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}
