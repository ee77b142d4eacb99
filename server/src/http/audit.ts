import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { ActionLog } from '../audit/action-log.ts'
import { masked } from '../audit/mask.ts'
import type { Db } from '../db/database.ts'
import type { Audit, Caller } from './handler.ts'

export type Auditing = { db: Db; actionLog: ActionLog }

/** The action log row of one call: by the handler in its transaction, else, for what failed or only read, in one of its own. */
export class CallAudit {
  readonly #auditing: Auditing
  readonly #endpoint: Endpoint
  readonly #request: FastifyRequest
  readonly #at = new Date()
  #written = false
  caller: Caller | null = null
  /** The body as it was read; for a file, the fields beside it. */
  body: unknown

  constructor(auditing: Auditing, endpoint: Endpoint, request: FastifyRequest) {
    this.#auditing = auditing
    this.#endpoint = endpoint
    this.#request = request
  }

  write: Audit = async (trx, by, found) => {
    await this.#append(trx, { status: 200, message: null, by, found })
    this.#written = true
  }

  /** After the handler has answered. Throws when it changed something and left no row. */
  async succeeded(): Promise<void> {
    if (this.#written) return
    if (this.#endpoint.action) throw new Error(`${this.#endpoint.method} ${this.#endpoint.path} wrote no row of the action log`)
    if (this.caller?.kind === 'apiId') await this.#append(this.#auditing.db, { status: 200, message: null })
  }

  /** A call that was refused or failed; what nobody known did is not logged. */
  async failed(error: unknown): Promise<void> {
    if (!this.caller || (!this.#endpoint.action && this.caller.kind !== 'apiId')) return
    const status = error instanceof ApiError ? error.status : 500
    const message = error instanceof ApiError ? error.message : 'The server could not handle the request'
    await this.#append(this.#auditing.db, { status, message })
  }

  #append(
    db: Db,
    outcome: { status: number; message: string | null; by?: Parameters<Audit>[1]; found?: Parameters<Audit>[2] },
  ): Promise<void> {
    const { caller } = this
    const { url, query } = this.#request
    const row = {
      action: this.#endpoint.action ?? ('openApiCall' as const),
      url: decoded(url.split('?')[0] ?? '')
        .slice(0, longestUrl)
        .toWellFormed(),
      method: this.#endpoint.method,
      request_params: JSON.stringify(masked({ ...(query as object), ...bodyParams(this.body), ...outcome.found })),
      request_by: outcome.by?.email ?? (caller?.kind === 'member' ? caller.email : (caller?.name ?? '')),
      member_id: outcome.by?.memberId ?? caller?.memberId ?? null,
      api_credential_id: caller?.kind === 'apiId' ? caller.credentialId : null,
      request_at: this.#at,
      status: outcome.status,
      message: outcome.message,
      client_type: caller?.kind === 'apiId' ? ('OPEN_API' as const) : ('WEB_UI' as const),
      ip: this.#request.ip,
    }
    if (db.isTransaction) return this.#auditing.actionLog.append(db, row)
    return db.transaction().execute((trx) => this.#auditing.actionLog.append(trx, row))
  }
}

const longestUrl = 2000

const bodyParams = (body: unknown): object => (Array.isArray(body) ? { body } : typeof body === 'object' && body !== null ? body : {})

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll('\u0000', '')
  } catch {
    return path
  }
}
