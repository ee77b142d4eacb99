import { leAny } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { concat, Reader, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { storeData, storeDataStructure } from '../gp/commands.ts'
import { encodeTlv, findTlv } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'
import {
  encodeObjectName,
  maxFileOctets,
  numberOf,
  type ObjectName,
  readObjectName,
  readTlvs,
  type SafeObject,
  safeObject,
  safeTags,
  valueOf,
} from './objects.ts'

/**
 * A command of the remote provisioning of the IoT SAFE applet (ours; docs/spec-gaps.md). One command is one block of STORE DATA after
 * INSTALL [for personalization]. Each can be repeated:
 * - `create` makes a file; a file that exists with room enough keeps its content.
 * - `update` writes octets of a file. `total` is the length of the whole content and comes with its last part; until then a device cannot
 *   read the file (6984).
 * - `delete` removes an object; 6A88 if it does not exist.
 * - `generate` makes a key pair under two names, and replaces an earlier one of the same names.
 * - `request` makes a PKCS#10 request of the key pair with that subject (the DER of a Name), without attributes, and returns octets of it.
 *   The signature is deterministic (RFC 6979), so the octets of several commands fit together; the length of the whole is in its DER.
 * - `read` returns octets of a file, or a public key.
 * - `list` returns one page of the objects.
 * - `sign` signs a SHA-256 hash.
 */
export type ProvisioningCommand =
  | { readonly kind: 'create'; readonly object: SafeObject }
  | {
      readonly kind: 'update'
      readonly file: ObjectName
      readonly offset: number
      readonly data: Uint8Array
      readonly total: number | null
    }
  | { readonly kind: 'delete'; readonly object: ObjectName }
  | { readonly kind: 'generate'; readonly privateKey: SafeObject; readonly publicKey: SafeObject }
  | {
      readonly kind: 'request'
      readonly privateKey: ObjectName
      readonly subject: Uint8Array
      readonly offset: number
      readonly length: number
    }
  | { readonly kind: 'read'; readonly object: ObjectName; readonly offset: number; readonly length: number }
  | { readonly kind: 'list'; readonly page: number }
  | { readonly kind: 'sign'; readonly privateKey: ObjectName; readonly hash: Uint8Array }

const commandTags = { create: 0xe1, update: 0xe2, delete: 0xe3, generate: 0xe4, request: 0xe5, read: 0xe6, list: 0xe7, sign: 0xe8 } as const
const offsetTag = 0x80
const lengthTag = 0x81
const subjectTag = 0x50

/** Octets of a file or request that one answer holds, so that it fits a channel with R-MAC and R-ENC. */
export const readPiece = 192
/** Octets of an `update` beside its data. */
export const updateOverhead = 44
/** Octets of the entries of one page of a list. */
export const pageOctets = 190

const hashLength = 32

const encodePart = ({ offset, length }: { offset: number; length: number }): Uint8Array =>
  concat(encodeTlv(offsetTag, uint(offset, 2)), encodeTlv(lengthTag, uint(length, 1)))

const readPart = (tlvs: readonly Tlv[]): { offset: number; length: number } => ({
  offset: numberOf(valueOf(tlvs, offsetTag, 'offset', 2)),
  length: valueOf(tlvs, lengthTag, 'length', 1)[0]!,
})

function bodyOf(command: ProvisioningCommand): Uint8Array {
  switch (command.kind) {
    case 'create':
      return safeObject.encode(command.object)
    case 'update':
      return concat(
        encodeObjectName(command.file),
        encodeTlv(offsetTag, uint(command.offset, 2)),
        encodeTlv(safeTags.data, command.data),
        ...(command.total === null ? [] : [encodeTlv(safeTags.byteCount, uint(command.total, 2))]),
      )
    case 'delete':
      return encodeObjectName(command.object)
    case 'generate':
      return concat(safeObject.encode(command.privateKey), safeObject.encode(command.publicKey))
    case 'request':
      return concat(encodeObjectName(command.privateKey), encodeTlv(subjectTag, command.subject), encodePart(command))
    case 'read':
      return concat(encodeObjectName(command.object), encodePart(command))
    case 'list':
      return encodeTlv(offsetTag, uint(command.page, 1))
    case 'sign':
      return concat(encodeObjectName(command.privateKey), encodeTlv(safeTags.finalHash, command.hash))
  }
}

/** The data of STORE DATA that carry a provisioning command. Both functions throw `ProtocolError('iotSafe')`. */
export const provisioning = {
  encode: (command: ProvisioningCommand): Uint8Array => encodeTlv(commandTags[command.kind], bodyOf(command)),
  decode(data: Uint8Array): ProvisioningCommand {
    const [command, ...others] = readTlvs(data)
    if (!command || others.length > 0) throw new ProtocolError('iotSafe', 'not one command')
    const kind = (Object.keys(commandTags) as (keyof typeof commandTags)[]).find((one) => commandTags[one] === command.tag)
    if (!kind) throw new ProtocolError('iotSafe', 'an unknown command')
    return readCommand(kind, readTlvs(command.value))
  },
} as const

function readCommand(kind: keyof typeof commandTags, tlvs: readonly Tlv[]): ProvisioningCommand {
  switch (kind) {
    case 'create':
      return { kind, object: onlyObject(tlvs, 'file') }
    case 'update': {
      const total = findTlv(tlvs, safeTags.byteCount)
      return {
        kind,
        file: named(tlvs, 'file'),
        offset: numberOf(valueOf(tlvs, offsetTag, 'offset', 2)),
        data: valueOf(tlvs, safeTags.data, 'data'),
        total: total && checkedTotal(numberOf(total)),
      }
    }
    case 'delete':
      return { kind, object: readObjectName(tlvs) }
    case 'generate': {
      const [first, second, ...others] = tlvs
      if (!first || !second || others.length > 0) throw new ProtocolError('iotSafe', 'two keys are needed')
      return { kind, privateKey: onlyObject([first], 'privateKey'), publicKey: onlyObject([second], 'publicKey') }
    }
    case 'request':
      return { kind, privateKey: named(tlvs, 'privateKey'), subject: valueOf(tlvs, subjectTag, 'subject'), ...readPart(tlvs) }
    case 'read':
      return { kind, object: readObjectName(tlvs), ...readPart(tlvs) }
    case 'list':
      return { kind, page: valueOf(tlvs, offsetTag, 'page', 1)[0]! }
    case 'sign':
      return { kind, privateKey: named(tlvs, 'privateKey'), hash: valueOf(tlvs, safeTags.finalHash, 'hash', hashLength) }
  }
}

function checkedTotal(total: number): number {
  if (total > maxFileOctets) throw new ProtocolError('iotSafe', `a file has at most ${maxFileOctets} octets`)
  return total
}

function onlyObject(tlvs: readonly Tlv[], kind: SafeObject['kind']): SafeObject {
  const [first, ...others] = tlvs
  if (!first || others.length > 0) throw new ProtocolError('iotSafe', 'not one object')
  const object = safeObject.decode(first)
  if (object.kind !== kind) throw new ProtocolError('iotSafe', `not a ${kind}`)
  return object
}

function named(tlvs: readonly Tlv[], kind: ObjectName['kind']): ObjectName {
  const name = readObjectName(tlvs)
  if (name.kind !== kind) throw new ProtocolError('iotSafe', `not a ${kind}`)
  return name
}

const answered: readonly ProvisioningCommand['kind'][] = ['request', 'read', 'list', 'sign']

/** True if the applet answers the command with data. */
export const isAnswered = ({ kind }: ProvisioningCommand): boolean => answered.includes(kind)

/** The blocks of STORE DATA of provisioning commands, numbered from 0; the last one ends the personalization. */
export function provisioningBlocks(commands: readonly ProvisioningCommand[]): CommandApdu[] {
  return commands.map((command, block) => {
    const responseExpected = isAnswered(command)
    const last = block === commands.length - 1
    const apdu = storeData.encode({
      block,
      last,
      structure: storeDataStructure.berTlv,
      responseExpected,
      data: provisioning.encode(command),
    })
    return responseExpected ? { ...apdu, le: leAny } : apdu
  })
}

/** A page of the list of objects: the number of pages, the free memory for objects in octets, and the objects. */
export type ObjectPage = { readonly pages: number; readonly freeOctets: number; readonly objects: readonly SafeObject[] }

/** The answer to `list`: pages 1 octet, free memory 4, then the entries. Both functions throw `ProtocolError('iotSafe')`. */
export const objectPage = {
  encode: ({ pages, freeOctets, objects }: ObjectPage): Uint8Array =>
    concat(uint(pages, 1), uint(freeOctets, 4), ...objects.map((one) => safeObject.encode(one))),
  decode(octets: Uint8Array): ObjectPage {
    try {
      const reader = new Reader(octets)
      const [pages, freeOctets] = [reader.uint(1), reader.uint(4)]
      return { pages, freeOctets, objects: readTlvs(reader.rest()).map((one) => safeObject.decode(one)) }
    } catch (error) {
      if (error instanceof ProtocolError) throw new ProtocolError('iotSafe', error.message)
      throw error
    }
  },
} as const
