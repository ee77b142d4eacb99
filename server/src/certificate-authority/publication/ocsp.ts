import { createHash } from 'node:crypto'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { p256Point } from '@simdeck/protocol/x509/certification-request.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import { openKey } from '../keys.ts'
import { selectAuthorities } from '../queries.ts'
import { type CertId, readOcspRequest } from '../x509/ocsp-request.ts'
import { ocspFailure, type OcspSigner, type OcspStatus, signOcspResponse } from '../x509/ocsp-response.ts'
import { selectSigners } from './queries.ts'
import { StatusReader } from './status-reader.ts'

/** Time for which an answer is valid. */
const validMs = 3_600_000
/** Time for which the keys of the CAs are kept in memory. */
const keptMs = 5_000
/** A CA that is not among them is looked for again if they are this old: another node may have made it. */
const keptForUnknownMs = 1_000

type Known = { id: number; signer: OcspSigner | null; validTo: Date | null }
type Answer = { response: Uint8Array; mayBeKept: boolean }

/** Answers OCSP requests for all CAs, with the state of each certificate at this moment. */
export class OcspResponder {
  readonly #db: Db
  readonly #sealer: Sealer
  readonly #reader: StatusReader
  #known: { at: number; byHashes: Promise<Map<string, Known>> } | null = null

  constructor({ db, sealer }: { db: Db; sealer: Sealer }) {
    this.#db = db
    this.#sealer = sealer
    this.#reader = new StatusReader(db)
  }

  /** The DER of an OCSPResponse to a request in DER. Others may keep an answer without a nonce for a while. */
  async answer(bytes: Uint8Array): Promise<Answer> {
    try {
      const { ids, nonce } = readOcspRequest(bytes)
      const first = hashesOf(ids[0]!)
      let known = await this.#authorities(keptMs)
      if (!known.get(first)?.signer) known = await this.#authorities(keptForUnknownMs)
      const ca = known.get(first)
      const now = new Date()
      // Without a signer of the CA, nobody could check the answer (RFC 5019 §2.2.3).
      if (!ca?.signer || !ca.validTo || ca.validTo <= now) return { response: ocspFailure('unauthorized'), mayBeKept: false }
      const statuses = await this.#statuses(ids, ca.id, known)
      if (!statuses) return { response: ocspFailure('tryLater'), mayBeKept: false }
      const nextUpdate = new Date(Math.min(now.getTime() + validMs, ca.validTo.getTime()))
      return { response: signOcspResponse({ statuses, nonce, producedAt: now, nextUpdate }, ca.signer), mayBeKept: nonce === null }
    } catch (error) {
      if (error instanceof ProtocolError) return { response: ocspFailure('malformedRequest'), mayBeKept: false }
      throw error
    }
  }

  /** Makes the next request read the keys of the CAs again. */
  forget(): void {
    this.#known = null
  }

  /** Null if too many requests wait. A certificate of another CA than that of the signer is unknown to it. */
  async #statuses(ids: readonly CertId[], caId: number, known: ReadonlyMap<string, Known>): Promise<OcspStatus[] | null> {
    const own = ids.filter((id) => known.get(hashesOf(id))?.id === caId)
    const found = await this.#reader.read(
      caId,
      own.map(({ serial }) => serial),
    )
    if (!found) return null
    return ids.map((id) => {
      const row = own.includes(id) ? found.get(toHex(id.serial)) : undefined
      if (!row) return { id: id.whole, status: 'unknown' }
      const { revoked_at: revokedAt, revocation_reason: reason } = row
      return { id: id.whole, status: revokedAt ? { revokedAt, reason: reason ?? 'unspecified' } : 'good' }
    })
  }

  #authorities(maxAgeMs: number): Promise<Map<string, Known>> {
    if (this.#known && performance.now() - this.#known.at < maxAgeMs) return this.#known.byHashes
    const byHashes = this.#load()
    byHashes.catch(() => (this.#known = null))
    this.#known = { at: performance.now(), byHashes }
    return byHashes
  }

  async #load(): Promise<Map<string, Known>> {
    const [authorities, signers] = await Promise.all([selectAuthorities(this.#db), selectSigners(this.#db)])
    const signerOf = new Map(signers.map((row) => [row.ca_id, row]))
    return new Map(
      authorities.flatMap(({ id, subject, key_info: keyInfo }) => {
        const row = signerOf.get(id)
        const key = row && openKey(this.#sealer, 'ocsp_signers', row)
        const signer = row && key ? { key, certificate: row.certificate, keyInfo: row.key_info } : null
        const known: Known = { id, signer, validTo: row?.valid_to ?? null }
        const point = p256Point(keyInfo)
        return (['sha1', 'sha256'] as const).map((hash) => [hashKey(hash, digest(hash, subject), digest(hash, point)), known] as const)
      }),
    )
  }
}

const digest = (hash: 'sha1' | 'sha256', bytes: Uint8Array): Buffer => createHash(hash).update(bytes).digest()
const hashKey = (hash: string | null, name: Uint8Array, key: Uint8Array): string => `${hash} ${toHex(name)} ${toHex(key)}`
const hashesOf = ({ hash, nameHash, keyHash }: CertId): string => hashKey(hash, nameHash, keyHash)
