import { createHash } from 'node:crypto'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { ClientAttempt, AccountAttempt } from '../platform/audit/security/attempts.ts'
import { network } from '../platform/network.ts'
import * as queries from './attempt-queries.ts'

const attemptsPerIp = 100
const attemptsPerSubject = 10
const attemptsPerClient = 1000
const lockMinutes = 15
const keyOf = (kind: string, value: string): Buffer => createHash('sha256').update(`${kind} ${value}`).digest()
const addressKey = (address: string): Buffer => keyOf('address', address.trim().toLowerCase())

/**
 * Limits the attempts to guess a secret. Ten wrong secrets for an e-mail address within 15 minutes lock the address for the next 15
 * minutes, even if no member has it; the limit of an IP is a hundred. An attempt is counted before the secret is checked, and the count is
 * reduced again if the secret was right, so that simultaneous attempts cannot exceed the limit.
 */
export class AttemptLimiter {
  readonly #db: Db
  readonly #onLock: (attempt: AccountAttempt | ClientAttempt, until: Date) => void

  /** `onLock` is called for every lock that a wrong secret causes. */
  constructor(db: Db, onLock: (attempt: AccountAttempt | ClientAttempt, until: Date) => void = () => undefined) {
    this.#db = db
    this.#onLock = onLock
  }

  /**
   * Counts an attempt, then runs `check`, which throws if the secret is wrong. `last`: if this secret is wrong, the address
   * is locked. Throws `accountLocked` or `tooManyRequests` without running `check`; such attempts are not counted.
   */
  async limit<T>(attempt: AccountAttempt, check: (counted: { last: boolean }) => Promise<T>): Promise<T> {
    const keys = { subject: addressKey(attempt.address), ip: keyOf('ip', network(attempt.ip)) }
    const counted = await queries.countAttempt(this.#db, keys, { subject: attemptsPerSubject, ip: attemptsPerIp })
    if (typeof counted === 'string') throw refusal(counted)
    const result = await check(counted).catch((error: unknown) => {
      if (counted.last && error instanceof ApiError) this.#locked(attempt)
      throw error
    })
    await queries.giveBackAttempt(this.#db, keys, attemptsPerSubject)
    return result
  }

  /**
   * As `limit`, for a program, whose secret is too long to guess. Only wrong secrets count, so that programs that sign in at the same time
   * do not delay each other. They count per IP, so that a stranger cannot lock the program out. After a thousand wrong secrets for one
   * program within 15 minutes, each IP is locked at its next wrong secret.
   */
  async limitLongSecret<T>({ clientId, ip }: ClientAttempt, check: () => Promise<T>): Promise<T> {
    const keys = { subject: keyOf('client', `${network(ip)} ${clientId}`), ip: keyOf('ip', network(ip)) }
    if ((await queries.openLocks(this.#db, [keys.subject])).length > 0) throw new ApiError('accountLocked')
    try {
      return await check()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const few = await queries.countWithin(this.#db, keyOf('client everywhere', clientId), attemptsPerClient, 15)
      const counted = await queries.countAttempt(this.#db, keys, { subject: few ? attemptsPerSubject : 1, ip: attemptsPerIp })
      if (typeof counted === 'object' && counted.last) this.#locked({ clientId, ip })
      throw typeof counted === 'string' ? refusal(counted) : error
    }
  }

  /** Throws if the address is locked; counts nothing. It is for proofs by a secret too long to guess. */
  async refuseLocked(address: string): Promise<void> {
    if ((await this.lockedUntil([address])).size > 0) throw new ApiError('accountLocked')
  }

  /** Runs `check` unless the IP has failed too often at secrets too long to guess; an `ApiError` of `check` counts as a failure. */
  async limitByIp<T>(ip: string, check: () => Promise<T>): Promise<T> {
    const key = keyOf('token ip', network(ip))
    if ((await queries.countRecent(this.#db, key, 15)) >= attemptsPerIp) throw refusal('tooManyRequests')
    try {
      return await check()
    } catch (error) {
      if (error instanceof ApiError) await queries.insertAttempt(this.#db, key)
      throw error
    }
  }

  /** Counts a request of that kind, such as a request for a mail; false if the last `minutes` had `limit` of them already. */
  async allows(kind: string, value: string, limit: number, minutes: number): Promise<boolean> {
    return queries.countWithin(this.#db, keyOf(kind, value.trim().toLowerCase()), limit, minutes)
  }

  /** Counts an expensive request. The limit is a hundred per IP in 15 minutes; throws `tooManyRequests` beyond it. */
  async countRequest(ip: string): Promise<void> {
    if (!(await this.allows('request ip', network(ip), attemptsPerIp, 15))) throw refusal('tooManyRequests')
  }

  /** Forgets the wrong attempts after a complete sign-in. */
  async clear(address: string): Promise<void> {
    await queries.forgetAttempts(this.#db, addressKey(address))
  }

  /** Ends a lock; false if there was none. */
  async unlock(address: string): Promise<boolean> {
    return queries.forgetAttempts(this.#db, addressKey(address))
  }

  /** End of the lock of each locked address, by the address as given. */
  async lockedUntil(addresses: readonly string[]): Promise<Map<string, Date>> {
    const keys = addresses.map(addressKey)
    const locks = await queries.openLocks(this.#db, keys)
    const byKey = new Map(locks.map(({ key, until }) => [key.toString('hex'), until]))
    return new Map(
      addresses.flatMap((address, at) => {
        const until = byKey.get(keys[at]?.toString('hex') ?? '')
        return until ? [[address, until] as const] : []
      }),
    )
  }

  #locked(attempt: AccountAttempt | ClientAttempt): void {
    this.#onLock(attempt, new Date(Date.now() + lockMinutes * 60_000))
  }
}

/** `tooManyRequests` asks the client to wait for the 15 minutes in which an attempt counts. */
function refusal(code: 'accountLocked' | 'tooManyRequests'): ApiError {
  return new ApiError(code, code === 'tooManyRequests' ? { retryAfterSeconds: 15 * 60 } : {})
}
