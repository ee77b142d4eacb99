import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectorFailure } from '@simdeck/contract/connectors.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { RawLogs } from '../platform/audit/raw/raw-logs.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import type { Reach } from '../platform/http/reach.ts'
import { type AccountRow, closedFor, noteAnswer, noteFailure, takeCall } from './accounts-queries.ts'
import type { Ask, CarrierApi, CarrierError, Device, DevicePage } from './carrier-apis/carrier-api.ts'
import { carrierApis } from './carrier-apis/carrier-apis.ts'
import type { Window } from './carrier-apis/windows.ts'
import { type Answer, CallFailure, callJson } from './http-call.ts'
import { proxyLogRow, withoutTexts } from './proxy-log-row.ts'

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
export type Refusal = { refused: CarrierError }

const pollMs = 200
/** A call that has no turn in this time is not sent. */
const maxTurnMs = 10_000
const maxCodeLength = 20
const maxMessageLength = 200

/** The calls of one account at a carrier, by the API of its platform. */
export class Connector {
  readonly #dependencies: Dependencies
  readonly #account: AccountRow
  readonly #api: CarrierApi

  constructor(dependencies: Dependencies, account: AccountRow) {
    this.#dependencies = dependencies
    this.#account = account
    this.#api = carrierApis[account.platform]
  }

  /** The device with this ICCID; null if the account has none. */
  async readDevice(iccid: string): Promise<Device | null> {
    return this.#call(this.#api.read(iccid), ({ status, body }) => {
      if (status === 404) return this.#api.error.safeParse(body).success ? null : undefined
      const device = status === 200 ? this.#api.device.safeParse(body).data : undefined
      return device?.iccid === iccid ? device : undefined
    })
  }

  /** Asks for another status; null if the carrier accepted it. */
  async changeStatus(iccid: string, to: SimStatus): Promise<Refusal | null> {
    return this.#call(this.#api.change(iccid, to), ({ status, body }) => {
      if (status === 200) return null
      const error = this.#api.error.safeParse(body).data
      if (!error) return undefined
      const key = this.#apiKey()
      // Everyone who may read the results of the task sees these words.
      const told = (words: string, most: number): string => withoutTexts(words, [key, this.#pair(key)]).slice(0, most)
      return { refused: { code: told(error.code, maxCodeLength), message: told(error.message, maxMessageLength) } }
    })
  }

  /** The next part of a list of which that many devices were read. */
  windowAfter(read: number): Window {
    return this.#api.windowAfter(read)
  }

  /** A part of the devices that changed since that time. */
  async listChanged(since: Date, window: Window): Promise<DevicePage> {
    return this.#call(this.#api.listChanged(since, window), ({ status, body }) =>
      status === 200 ? this.#api.page.safeParse(body).data : undefined,
    )
  }

  /**
   * One call in its turn. `read` returns undefined for an answer that is none of the API. Throws `AccountClosed` if nothing was sent,
   * `CallFailure` without a usable answer.
   */
  async #call<Read>({ method, path, body, operation }: Ask, read: (answer: Answer) => Read | undefined): Promise<Read> {
    const { db, reach, rawLogs } = this.#dependencies
    const notes = await this.#turn()
    const url = new URL(`${this.#account.base_url.replace(/\/+$/, '')}${path}`)
    const at = new Date()
    const sentBytes = body === null ? null : Buffer.byteLength(JSON.stringify(body))
    const { username } = this.#account
    const key = this.#apiKey()
    const authorization = `Basic ${this.#pair(key)}`
    const call = { at, operation, url, secrets: [username, key], request: sentBytes }
    let isLogged = false
    try {
      const answer = await callJson({ method, url, authorization, body, reach })
      const error = answer.status >= 400 ? (this.#api.error.safeParse(answer.body).data ?? null) : null
      const told = error ? `${answer.status} ${error.code} ${error.message}` : String(answer.status)
      rawLogs.proxy.add(proxyLogRow({ ...call, ok: answer.status < 400, answer: told, response: answer.bytes }))
      isLogged = true
      if (answer.status === 429 || (error && error.code === this.#api.overLimitCode)) throw new CallFailure('busy', false)
      const usable = read(answer)
      if (usable === undefined) throw new CallFailure('invalid', true)
      if (notes) await noteAnswer(db, this.#account.id)
      return usable
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (!isLogged) rawLogs.proxy.add(proxyLogRow({ ...call, ok: false, answer: error.failure, response: null }))
      await noteFailure(db, this.#account.id, error.failure)
      throw error
    }
  }

  /** Waits for the turn of a call. Returns true if the account should note its answer. Throws `AccountClosed`. */
  async #turn(): Promise<boolean> {
    const { db } = this.#dependencies
    const endsAt = performance.now() + maxTurnMs
    while (performance.now() < endsAt) {
      const turn = await takeCall(db, this.#account.id)
      if (turn) {
        if (turn.wait > 0) await delay(turn.wait)
        return turn.notes
      }
      const failure = await closedFor(db, this.#account.id)
      if (failure) throw new AccountClosed(failure)
      await delay(pollMs)
    }
    throw new AccountClosed('busy')
  }

  /** User and key as they are sent. */
  #pair(key: string): string {
    return Buffer.from(`${this.#account.username}:${key}`).toString('base64')
  }

  #apiKey(): string {
    const { id, api_key: sealed } = this.#account
    return Buffer.from(this.#dependencies.sealer.open(sealed, keyContext(id))).toString()
  }
}

export const keyContext = (id: number) => ({ table: 'connector_accounts', row: String(id), column: 'api_key' })

/** Tests the connection: the cause of a failure; null if the carrier answered. */
export async function testConnection(dependencies: Dependencies, account: AccountRow): Promise<ConnectorFailure | null> {
  const connector = new Connector(dependencies, account)
  try {
    await connector.listChanged(new Date(), connector.windowAfter(0))
    return null
  } catch (error) {
    if (error instanceof CallFailure || error instanceof AccountClosed) return error.failure
    throw error
  }
}
