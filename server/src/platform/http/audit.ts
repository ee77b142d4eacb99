import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { basePaths, type EndpointName, endpoints } from '@simdeck/contract/endpoints.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { SecurityEventName, SecurityOutcome } from '@simdeck/contract/security-log.ts'
import type { ActionLog } from '../audit/action-log.ts'
import { masked } from '../audit/mask.ts'
import { type ActionDetails, subjectColumns, subjectsOfPath } from '../audit/subjects.ts'
import { eventOfAnswer, eventOfRefusal, eventsOfChange } from '../audit/security/events-of-calls.ts'
import type { SecurityLog, Subject } from '../audit/security/security-log.ts'
import { writeSecurityEvent } from '../audit/security/write-event.ts'
import type { Db } from '../db/database.ts'
import { basicCredentials } from './admit.ts'
import type { Audit, Call, Caller } from './handler.ts'

export type Auditing = { db: Db; actionLog: ActionLog; securityLog: SecurityLog }

/**
 * The action log row of one call, and its events of the security log. The handler writes them in its transaction; for failed calls and
 * calls that only read, they are written separately.
 */
export class CallAudit {
  readonly #auditing: Auditing
  readonly #name: EndpointName
  readonly #endpoint: Endpoint
  readonly #request: FastifyRequest
  readonly #at = new Date()
  #written = false
  #namedSubject: Parameters<Call<Endpoint>['nameSubject']>[0] | null = null
  caller: Caller | null = null
  /** The parsed body; for a file, the fields beside it. */
  body: unknown

  constructor(auditing: Auditing, name: EndpointName, request: FastifyRequest) {
    this.#auditing = auditing
    this.#name = name
    this.#endpoint = endpoints[name]
    this.#request = request
  }

  write: Audit = async (trx, by, details) => {
    for (const event of eventsOfChange(this.#name, this.#request.params, this.body))
      await writeSecurityEvent(trx, { ...event, ...this.#origin(), by: by ?? callerOf(this.caller) })
    await this.#append(trx, { status: 200, message: null, by, details })
    this.#written = true
  }

  nameSubject: Call<Endpoint>['nameSubject'] = (member) => {
    this.#namedSubject = member
  }

  /** Call it after the handler has answered. Throws if the call changed something without a row. */
  async succeeded(answer: unknown): Promise<void> {
    const event = eventOfAnswer(this.#name, answer)
    if (event) this.#count(event.event, 'success', event.detail)
    if (this.#written) return
    if (this.#endpoint.action) throw new Error(`${this.#endpoint.method} ${this.#endpoint.path} wrote no row of the action log`)
    if (this.caller?.kind === 'apiId') await this.#append(this.#auditing.db, { status: 200, message: null })
  }

  /** Records a refused or failed call in the action log; calls without a known caller are left out. */
  async failed(error: unknown): Promise<void> {
    const refusal = error instanceof ApiError ? (this.#namedSubject?.event ?? eventOfRefusal(this.#name, error.code)) : null
    if (refusal && error instanceof ApiError) this.#count(refusal, 'failure', error.code)
    if (!this.caller || (!this.#endpoint.action && this.caller.kind !== 'apiId')) return
    const status = error instanceof ApiError ? error.status : 500
    const message = error instanceof ApiError ? error.message : 'The server could not handle the request'
    await this.#append(this.#auditing.db, { status, message })
  }

  #count(event: SecurityEventName, outcome: SecurityOutcome, detail: string | null): void {
    const subject = this.#subject()
    this.#auditing.securityLog.count({ event, outcome, detail, subject, ...this.#origin() })
  }

  #origin() {
    const program = this.caller?.kind === 'apiId' || this.#endpoint.oauth
    return {
      ip: this.#request.ip,
      userAgent: userAgentOf(this.#request),
      requestId: this.#request.id,
      source: program ? ('OPEN_API' as const) : ('WEB_UI' as const),
      route: `${this.#endpoint.method} ${basePaths[this.#endpoint.api]}${this.#endpoint.path}`,
    }
  }

  #subject(): Subject {
    if (this.#namedSubject) return { memberId: this.#namedSubject.memberId }
    const caller = callerOf(this.caller)
    if (caller) return caller
    const { email, client_id: clientId } = (this.body ?? {}) as { email?: unknown; client_id?: unknown }
    if (!this.#endpoint.oauth) return typeof email === 'string' ? { email } : { nobody: true }
    const id = basicCredentials(this.#request.headers.authorization)?.id ?? clientId
    return typeof id === 'string' && id.length <= maxClientIdLength ? { clientId: id } : { nobody: true }
  }

  #append(db: Db, outcome: { status: number; message: string | null; by?: Parameters<Audit>[1]; details?: ActionDetails }): Promise<void> {
    const { caller } = this
    const { url, query, params } = this.#request
    const { details = {} } = outcome
    const row = {
      action: details.action ?? this.#endpoint.action ?? ('openApiCall' as const),
      url: decoded(url.split('?')[0] ?? '')
        .slice(0, maxUrlLength)
        .toWellFormed(),
      method: this.#endpoint.method,
      request_params: JSON.stringify(
        masked({ ...(query as object), ...bodyParams(this.body), ...(details.sims === undefined ? {} : { sims: details.sims }) }),
      ),
      request_by: outcome.by?.email ?? (caller?.kind === 'member' ? caller.email : (caller?.name ?? '')),
      member_id: outcome.by?.memberId ?? caller?.memberId ?? null,
      api_credential_id: caller?.kind === 'apiId' ? caller.credentialId : null,
      request_at: this.#at,
      status: outcome.status,
      message: outcome.message,
      client_type: caller?.kind === 'apiId' ? ('OPEN_API' as const) : ('WEB_UI' as const),
      ip: this.#request.ip,
      ...subjectColumns(details, ownSubject(this.#endpoint, caller) ?? subjectsOfPath(this.#endpoint, params)),
    }
    if (db.isTransaction) return this.#auditing.actionLog.append(db, row)
    return db.transaction().execute((trx) => this.#auditing.actionLog.append(trx, row))
  }
}

const maxUrlLength = 2000
const maxClientIdLength = 200
const maxUserAgentLength = 300

export const userAgentOf = (request: FastifyRequest): string | null => request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null

function callerOf(caller: Caller | null) {
  if (!caller) return null
  if (caller.kind === 'apiId') return { credentialId: caller.credentialId, name: caller.name }
  return { memberId: caller.memberId, email: caller.email }
}

/** The record of a change that people make on their own account. */
const ownSubject = ({ own, action, path }: Endpoint, caller: Caller | null): [`member:${number}`] | null =>
  own && action === 'memberUpdate' && caller?.kind === 'member' && !path.includes('{email}') ? [`member:${caller.memberId}`] : null

const bodyParams = (body: unknown): object => (Array.isArray(body) ? { body } : typeof body === 'object' && body !== null ? body : {})

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll('\u0000', '')
  } catch {
    return path
  }
}
