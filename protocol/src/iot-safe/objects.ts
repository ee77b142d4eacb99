import { bytesOf, concat, equalBytes, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'

/** The kinds of object that an IoT SAFE applet keeps (GSMA IoT.05). */
export type ObjectKind = 'privateKey' | 'publicKey' | 'file'

/** An object of the applet: ids are unique within a kind. */
export type ObjectName = { readonly kind: ObjectKind; readonly id: Uint8Array }

export const maxIdOctets = 20
/** The maximum of octets of a label on the card. */
export const maxLabelOctets = 60
export const maxFileOctets = 4096

/** Tags of the body, the label and the id of each kind of object. */
export const objectTags = {
  file: { body: 0xc3, label: 0x73, id: 0x83 },
  privateKey: { body: 0xc1, label: 0x74, id: 0x84 },
  publicKey: { body: 0xc2, label: 0x75, id: 0x85 },
} as const satisfies Record<ObjectKind, { body: number; label: number; id: number }>

/** Further tags of the objects and commands of IoT SAFE. */
export const safeTags = {
  fileSize: 0x20,
  fileUsage: 0x21,
  signature: 0x33,
  publicKey: 0x34,
  keyPoint: 0x49,
  state: 0x4a,
  keyType: 0x4b,
  keyUsage: 0x4e,
  access: 0x60,
  functions: 0x61,
  agreement: 0x6f,
  point: 0x86,
  hashes: 0x91,
  signatures: 0x92,
  lastBlock: 0x9a,
  data: 0x9b,
  intermediateHash: 0x9c,
  byteCount: 0x9d,
  finalHash: 0x9e,
  mode: 0xa1,
} as const

/** Access rights of a device to an object. */
export const access = { read: 0x01, update: 0x02 } as const
/** Uses of a file: any, or an X.509 certificate. */
export const fileUsages = { general: 1, certificate: 2 } as const
/** The key types that this product makes: P-256, kept over a reset or not. */
export const keyTypes = { p256Persistent: 0x13, p256Volatile: 0x14 } as const
export const keyFunctions = { sign: 0x01, generate: 0x02, agree: 0x04, derive: 0x08 } as const

/** An object with what a list tells of it; `content` octets of a file are read apart. */
export type SafeObject = ObjectName & {
  readonly label: string
  /** Bits of `access`. */
  readonly access: number
  /** False for a file without content and for a key that was not made. */
  readonly isActivated: boolean
  /** Of a file: its capacity in octets, and its use (`fileUsages`); null for keys. */
  readonly file: { readonly size: number; readonly usage: number } | null
}

/** Reads a tag's value, or throws `ProtocolError('iotSafe')` naming it. */
export function valueOf(tlvs: readonly Tlv[], tag: number, name: string, length?: number): Uint8Array {
  const value = findTlv(tlvs, tag)
  if (!value || (length !== undefined && value.length !== length))
    throw new ProtocolError('iotSafe', `${name}: missing or of a wrong length`)
  return value
}

export function checkedId(id: Uint8Array): Uint8Array {
  if (id.length < 1 || id.length > maxIdOctets) throw new ProtocolError('iotSafe', `an id has 1 to ${maxIdOctets} octets`)
  return id
}

function labelOctets(label: string): Uint8Array {
  const octets = new TextEncoder().encode(label)
  if (octets.length > maxLabelOctets) throw new ProtocolError('iotSafe', `a label has at most ${maxLabelOctets} octets`)
  return octets
}

export const numberOf = (octets: Uint8Array): number => octets.reduce((sum, octet) => sum * 256 + octet, 0)

export const sameName = (one: ObjectName, other: ObjectName): boolean => one.kind === other.kind && equalBytes(one.id, other.id)

/** The TLV of an object's id, which names the object in a command. */
export const encodeObjectName = ({ kind, id }: ObjectName): Uint8Array => encodeTlv(objectTags[kind].id, checkedId(id))

const kinds = Object.keys(objectTags) as ObjectKind[]

/** The object that a command names by the first id in it. Throws `ProtocolError('iotSafe')`. */
export function readObjectName(tlvs: readonly Tlv[]): ObjectName {
  for (const kind of kinds) {
    const id = findTlv(tlvs, objectTags[kind].id)
    if (id) return { kind, id: checkedId(id) }
  }
  throw new ProtocolError('iotSafe', 'no object is named')
}

/**
 * The entry of an object in a list, and its definition in commands: `C1`, `C2` or `C3` with label, id, access, state, and for a file its
 * size and use. A device also gets the properties of a key, which `decode` ignores.
 */
export const safeObject = {
  encode({ kind, id, label, access: rights, isActivated, file }: SafeObject, forDevice = false): Uint8Array {
    const tags = objectTags[kind]
    const ofFile = file ? [encodeTlv(safeTags.fileSize, uint(file.size, 2)), encodeTlv(safeTags.fileUsage, uint(file.usage, 1))] : []
    return encodeTlv(
      tags.body,
      concat(
        encodeTlv(tags.label, labelOctets(label)),
        encodeTlv(tags.id, checkedId(id)),
        encodeTlv(safeTags.access, uint(rights, 1)),
        encodeTlv(safeTags.state, bytesOf(isActivated ? 1 : 0)),
        ...ofFile,
        ...(forDevice && kind !== 'file' ? propertiesOf(kind) : []),
      ),
    )
  },
  decode({ tag, value }: Tlv): SafeObject {
    const kind = kinds.find((one) => objectTags[one].body === tag)
    if (!kind) throw new ProtocolError('iotSafe', `${tag.toString(16)} is not an object`)
    const tlvs = readTlvs(value)
    const tags = objectTags[kind]
    const rights = valueOf(tlvs, safeTags.access, 'access', 1)[0]!
    return {
      kind,
      id: checkedId(valueOf(tlvs, tags.id, 'id')),
      label: readLabel(valueOf(tlvs, tags.label, 'label')),
      access: rights,
      isActivated: valueOf(tlvs, safeTags.state, 'state', 1)[0] === 1,
      file: kind === 'file' ? readFile(tlvs) : null,
    }
  },
} as const

/** The properties of a key of P-256 that signs, agrees and can be made again. */
function propertiesOf(kind: 'privateKey' | 'publicKey'): Uint8Array[] {
  const { sign, generate, agree } = keyFunctions
  return [
    encodeTlv(safeTags.keyType, uint(keyTypes.p256Persistent, 1)),
    encodeTlv(safeTags.keyUsage, bytesOf(1)),
    encodeTlv(safeTags.functions, bytesOf(kind === 'privateKey' ? sign | generate | agree : sign | agree)),
    encodeTlv(safeTags.hashes, uint(1, 2)),
    encodeTlv(safeTags.signatures, bytesOf(4)),
  ]
}

function readFile(tlvs: readonly Tlv[]): SafeObject['file'] {
  const size = numberOf(valueOf(tlvs, safeTags.fileSize, 'size', 2))
  if (size > maxFileOctets) throw new ProtocolError('iotSafe', `a file has at most ${maxFileOctets} octets`)
  return { size, usage: valueOf(tlvs, safeTags.fileUsage, 'use of the file', 1)[0]! }
}

function readLabel(octets: Uint8Array): string {
  if (octets.length > maxLabelOctets) throw new ProtocolError('iotSafe', 'the label is too long')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets)
  } catch {
    throw new ProtocolError('iotSafe', 'the label is not text')
  }
}

/** Reads the TLVs of a command or an answer. Throws `ProtocolError('iotSafe')`. */
export function readTlvs(octets: Uint8Array): Tlv[] {
  try {
    return decodeTlvs(octets)
  } catch (error) {
    if (error instanceof ProtocolError) throw new ProtocolError('iotSafe', error.message)
    throw error
  }
}
