import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { ConnectorFailure } from '@simdeck/contract/connectors.ts'
import { type SimStatus, simStatuses } from '@simdeck/contract/sim-values.ts'
import type { RawLogs } from '../platform/audit/raw/raw-logs.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import type { Reach } from '../platform/http/reach.ts'
import { type AccountRow, closedFor, noteAnswer, noteFailure, takeCall } from './accounts-queries.ts'
import { type Answer, CallFailure, callJson } from './http-call.ts'
import { type Window, windowAfter } from './sync-window.ts'

export type Dependencies = { db: Db; sealer: Sealer; rawLogs: RawLogs; reach: Reach }

/** The account is closed for a while, or its line of calls is too long; nothing was sent. */
export class AccountClosed extends Error {
  readonly failure: ConnectorFailure

  constructor(failure: ConnectorFailure) {
    super(`the account at the carrier is not called at present: ${failure}`)
    this.name = 'AccountClosed'
    this.failure = failure
  }
}

/** The carrier's refusal, final for this call. */
export type Refusal = { refused: { code: string; message: string } }
export type Device = { iccid: string; status: SimStatus | null }

const rateLimitCode = '40000029'
const pollMs = 200
/** A call that has no turn in this time is not sent. */
const maxTurnMs = 10_000
const maxMessageLength = 200

/** The words of a carrier as one line of visible characters, of a length that the table of results holds. */
const words = z.string().transform((text) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim())
const errorBody = z.object({ errorCode: z.union([z.string(), z.number().transform(String)]).pipe(words), errorMessage: words })
const device = z.object({ iccid: words, status: z.string() })
const page = z.object({ devices: z.array(device).max(1000), lastPage: z.boolean() })

const statusOf = (text: string): SimStatus | null => simStatuses.find((status) => status === text) ?? null

/** Cisco IoT Control Center (Jasper): its REST API under `/rws/api/v1`, for one account. */
export class Jasper {
  readonly #dependencies: Dependencies
  readonly #account: AccountRow

  constructor(dependencies: Dependencies, account: AccountRow) {
    this.#dependencies = dependencies
    this.#account = account
  }

