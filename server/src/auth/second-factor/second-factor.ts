import { Secret, TOTP } from 'otpauth'
import type { SecondFactor as Factor } from '@simdeck/contract/auth.ts'
import { deriveKey, type Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import * as queries from './queries.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'

const secretBytes = 20
const periodSeconds = 30
const window = 1

const totp = (secret: Uint8Array, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...more,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** The time step of a code: the current step, the one before or the one after; null if the code belongs to none of them. */
function stepOf(secret: Uint8Array, code: string): number | null {
  const now = Date.now()
  const delta = totp(secret).validate({ token: code, timestamp: now, window })
  return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta
}

/** One-time passwords (TOTP, RFC 6238: SHA-1, six digits, 30 s) and recovery codes. Each is accepted once. */
export class SecondFactor {
  readonly #sealer: Sealer
  readonly #codeKey: Buffer

  constructor(sealer: Sealer, masterKeyHex: string) {
    this.#sealer = sealer
    this.#codeKey = deriveKey(masterKeyHex, 'recovery codes')
  }

  /** True if a member's code is right; uses it up. */
  async use(db: Db, memberId: number, factor: Factor): Promise<boolean> {
    const state = await queries.readMfa(db, memberId)
    if (!state?.enabled) return false
    if ('recoveryCode' in factor) return queries.useRecoveryCode(db, memberId, this.#hash(memberId, factor.recoveryCode))
    const secret = this.#open(memberId, 'mfa_secret', state.secret)
    const step = secret && stepOf(secret, factor.code)
    return step !== null && queries.useStep(db, memberId, step)
  }

  /** A new pending secret, to be confirmed with a code; null if multi-factor authentication is enabled already. */
  async begin(db: Db, memberId: number, name: { issuer: string; label: string }): Promise<{ secret: string; url: string } | null> {
    const { bytes, base32 } = new Secret({ size: secretBytes })
    if (!(await queries.writePending(db, memberId, this.#seal(memberId, 'mfa_pending_secret', bytes)))) return null
    return { secret: base32, url: totp(bytes, name).toString() }
  }

  /** True if the member has a pending secret. */
  async isPending(db: Db, memberId: number): Promise<boolean> {
    const state = await queries.readMfa(db, memberId)
    return state !== undefined && !state.enabled && state.pending !== null
  }

  /** Enables the pending secret and returns new recovery codes; null if the code is wrong or no secret is pending. */
  async enable(trx: Db, memberId: number, factor: Factor): Promise<string[] | null> {
    const state = await queries.lockMfa(trx, memberId)
    const secret = state && !state.enabled ? this.#open(memberId, 'mfa_pending_secret', state.pending) : null
    const step = secret && 'code' in factor ? stepOf(secret, factor.code) : null
    if (!secret || step === null) return null
    await queries.writeEnabled(trx, memberId, this.#seal(memberId, 'mfa_secret', secret), step)
    return this.renewRecoveryCodes(trx, memberId)
  }

  /** Replaces the recovery codes. */
  async renewRecoveryCodes(trx: Db, memberId: number): Promise<string[]> {
    const codes = newRecoveryCodes()
    await queries.replaceRecoveryCodes(
      trx,
      memberId,
      codes.map((code) => this.#hash(memberId, code)),
    )
    return codes
  }

  /** Deletes the secret and the recovery codes. */
  async disable(trx: Db, memberId: number): Promise<void> {
    await queries.writeDisabled(trx, memberId)
    await queries.replaceRecoveryCodes(trx, memberId, [])
  }

  /** True if a stored secret can be decrypted with this master key. */
  canOpen(memberId: number, sealed: Buffer | null): boolean {
    return this.#open(memberId, 'mfa_secret', sealed) !== null
  }

  #hash(memberId: number, code: string): Buffer {
    return recoveryCodeHash(this.#codeKey, memberId, code)
  }

  #seal(memberId: number, column: string, secret: Uint8Array): Buffer {
    return this.#sealer.seal(secret, { table: 'members', row: String(memberId), column })
  }

  #open(memberId: number, column: string, sealed: Buffer | null): Uint8Array | null {
    if (!sealed) return null
    try {
      return this.#sealer.open(sealed, { table: 'members', row: String(memberId), column })
    } catch {
      return null
    }
  }
}
