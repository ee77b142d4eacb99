import type { Random } from '@simdeck/simulator/random.ts'
import { bytesOf, equalBytes } from '@simdeck/protocol/bytes.ts'
import { der, derTags, explicit, integer, octetString, oid, sequence } from '@simdeck/protocol/x509/der.ts'
import { readWhole } from '@simdeck/protocol/x509/der-reader.ts'
import { ocspNonce } from '@simdeck/server/certificate-authority/x509/extensions.ts'
import { readOcspRequest } from '@simdeck/server/certificate-authority/x509/ocsp-request.ts'
import { mutate, onceIn, pick } from './mutate.ts'
import { assertInvariant, readOrNull } from './target.ts'
import type { FuzzTarget } from './target.ts'

const hash = (octets: number) => octetString(new Uint8Array(octets).fill(0x5a))
const sha1 = sequence(oid('1.3.14.3.2.26'), der(derTags.null))
const sha256 = sequence(oid('2.16.840.1.101.3.4.2.1'))
const one = sequence(sequence(sha1, hash(20), hash(20), integer(bytesOf(0x80, 1, 2))))
const other = sequence(sequence(sha256, hash(32), hash(32), integer(0)), explicit(0, sequence()))
const nonce = explicit(2, sequence(ocspNonce(hash(16))))
const samples = [
  sequence(sequence(sequence(one))),
  sequence(sequence(sequence(one, other), nonce)),
  sequence(sequence(explicit(0, integer(0)), explicit(1, hash(3)), sequence(other), nonce), explicit(0, sequence())),
]

function make(random: Random): Uint8Array {
  if (onceIn(random, 2000)) return sequence(sequence(sequence(...Array.from({ length: random.between(14, 70) }, () => one))))
  return onceIn(random, 20) ? pick(random, samples) : mutate(random, pick(random, samples), samples)
}

/** Requests of OCSP. Every identifier that is read stands in the request as it was sent. */
export const ocspTarget: FuzzTarget = {
  make,
  run(input) {
    const request = readOrNull(() => readOcspRequest(input))
    if (!request) return 'refused'
    assertInvariant(request.ids.length >= 1 && request.ids.length <= 16, 'the number of certificates is not limited')
    for (const { whole, serial } of request.ids) {
      assertInvariant(equalBytes(readWhole(whole, derTags.sequence).whole, whole), 'an identifier is not one value')
      assertInvariant(Buffer.from(input).includes(Buffer.from(whole)), 'an identifier is not that of the request')
      assertInvariant(serial.length >= 1 && serial.length <= 32, 'a serial without a limit')
    }
    const again = sequence(sequence(sequence(...request.ids.map((id) => sequence(id.whole)))))
    assertInvariant(readOcspRequest(again).ids.length === request.ids.length, 'the identifiers are read in another way alone')
    return `${request.ids.length > 1 ? 'several' : 'one'}${request.nonce ? ' with nonce' : ''}`
  },
}
