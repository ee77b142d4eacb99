import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { host, serverPort } from './host.ts'

/** The port of syslog over TLS (RFC 5425). */
export const syslogPort = 6514
/** Maximum length of the certificates of a receiver, as PEM text. */
export const maxCaLength = 20_000
/** More rows that wait are not counted. */
export const behindCap = 10_000

/** Why the last attempt failed. `notConfirmed`: the receiver did not end the connection as agreed, so the rows are sent again. */
export const forwardingFailures = ['unreachable', 'outOfReach', 'certificate', 'notConfirmed', 'other'] as const
export type ForwardingFailure = (typeof forwardingFailures)[number]

const target = {
  host,
  port: serverPort,
  /** Certificates that vouch for the receiver, as PEM text; empty for those of public authorities. */
  ca: z.string().max(maxCaLength),
}

export const logForwarding = z.object({
  /** Null while nothing is forwarded. */
  target: z.object(target).nullable(),
  state: z
    .object({
      /** The time of the last rows that the receiver took; null before the first ones. */
      sent_at: z.string().nullable(),
      /** Since when each attempt fails; null while it works. */
      failing_since: z.string().nullable(),
      failure: z.enum(forwardingFailures).nullable(),
      /** The cause in English, in one line. */
      detail: z.string().nullable(),
      /** The rows that are not forwarded yet, at most 10,000 each. */
      behind: z.object({ system: z.number(), security: z.number() }),
    })
    .nullable(),
})
export type LogForwarding = z.infer<typeof logForwarding>

export const getLogForwarding = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/log-forwarding',
  needs: 'LOGS_SECURITY',
  summary: 'The syslog receiver of the action log and the security log, and how far it is',
  response: logForwarding,
})

/** Rows from this call on are forwarded. A change of the receiver keeps the position. */
export const putLogForwarding = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/log-forwarding',
  needs: 'SETTING_PASSWORD_SECURITY',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Forward the action log and the security log to a syslog receiver over TLS',
  body: z.strictObject(target),
  response: logForwarding,
  errors: ['verificationRequired'],
})

export const deleteLogForwarding = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/log-forwarding',
  needs: 'SETTING_PASSWORD_SECURITY',
  own: true,
  proof: true,
  action: 'settingDelete',
  summary: 'Stop forwarding; the position in the logs is given up',
  response: logForwarding,
  errors: ['verificationRequired'],
})