  /** The device with this ICCID; null if the account has none. */
  async readDevice(iccid: string): Promise<Device | null> {
    const { status, body } = await this.#call('GET', `/devices/${iccid}`, null, 'GET /devices/{iccid}')
    if (status === 404) return null
    return this.#shaped(
      device.transform((one) => ({ iccid: one.iccid, status: statusOf(one.status) })),
      status,
      body,
    )
  }

  /** Asks for another status; null if the carrier accepted it. */
  async changeStatus(iccid: string, to: SimStatus): Promise<Refusal | null> {
    const { status, body } = await this.#call('PUT', `/devices/${iccid}`, { status: to }, 'PUT /devices/{iccid}')
    if (status === 200) return null
    const error = errorBody.safeParse(body)
    if (!error.success) throw new CallFailure('invalid', true)
    return { refused: { code: error.data.errorCode.slice(0, 20), message: error.data.errorMessage.slice(0, maxMessageLength) } }
  }

  /** A page of the devices that changed since that time. */
  async listChanged(
    since: Date,
    { pageSize, pageNumber }: Pick<Window, 'pageSize' | 'pageNumber'>,
  ): Promise<{ devices: Device[]; lastPage: boolean }> {
    const query = new URLSearchParams({
      modifiedSince: since.toISOString().replace(/\.\d{3}Z$/, 'Z'),
      pageSize: String(pageSize),
      pageNumber: String(pageNumber),
    })
    const { status, body } = await this.#call('GET', `/devices?${query.toString()}`, null, 'GET /devices')
    const { devices, lastPage } = await this.#shaped(page, status, body)
    return { devices: devices.map((one) => ({ iccid: one.iccid, status: statusOf(one.status) })), lastPage }
  }

  async #shaped<Shape extends z.ZodType>(shape: Shape, status: number, body: unknown): Promise<z.output<Shape>> {
    const read = shape.safeParse(status === 200 ? body : null)
    if (read.success) return read.data
    await noteFailure(this.#dependencies.db, this.#account.id, 'invalid')
    throw new CallFailure('invalid', true)
  }

  /** One call in its turn. Throws `AccountClosed` if nothing was sent, `CallFailure` without a usable answer. */
  async #call(method: 'GET' | 'PUT', path: string, body: object | null, operation: string): Promise<Answer> {
    const { db, reach } = this.#dependencies
    await this.#turn()
    const url = new URL(`${this.#account.base_url.replace(/\/+$/, '')}/rws/api/v1${path}`)
    const at = new Date()
    const sentBytes = body === null ? null : Buffer.byteLength(JSON.stringify(body))
    try {
      const answer = await callJson({ method, url, authorization: this.#authorization(), body, reach })
      const error = answer.status >= 400 ? errorBody.safeParse(answer.body) : null
      const told = error?.success ? `${answer.status} ${error.data.errorCode} ${error.data.errorMessage}` : String(answer.status)
      this.#record({ at, operation, url, ok: answer.status < 400, answer: told, request: sentBytes, response: answer.bytes })
      if (error?.success && error.data.errorCode === rateLimitCode) throw new CallFailure('busy', false)
      await noteAnswer(db, this.#account.id)
      return answer
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (error.failure !== 'busy')
        this.#record({ at, operation, url, ok: false, answer: error.failure, request: sentBytes, response: null })
      await noteFailure(db, this.#account.id, error.failure)
      throw error
    }
  }

  async #turn(): Promise<void> {
    const { db } = this.#dependencies
    const endsAt = performance.now() + maxTurnMs
    while (performance.now() < endsAt) {
      const wait = await takeCall(db, this.#account.id)
      if (wait !== null) {
        if (wait > 0) await delay(wait)
        return
      }
      const failure = await closedFor(db, this.#account.id)
      if (failure) throw new AccountClosed(failure)
      await delay(pollMs)
    }
    throw new AccountClosed('busy')
  }

  #authorization(): string {
    const { id, api_key: sealed, username } = this.#account
    const key = Buffer.from(this.#dependencies.sealer.open(sealed, keyContext(id)))
    return `Basic ${Buffer.concat([Buffer.from(`${username}:`), key]).toString('base64')}`
  }

  #record(call: {
    at: Date
    operation: string
    url: URL
    ok: boolean
    answer: string
    request: number | null
    response: number | null
  }): void {
    const { at, operation, url, ok, answer } = call
    // A failure has no duration: it would tell which ports of a network are open.
    const ms = call.response === null ? null : Date.now() - at.getTime()
    this.#dependencies.rawLogs.proxy.add({
      at,
      kind: 'carrier',
      host: `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`,
      operation,
      ok,
      answer: this.#withoutSecrets(answer).slice(0, maxMessageLength),
      ms,
      request_bytes: call.request,
      response_bytes: call.response,
    })
  }

  /** The words of the carrier without the numbers of devices and without the user. */
  #withoutSecrets(words: string): string {
    return words
      .replaceAll(/\d{10,}/g, '***')
      .replaceAll(this.#account.username, '***')
      .replaceAll(/[\w+/=-]{24,}/g, '***')
  }
}

export const keyContext = (id: number) => ({ table: 'connector_accounts', row: String(id), column: 'api_key' })

/** Tests the connection: the cause of a failure; null if the carrier answered. */
export async function testJasper(dependencies: Dependencies, account: AccountRow): Promise<ConnectorFailure | null> {
  try {
    await new Jasper(dependencies, account).listChanged(new Date(), windowAfter(0))
    return null
  } catch (error) {
    if (error instanceof CallFailure || error instanceof AccountClosed) return error.failure
    throw error
  }
}
