import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { derTags } from '@simdeck/protocol/x509/der.ts'
import { DerReader } from '@simdeck/protocol/x509/der-reader.ts'
import { type AltName, extensionOids, generalName } from './extensions.ts'

/** The attribute of a request that holds the wanted extensions (RFC 2985 §5.4.2). */
const extensionRequest = '1.2.840.113549.1.9.14'

/**
 * The alternative names that a PKCS#10 request asks for, as the hex of their GeneralNames. Null if it asks for none. `attributes` are those
 * of the request, one after another. Throws `ProtocolError`.
 */
function requestedNames(attributes: Uint8Array): string[] | null {
  const reader = new DerReader(attributes)
  let names: string[] | null = null
  while (reader.hasMore) {
    const attribute = reader.sequence()
    const type = attribute.oid()
    const values = attribute.inside(derTags.set)
    attribute.end()
    if (type !== extensionRequest) continue
    const found = namesIn(values.sequence())
    values.end()
    if (found && names) throw new ProtocolError('der', 'alternative names that are given twice')
    names ??= found
  }
  return names
}

function namesIn(extensions: DerReader): string[] | null {
  let names: string[] | null = null
  while (extensions.hasMore) {
    const one = extensions.sequence()
    const dotted = one.oid()
    one.optional(derTags.boolean)
    const value = new DerReader(one.next(derTags.octetString).value)
    one.end()
    if (dotted !== extensionOids.subjectAltName) continue
    if (names) throw new ProtocolError('der', 'alternative names that are given twice')
    const list = value.sequence()
    value.end()
    names = []
    while (list.hasMore) names.push(toHex(list.next().whole))
  }
  return names
}

/** True if a request asks for no alternative names, or for exactly these in any order. Throws `ProtocolError`. */
export function asksForNames(attributes: Uint8Array, names: readonly AltName[]): boolean {
  const wanted = requestedNames(attributes)
  if (!wanted) return true
  const given = names.map((name) => toHex(generalName(name)))
  return wanted.toSorted().join() === given.toSorted().join()
}
