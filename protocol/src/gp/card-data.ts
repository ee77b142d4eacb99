import { commandApdu, leAny } from '../apdu.ts'
import { bytesOf, concat, fromHex, lv, Reader, toHex, uint } from '../bytes.ts'
import type { Codec, CommandCodec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { codecOf, lengthValue, record, u16 } from '../fields.ts'
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
  /** Card production life cycle. GlobalPlatform does not define it, but every card tool asks for it. */
  productionLifeCycle: 0x9f7f,
  /** The free memory (TS 102 226 §8.2.1.7.2). */
  extendedResources: 0xff21,
} as const

/**
 * GET DATA (GPC 2.3.1 §11.3) of the data object with a tag; the answer is the object with its tag. `decode` throws `ProtocolError('apdu')`.
 */
export const getData: CommandCodec<number> = {
  encode: (tag) => commandApdu(0x80, 0xca, tag >> 8, tag & 0xff, new Uint8Array(0), leAny),
  decode: (command) => {
    if (command.ins !== 0xca) throw new ProtocolError('apdu', 'not GET DATA')
    return command.p1 * 0x100 + command.p2
  },
}

/** 1.2.840.114283: the object identifier of GlobalPlatform, as in a BER object identifier. */
const globalPlatform = '2a864886fc6b'
const oid = (rest: string): Uint8Array => encodeTlv(0x06, fromHex(globalPlatform + rest))

/** A secure channel protocol that a card offers, such as SCP03, and its implementation options. */
export type SecureChannelProtocol = { readonly protocol: number; readonly i: number }

/**
 * Card recognition data of a card of GPC 2.3.1 (GPC 2.3.1 §H.2, table H-1): the secure channel protocols that it offers. `decode` throws
 * `ProtocolError('tlv')`.
 */
export const cardRecognition: Codec<readonly SecureChannelProtocol[]> = {
  encode: (protocols) => {
    const offered = protocols.map(({ protocol, i }) => encodeTlv(0x64, oid(`04${toHex(bytesOf(protocol, i))}`)))
    const objects = concat(oid('01'), encodeTlv(0x60, oid('02020301')), encodeTlv(0x63, oid('03')), ...offered)
    return encodeTlv(0x66, encodeTlv(0x73, objects))
  },
  decode: (data) => {
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
  },
}

/** Privileges have three octets. */
export type CardCapabilities = {
  readonly i: number
  readonly domainPrivileges: Uint8Array
  readonly applicationPrivileges: Uint8Array
}

/**
 * Card capability information of a card with SCP03 and AES of every length (GPC 2.3.1 §H.4, table H-4). `decode` throws
 * `ProtocolError('tlv')`.
 */
export const cardCapabilities: Codec<CardCapabilities> = {
  encode: ({ i, domainPrivileges, applicationPrivileges }) => {
    const scp03 = concat(encodeTlv(0x80, bytesOf(0x03)), encodeTlv(0x81, bytesOf(i)), encodeTlv(0x82, bytesOf(0x07)))
    const hashes = bytesOf(0x01, 0x02, 0x03, 0x04)
    const privileges = concat(encodeTlv(0x81, domainPrivileges), encodeTlv(0x82, applicationPrivileges))
    return encodeTlv(0x67, concat(encodeTlv(0xa0, scp03), privileges, encodeTlv(0x83, hashes)))
  },
  decode: (data) => {
    const tlvs = decodeTlvs(data)
    const [i] = findTlv(tlvs, 0x67, 0xa0, 0x81) ?? []
    const domainPrivileges = findTlv(tlvs, 0x67, 0x81)
    const applicationPrivileges = findTlv(tlvs, 0x67, 0x82)
    if (i === undefined || !domainPrivileges || !applicationPrivileges) throw new ProtocolError('tlv', 'no card capability information')
    return { i, domainPrivileges, applicationPrivileges }
  },
}

/** The number of installed applications, and free octets of memory. */
export interface ExtendedResources {
  readonly applications: number
  readonly nonVolatile: number
  readonly volatile: number
}

/**
 * Extended card resources information (TS 102 226 §8.2.1.7.2). Its tag begins with FF, which is not a valid BER tag. `decode` throws
 * `ProtocolError('tlv')`.
 */
export const extendedResources: Codec<ExtendedResources> = {
  encode: ({ applications, nonVolatile, volatile }) => {
    const value = concat(encodeTlv(0x81, uint(applications, 2)), encodeTlv(0x82, uint(nonVolatile, 4)), encodeTlv(0x83, uint(volatile, 4)))
    return concat(uint(cardData.extendedResources, 2), lv(value))
  },
  decode: (data) => {
    const { tag, value } = codecOf(record({ tag: u16, value: lengthValue })).decode(data)
    if (tag !== cardData.extendedResources) throw new ProtocolError('tlv', 'no extended card resources information')
    const tlvs = decodeTlvs(value)
    const number = (one: number): number => {
      const octets = findTlv(tlvs, one)
      if (!octets || octets.length > 4) throw new ProtocolError('tlv', `no number in ${one.toString(16)}`)
      return new Reader(octets).uint(octets.length)
    }
    return { applications: number(0x81), nonVolatile: number(0x82), volatile: number(0x83) }
  },
}
