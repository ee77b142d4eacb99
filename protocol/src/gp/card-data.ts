import { commandApdu, leAny } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { bytesOf, concat, fromHex, toHex, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'

/** Data objects that GET DATA reads (GPC 2.3.1 §11.3.2.1; Amendment D §7.3 for C1). */
export const cardData = {
  issuerIdentificationNumber: 0x42,
  cardImageNumber: 0x45,
  cardRecognitionData: 0x66,
  cardCapabilities: 0x67,
  sequenceCounter: 0xc1,
  keyDiversificationData: 0xcf,
  keyInformation: 0xe0,
  /** Card production life cycle; not of GlobalPlatform, but every card tool asks for it. */
  productionLifeCycle: 0x9f7f,
  /** What is left of the memory (TS 102 226 §8.2.1.7.2). */
  extendedResources: 0xff21,
} as const

/** GET DATA (GPC 2.3.1 §11.3); the answer is the data object with its tag. */
export function getData(tag: number): CommandApdu {
  return commandApdu(0x80, 0xca, tag >> 8, tag & 0xff, new Uint8Array(0), leAny)
}

/** Card: the tag that GET DATA asks for. Throws `ProtocolError('apdu')`. */
export function parseGetData(command: CommandApdu): number {
  if (command.ins !== 0xca) throw new ProtocolError('apdu', 'not GET DATA')
  return command.p1 * 0x100 + command.p2
}

/** 1.2.840.114283: the object identifier of GlobalPlatform, as in a BER object identifier. */
const globalPlatform = '2a864886fc6b'
const oid = (rest: string): Uint8Array => encodeTlv(0x06, fromHex(globalPlatform + rest))

/** Card recognition data of a card of GPC 2.3.1 with SCP03 (GPC 2.3.1 §H.2, table H-1). */
export function encodeCardRecognition({ i }: { readonly i: number }): Uint8Array {
  const objects = concat(
    oid('01'),
    encodeTlv(0x60, oid('02020301')),
    encodeTlv(0x63, oid('03')),
    encodeTlv(0x64, oid(`0403${toHex(bytesOf(i))}`)),
  )
  return encodeTlv(0x66, encodeTlv(0x73, objects))
}

/** The secure channel protocols that card recognition data tells, each with its `i`. Throws `ProtocolError('tlv')`. */
export function decodeCardRecognition(data: Uint8Array): { protocol: number; i: number }[] {
  const objects = findTlv(decodeTlvs(data), 0x66, 0x73)
  if (!objects) throw new ProtocolError('tlv', 'no card recognition data')
  return decodeTlvs(objects)
    .filter(({ tag }) => tag === 0x64)
    .flatMap(({ value }) => decodeTlvs(value))
    .map(({ value }) => {
      const [scheme, protocol, i] = value.subarray(globalPlatform.length / 2)
      if (scheme !== 4 || protocol === undefined || i === undefined) throw new ProtocolError('tlv', 'not a secure channel protocol')
      return { protocol, i }
    })
}

/** Card capability information of a card with SCP03 and AES of every length; privileges have three octets (GPC 2.3.1 §H.4, table H-4). */
export function encodeCardCapabilities(card: {
  readonly i: number
  readonly domainPrivileges: Uint8Array
  readonly applicationPrivileges: Uint8Array
}): Uint8Array {
  const scp03 = concat(encodeTlv(0x80, bytesOf(0x03)), encodeTlv(0x81, bytesOf(card.i)), encodeTlv(0x82, bytesOf(0x07)))
  const hashes = bytesOf(0x01, 0x02, 0x03, 0x04)
  return encodeTlv(
    0x67,
    concat(
      encodeTlv(0xa0, scp03),
      encodeTlv(0x81, card.domainPrivileges),
      encodeTlv(0x82, card.applicationPrivileges),
      encodeTlv(0x83, hashes),
    ),
  )
}

/** Extended card resources information (TS 102 226 §8.2.1.7.2): how many applications are installed, and octets that are free. */
export interface ExtendedResources {
  readonly applications: number
  readonly nonVolatile: number
  readonly volatile: number
}

/** The tag begins with FF, which BER does not know. */
export function encodeExtendedResources({ applications, nonVolatile, volatile }: ExtendedResources): Uint8Array {
  const value = concat(encodeTlv(0x81, uint(applications, 2)), encodeTlv(0x82, uint(nonVolatile, 4)), encodeTlv(0x83, uint(volatile, 4)))
  return concat(uint(cardData.extendedResources, 2), bytesOf(value.length), value)
}
