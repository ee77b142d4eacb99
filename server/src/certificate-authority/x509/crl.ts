import type { KeyObject } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { ecdsaAlgorithm } from '@simdeck/protocol/x509/certification-request.ts'
import { explicit, integer, sequence, time } from '@simdeck/protocol/x509/der.ts'
import { sealed } from './certificate.ts'
import { authorityKeyIdentifier, crlNumber, reasonCode, type RevocationReason } from './extensions.ts'

export type RevokedEntry = { serial: Uint8Array; revokedAt: Date; reason: RevocationReason }

export type CrlContent = {
  /** The DER of the issuer's Name, and the identifier of its key. */
  issuer: Uint8Array
  issuerKeyIdentifier: Uint8Array
  thisUpdate: Date
  nextUpdate: Date
  number: number
  entries: readonly RevokedEntry[]
}

/** Entries that are encoded before other work of the process has its turn. */
const entriesAtOnce = 2000

/** The DER of a CRL (X.509 v2), signed with a key of P-256. */
export async function signCrl(content: CrlContent, key: KeyObject): Promise<Uint8Array> {
  const entries: Uint8Array[] = []
  for (const [at, entry] of content.entries.entries()) {
    entries.push(encodeEntry(entry))
    if (at % entriesAtOnce === entriesAtOnce - 1) await turn()
  }
  const signed = sequence(
    integer(1),
    ecdsaAlgorithm,
    content.issuer,
    time(content.thisUpdate),
    time(content.nextUpdate),
    // A CRL without entries has no list of them (RFC 5280 §5.1.2.6).
    ...(entries.length > 0 ? [sequence(Buffer.concat(entries))] : []),
    explicit(0, sequence(authorityKeyIdentifier(content.issuerKeyIdentifier), crlNumber(content.number))),
  )
  return sealed(signed, key)
}

function encodeEntry({ serial, revokedAt, reason }: RevokedEntry): Uint8Array {
  const code = reasonCode(reason)
  return sequence(integer(serial), time(revokedAt), ...(code ? [sequence(code)] : []))
}
