import { createHmac, hkdfSync } from 'node:crypto'
import { type CommandApdu, leAny, responseApdu, type ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { concat, fromHex, uint } from '@simdeck/protocol/bytes.ts'
import { encodeTlv, findTlv } from '@simdeck/protocol/tlv.ts'
import type { Tlv } from '@simdeck/protocol/tlv.ts'
import { publicKey } from '@simdeck/protocol/iot-safe/key-tlvs.ts'
import {
  access,
  numberOf,
  type ObjectKind,
  objectTags,
  readTlvs,
  safeObject,
  safeTags,
  valueOf,
} from '@simdeck/protocol/iot-safe/objects.ts'
import { CardError, sw } from '../../card-error.ts'
import { readingData } from '../../reading.ts'
import type { Random } from '../../random.ts'
import { agree, checkPoint, newKeyPair } from './keys.ts'
import { type SafeSession, sign, startSession, verify } from './sessions.ts'
import { listed, type SafeStore, type StoredObject } from './store.ts'

/** The instructions of the applet for devices (GSMA IoT.05). */
export const deviceInstruction = {
  putPublicKey: 0x24,
  computeSignature: 0x2a,
  updateSignature: 0x2b,
  verifySignature: 0x2c,
  updateVerification: 0x2d,
  computeDh: 0x46,
  computePrf: 0x48,
  computeHkdf: 0x4a,
  getRandom: 0x84,
  readFile: 0xb0,
  generateKeyPair: 0xb9,
  getData: 0xcb,
  readPublicKey: 0xcd,
  updatePublicKey: 0xd8,
} as const
export const deviceInstructions: readonly number[] = Object.values(deviceInstruction)

/** Tags of the key derivations: secret, label and seed (or information), length, salt. */
export const derivationTags = { secret: 0xd1, seed: 0xd2, length: 0xd3, salt: 0xd4 } as const
const maxDerived = 255
const moreData = 0x6310

/** The state of the applet on a logical channel, which a reset clears. */
export type DeviceRam = { session: SafeSession | null; putting: string | null; list: Uint8Array[] }
export const newDeviceRam = (): DeviceRam => ({ session: null, putting: null, list: [] })

type Context = { store: SafeStore; ram: DeviceRam; random: Random }

/** Runs a command of a device. Wrong data ends with 6A80, an unknown object with 6A88. */
export function runDeviceCommand(context: Context, command: CommandApdu): ResponseApdu {
  const { store } = context
  const { ins, p1 } = command
  if (ins === deviceInstruction.getData) return getData(store, context.ram, command)
  if (ins === deviceInstruction.getRandom) return responseApdu(sw.ok, context.random.bytes(Math.min(command.le ?? 0, 255) || 255))
  return responseApdu(
    sw.ok,
    readingData(() => answer(context, ins, p1, command)),
  )
}

function answer({ store, ram, random }: Context, ins: number, p1: number, command: CommandApdu): Uint8Array {
  const tlvs = readTlvs(command.data)
  switch (ins) {
    case deviceInstruction.readFile:
      return readFile(store, tlvs, command)
    case deviceInstruction.generateKeyPair:
      return generate(store, tlvs, random)
    case deviceInstruction.readPublicKey:
      return publicKey.encode(fromHex(readable(named(store, tlvs, 'publicKey')).content))
    case deviceInstruction.putPublicKey:
      ram.putting = updatable(named(store, tlvs, 'publicKey')).id
      return none
    case deviceInstruction.updatePublicKey: {
      const object = store.all.find(({ kind, id }) => kind === 'publicKey' && id === ram.putting)
      if (!object) throw new CardError(sw.noSession, 'no PUT PUBLIC KEY before')
      ram.putting = null
      store.put({ ...object, content: checkPoint(publicKey.decode(tlvs)) })
      return none
    }
    case deviceInstruction.computeSignature:
    case deviceInstruction.verifySignature: {
      const isOpening = p1 === 0x00
      if (!isOpening && p1 !== 0x01) throw new CardError(sw.wrongParameters, 'P1 is 00 or 01')
      const kind = ins === deviceInstruction.computeSignature ? 'privateKey' : 'publicKey'
      ram.session = isOpening ? startSession(made(named(store, tlvs, kind)), tlvs) : null
      return none
    }
    case deviceInstruction.updateSignature:
    case deviceInstruction.updateVerification: {
      const { session } = ram
      const kind = ins === deviceInstruction.updateSignature ? 'privateKey' : 'publicKey'
      if (session?.kind !== kind) throw new CardError(sw.noSession, 'no session')
      const isLast = (p1 & 0x80) !== 0
      if (isLast) ram.session = null
      return kind === 'privateKey' ? sign(session, tlvs, isLast) : verify(session, tlvs, isLast)
    }
    case deviceInstruction.computeDh:
      return agree(made(named(store, tlvs, 'privateKey')).content, publicKey.decode(tlvs))
    case deviceInstruction.computePrf:
      return prf(tlvs)
    default:
      return hkdf(tlvs)
  }
}

const none: Uint8Array = new Uint8Array(0)

/** The object that a device names by id or label. */
function named(store: SafeStore, tlvs: readonly Tlv[], kind: ObjectKind): StoredObject {
  const id = findTlv(tlvs, objectTags[kind].id)
  if (id) return store.need({ kind, id })
  const label = new TextDecoder().decode(valueOf(tlvs, objectTags[kind].label, 'id or label'))
  const found = store.all.find((one) => one.kind === kind && one.label === label)
  if (!found) throw new CardError(sw.referencedDataNotFound, 'no such object')
  return found
}

function readable(object: StoredObject): StoredObject {
  if ((object.access & access.read) === 0) throw new CardError(sw.securityStatus, 'a device may not read the object')
  return made(object)
}

function updatable(object: StoredObject): StoredObject {
  if ((object.access & access.update) === 0) throw new CardError(sw.securityStatus, 'a device may not change the object')
  return object
}

function made(object: StoredObject): StoredObject {
  if (object.isUpdating) throw new CardError(sw.updatedRemotely, 'the object is being updated')
  if (object.content === '') throw new CardError(sw.conditionsOfUse, 'the object is empty')
  return object
}

/** GET DATA: 00 the state of the applet, 01 the list of objects (P2 01 continues it), C1, C2 or C3 one object. */
function getData(store: SafeStore, ram: DeviceRam, { p1, p2, data }: CommandApdu): ResponseApdu {
  if (p1 === 0x00)
    return responseApdu(
      sw.ok,
      concat(encodeTlv(safeTags.state, uint(1, 1)), encodeTlv(safeTags.fileSize, uint(Math.min(store.freeOctets, 0xffff), 2))),
    )
  if (p1 === 0x01) {
    if (p2 !== 0x00 && p2 !== 0x01) throw new CardError(sw.wrongParameters, 'P2 is 00 or 01')
    if (p2 === 0x00) ram.list = answersOf(store.all.map((one) => safeObject.encode(listed(one), true)))
    const next = ram.list.shift()
    if (next === undefined && p2 === 0x01) throw new CardError(sw.referencedDataNotFound, 'the list has ended')
    return responseApdu(ram.list.length > 0 ? moreData : sw.ok, next ?? none)
  }
  const kind = (Object.keys(objectTags) as ObjectKind[]).find((one) => objectTags[one].body === p1)
  if (!kind) throw new CardError(sw.wrongParameters, 'an unknown P1')
  return responseApdu(
    sw.ok,
    readingData(() => safeObject.encode(listed(named(store, readTlvs(data), kind)), true)),
  )
}

/** The entries in answers of at most 255 octets. */
function answersOf(entries: readonly Uint8Array[]): Uint8Array[] {
  const answers: Uint8Array[] = []
  for (const entry of entries) {
    const last = answers.at(-1)
    if (last && last.length + entry.length < leAny) answers[answers.length - 1] = concat(last, entry)
    else answers.push(entry)
  }
  return answers
}

function readFile(store: SafeStore, tlvs: readonly Tlv[], { p1, p2, le }: CommandApdu): Uint8Array {
  const octets = fromHex(readable(named(store, tlvs, 'file')).content)
  const offset = p1 * 256 + p2
  if (offset > octets.length) throw new CardError(sw.wrongParameters, 'past the end of the file')
  return octets.subarray(offset, offset + Math.min(le ?? 0, 255))
}

/** Makes a key pair under the names of an existing one whose keys a device may change. */
function generate(store: SafeStore, tlvs: readonly Tlv[], random: Random): Uint8Array {
  const privateKey = updatable(named(store, tlvs, 'privateKey'))
  const other = store.all.find(({ kind, label }) => kind === 'publicKey' && label === privateKey.label)
  if (!other) throw new CardError(sw.referencedDataNotFound, 'no public key of that label')
  const { scalar, point } = newKeyPair(random)
  store.put({ ...privateKey, content: scalar }, { ...other, content: point })
  return concat(
    encodeTlv(objectTags.privateKey.id, fromHex(privateKey.id)),
    encodeTlv(objectTags.publicKey.id, fromHex(other.id)),
    publicKey.encode(fromHex(point)),
  )
}

function lengthOf(tlvs: readonly Tlv[]): number {
  const length = numberOf(valueOf(tlvs, derivationTags.length, 'length', 2))
  if (length < 1 || length > maxDerived) throw new CardError(sw.wrongData, `1 to ${maxDerived} octets can be derived`)
  return length
}

/** P_SHA256 of TLS 1.2 (RFC 5246 §5) over the label and seed. */
function prf(tlvs: readonly Tlv[]): Uint8Array {
  const secret = valueOf(tlvs, derivationTags.secret, 'secret')
  const seed = valueOf(tlvs, derivationTags.seed, 'label and seed')
  const length = lengthOf(tlvs)
  const mac = (...parts: Uint8Array[]) =>
    createHmac('sha256', secret)
      .update(concat(...parts))
      .digest()
  let out = none
  for (let a: Uint8Array = mac(seed); out.length < length; a = mac(a)) out = concat(out, mac(a, seed))
  return out.subarray(0, length)
}

/** HKDF with SHA-256 (RFC 5869). */
function hkdf(tlvs: readonly Tlv[]): Uint8Array {
  const secret = valueOf(tlvs, derivationTags.secret, 'secret')
  const [salt, info] = [findTlv(tlvs, derivationTags.salt) ?? none, findTlv(tlvs, derivationTags.seed) ?? none]
  return new Uint8Array(hkdfSync('sha256', secret, salt, info, lengthOf(tlvs)))
}
