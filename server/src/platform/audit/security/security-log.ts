import { createHmac } from 'node:crypto'
import type { ClientType } from '@simdeck/contract/actions.ts'
import type { SecurityEventName, SecurityOutcome } from '@simdeck/contract/security-log.ts'
import { network } from '../../network.ts'
import { deriveKey } from '../../crypto/seal.ts'
import type { Db } from '../../db/database.ts'
import { Sequence } from '../../sequence.ts'
import { addCounts, apiIdsOf, membersOf, type NewSecurityEvent } from './queries.ts'

/** The owner of the secret: a member, a typed e-mail address, an API ID, a client id as sent, or unknown. */
export type Subject =
  | { memberId: number }
  | { email: string }
  | { credentialId: number; name: string }
  | { clientId: string }
  | { nobody: true }

/** An event outside a transaction. */
export type CountedEvent = {
  event: SecurityEventName
  outcome: SecurityOutcome
  detail?: string | null
  subject: Subject
  until?: Date
  ip: string
  userAgent?: string | null
  requestId?: string | null
  source: ClientType | null
  route?: string | null
}

type Pending = { counted: CountedEvent; key: Buffer; at: Date; lastAt: Date; count: number }

/** True if PostgreSQL can store the text. A text with a NUL is therefore no known address or client id. */
const storable = (text: string): boolean => !text.includes('\u0000')

const rowsPerHour = 1000
const minuteMs = 60_000
const known = (subject: Subject): boolean => 'memberId' in subject || 'credentialId' in subject

/**
 * Collects the events whose number is unlimited: those of strangers, and refusals. Equal events within a minute are one row with a count,
 * written within a second. Beyond a thousand rows an hour for known callers, and as many for strangers, events are counted without address
 * and subject, so that a flood cannot fill the disk.
 */
export class SecurityLog {
  readonly #db: Db
  readonly #key: Buffer
  #pending = new Map<string, Pending>()
  #hour = 0
  #minute = 0
  readonly #startedThisMinute = new Set<string>()
  #rowsLeft = { known: rowsPerHour, strangers: rowsPerHour }
  readonly #flushes = new Sequence()

  constructor(db: Db, masterKeyHex: string) {
    this.#db = db
    this.#key = deriveKey(masterKeyHex, 'security log')
  }

  /** Counts an event; `flush` writes it to the log. */
  count(counted: CountedEvent, at: Date = new Date()): void {
    const minute = Math.floor(at.getTime() / minuteMs)
    const fullKey = keyText(minute, counted)
    if (this.#add(fullKey, at)) return
    if (this.#takeRow(fullKey, counted, at)) return this.#begin(fullKey, counted, at)
    const { event, outcome, source } = counted
    const anonymous: CountedEvent = { event, outcome, source, subject: { nobody: true }, detail: 'tooMany', ip: '' }
    const text = keyText(minute, anonymous)
    if (!this.#add(text, at)) this.#begin(text, anonymous, at)
  }

  /** The pseudonym in the log for an unknown address or client id. */
  strangerMark(text: string): string {
    return this.#hmac(`stranger ${text.trim().toLowerCase()}`).toString('hex').slice(0, 16)
  }

  /** Writes the counted events; those that could not be written are kept. */
  flush(): Promise<void> {
    return this.#flushes.run(() => this.#write())
  }

  #add(text: string, at: Date): boolean {
    const pending = this.#pending.get(text)
    if (!pending) return false
    pending.count += 1
    pending.lastAt = at
    return true
  }

  #begin(text: string, counted: CountedEvent, at: Date): void {
    this.#pending.set(text, { counted, key: this.#hmac(text).subarray(0, 16), at, lastAt: at, count: 1 })
  }

  /** Counts a row towards the hourly limit, unless it was started in this minute and is counted already. False if the limit is reached. */
  #takeRow(text: string, { subject }: CountedEvent, at: Date): boolean {
    const minute = Math.floor(at.getTime() / minuteMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#startedThisMinute.clear()
    }
    if (this.#startedThisMinute.has(text)) return true
    const hour = Math.floor(at.getTime() / (60 * minuteMs))
    if (hour !== this.#hour) {
      this.#hour = hour
      this.#rowsLeft = { known: rowsPerHour, strangers: rowsPerHour }
    }
    const kind = known(subject) ? 'known' : 'strangers'
    if (this.#rowsLeft[kind] === 0) return false
    this.#rowsLeft[kind] -= 1
    this.#startedThisMinute.add(text)
    return true
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return
    const taken = this.#pending
    this.#pending = new Map()
    try {
      await addCounts(this.#db, await this.#rows([...taken.values()]))
    } catch (error) {
      for (const [text, before] of taken) {
        const since = this.#pending.get(text)
        this.#pending.set(text, since ? { ...before, lastAt: since.lastAt, count: before.count + since.count } : before)
      }
      throw error
    }
  }

  async #rows(pending: readonly Pending[]): Promise<NewSecurityEvent[]> {
    const subjects = pending.map(({ counted }) => counted.subject)
    const emails = subjects.flatMap((subject) => ('email' in subject ? [subject.email.trim().toLowerCase()] : [])).filter(storable)
    const ids = subjects.flatMap((subject) => ('memberId' in subject ? [subject.memberId] : []))
    const clientIds = subjects.flatMap((subject) => ('clientId' in subject ? [subject.clientId] : [])).filter(storable)
    const members = emails.length + ids.length > 0 ? await membersOf(this.#db, { ids, emails }) : []
    const apiIds = clientIds.length > 0 ? await apiIdsOf(this.#db, clientIds) : []
    const subjectColumns = (subject: Subject): Partial<NewSecurityEvent> => {
      if ('nobody' in subject) return {}
      if ('credentialId' in subject) return { api_credential_id: subject.credentialId, api_id: subject.name }
      if ('clientId' in subject) {
        const apiId = apiIds.find(({ client_id }) => client_id === subject.clientId)
        return apiId ? { api_credential_id: apiId.id, api_id: apiId.name } : { stranger: this.strangerMark(subject.clientId) }
      }
      const member = members.find(({ id, email }) =>
        'memberId' in subject ? id === subject.memberId : email.toLowerCase() === subject.email.trim().toLowerCase(),
      )
      if (member) return { member_id: member.id, member: member.email }
      return 'memberId' in subject ? { member_id: subject.memberId } : { stranger: this.strangerMark(subject.email) }
    }
    return pending.map(({ counted, key, at, lastAt, count }) => ({
      key,
      at,
      last_at: lastAt,
      count,
      event: counted.event,
      outcome: counted.outcome,
      detail: counted.detail ?? null,
      ...subjectColumns(counted.subject),
      until: counted.until ?? null,
      ip: counted.ip === '' ? null : counted.ip,
      user_agent: counted.userAgent ?? null,
      request_id: counted.requestId ?? null,
      source: counted.source,
      route: counted.route ?? null,
    }))
  }

  #hmac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest()
  }
}

/** The identity of equal events. The case of letters counts in a client id but not in an address, and an IPv6 customer has a whole /64. */
function keyText(minute: number, { event, outcome, detail, subject, ip, source, route }: CountedEvent): string {
  const subjectKey = 'email' in subject ? { email: subject.email.trim().toLowerCase() } : subject
  return JSON.stringify([minute, event, outcome, detail ?? null, subjectKey, network(ip), source, route ?? null])
}
