import { checkAid } from '../aid.ts'
import { commandApdu } from '../apdu.ts'
import { bytesOf, concat } from '../bytes.ts'
import type { CommandCodec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'

/** Card content to delete. With related objects, the applications made from a load file are deleted with it. */
export type ContentDeletion = { readonly aid: Uint8Array; readonly relatedObjects: boolean }

/** Keys to delete: those of one version, those with one identifier, or the one key that has both. */
export type KeyDeletion = { readonly id: number | null; readonly version: number | null }

export type Deletion = ({ readonly kind: 'content' } & ContentDeletion) | ({ readonly kind: 'keys' } & KeyDeletion)

const keyPart = (tag: number, value: number | null): Uint8Array => (value === null ? new Uint8Array(0) : encodeTlv(tag, bytesOf(value)))

/**
 * DELETE [card content] and DELETE [key] (GPC 2.3.1 §11.2). `decode` throws `ProtocolError('apdu')` for P1 or P2, `'tlv'`, `'aid'` or
 * `'parameters'` for the data.
 */
export const deletion: CommandCodec<Deletion> = {
  encode: (given) =>
    given.kind === 'content'
      ? commandApdu(0x80, 0xe4, 0x00, given.relatedObjects ? 0x80 : 0x00, encodeTlv(0x4f, checkAid(given.aid)))
      : commandApdu(0x80, 0xe4, 0x00, 0x00, concat(keyPart(0xd0, given.id), keyPart(0xd2, given.version))),
  decode: ({ ins, p1, p2, data }) => {
    if (ins !== 0xe4 || p1 !== 0x00) throw new ProtocolError('apdu', 'not a DELETE that is known here')
    const tlvs = decodeTlvs(data)
    const [id, version, aid] = [findTlv(tlvs, 0xd0), findTlv(tlvs, 0xd2), findTlv(tlvs, 0x4f)]
    if (id || version) return { kind: 'keys', id: id && oneOctet(id), version: version && oneOctet(version) }
    if ((p2 & 0x7f) !== 0) throw new ProtocolError('apdu', 'DELETE with an unknown P2')
    if (!aid) throw new ProtocolError('apdu', 'DELETE without an AID')
    return { kind: 'content', aid: checkAid(aid), relatedObjects: p2 === 0x80 }
  },
}

function oneOctet(value: Uint8Array): number {
  const [octet] = value
  if (octet === undefined || value.length !== 1) throw new ProtocolError('parameters', 'a key identifier or version has one octet')
  return octet
}
