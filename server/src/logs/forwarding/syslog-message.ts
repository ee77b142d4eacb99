import type { ActionLogRow, SecurityEventRow } from '../../platform/db/schema.ts'

/** Facilities of RFC 5424 §6.2.1: the audit log for changes, security messages for sign-ins and accounts. */
const facilities = { system: 13, security: 10 } as const
const severities = { warning: 4, notice: 5 } as const
const firstFailure = 400

/** Receivers should take messages of this length (RFC 5425 §4.3.1). */
const maxOctets = 8192
const maxPartLength = 300
/** An enterprise number that RFC 5612 reserves for examples, since the product has none of its own. */
const sdId = 'simdeck@32473'

type Message = {
  facility: number
  severity: number
  at: Date
  host: string
  id: string
  /** Elements of the structured data; those with null are left out. */
  facts: Record<string, string | number | null>
  /** The text of the message, and a shorter one. */
  content: object
  short: object
}

const printable = (text: string, max: number): string => text.replaceAll(/[^!-~]/g, '_').slice(0, max) || '-'
const value = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/["\\\]]/g, String.raw`\$&`)

/** A message of RFC 5424 with the length before it (RFC 5425 §4.3). */
function framed({ facility, severity, at, host, id, facts, content, short }: Message): Buffer {
  const known = Object.entries(facts).flatMap(([name, fact]) => (fact === null || fact === '' ? [] : [`${name}="${value(String(fact))}"`]))
  const head = `<${facility * 8 + severity}>1 ${at.toISOString()} ${printable(host, 255)} simdeck - ${printable(id, 32)} [${sdId} ${known.join(' ')}]`
  const whole = (text: object): Buffer => Buffer.from(`${head} \uFEFF${JSON.stringify(text)}`)
  const long = whole(content)
  const message = long.length <= maxOctets ? long : whole(short)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}

const part = (text: string | null): string | null => text?.slice(0, maxPartLength) ?? null

/** A row of the action log. */
export function actionMessage(row: ActionLogRow, host: string): Buffer {
  const { id, action, request_by: by, ip, client_type: source, status, method, url, message, subjects, subject_name: name } = row
  const content = { method, url, message, subjects, name, changes: row.changes, params: row.request_params }
  return framed({
    facility: facilities.system,
    severity: status < firstFailure ? severities.notice : severities.warning,
    at: row.request_at,
    host,
    id: action,
    facts: { log: 'system', id, by: part(by), ip, source, status },
    content,
    short: { method, url: part(url), message: part(message), subjects: subjects.slice(0, 10), name: part(name), cut: true },
  })
}

/** A row of the security log; `count` equal events of a minute are one row. */
export function eventMessage(row: SecurityEventRow, host: string): Buffer {
  const { id, event, outcome, count, ip, source, member, target } = row
  const content = {
    detail: row.detail,
    api_id: row.api_id,
    stranger: row.stranger,
    target,
    last_at: row.last_at,
    until: row.until,
    user_agent: row.user_agent,
    request_id: row.request_id,
    route: row.route,
  }
  return framed({
    facility: facilities.security,
    severity: outcome === 'success' ? severities.notice : severities.warning,
    at: row.at,
    host,
    id: event,
    facts: { log: 'security', id, outcome, count, by: part(member), ip, source },
    content,
    short: { detail: part(row.detail), target: part(target), route: part(row.route), cut: true },
  })
}
