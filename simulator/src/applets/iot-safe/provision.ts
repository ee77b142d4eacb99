import { createHash } from 'node:crypto'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { publicKey, rawSignature } from '@simdeck/protocol/iot-safe/key-tlvs.ts'
import { type ObjectName, type SafeObject, safeObject } from '@simdeck/protocol/iot-safe/objects.ts'
import { objectPage, pageOctets, provisioning, type ProvisioningCommand } from '@simdeck/protocol/iot-safe/provisioning.ts'
import { certificationRequest, certificationRequestInfo, derSignature, p256KeyInfo } from '@simdeck/protocol/x509/certification-request.ts'
import { readName } from '@simdeck/protocol/x509/name.ts'
import { CardError, sw } from '../../card-error.ts'
import { readingData } from '../../reading.ts'
import type { Random } from '../../random.ts'
import { newKeyPair, pointOf, signHash } from './keys.ts'
import { listed, type SafeStore, type StoredObject } from './store.ts'

const none = new Uint8Array(0)

/** Runs a provisioning command of STORE DATA. Returns the data of its answer. */
export function provision(store: SafeStore, data: Uint8Array, random: Random): Uint8Array {
  const command = readingData(() => provisioning.decode(data))
  switch (command.kind) {
    case 'create':
      createFile(store, command.object)
      return none
    case 'update':
      update(store, command)
      return none
    case 'delete':
      store.remove(command.object)
      return none
    case 'generate': {
      const { scalar, point } = newKeyPair(random)
      store.put(stored(command.privateKey, scalar), stored(command.publicKey, point))
      return none
    }
    case 'request':
      return request(store, command)
    case 'read':
      return read(store, command)
    case 'list':
      return pageOf(store, command.page)
    case 'sign': {
      const { content } = madeKey(store, command.privateKey)
      return rawSignature.encode(signHash(content, command.hash))
    }
  }
}

const stored = ({ kind, id, label, access, file }: SafeObject, content: string): StoredObject => ({
  kind,
  id: toHex(id),
  label,
  access,
  content,
  file,
  isUpdating: false,
})

function createFile(store: SafeStore, object: SafeObject): void {
  const before = store.find(object)
  const keeps = before !== null && before.content.length / 2 <= (object.file?.size ?? 0)
  store.put({ ...stored(object, keeps ? before.content : ''), isUpdating: before?.isUpdating ?? false })
}

function update(store: SafeStore, { file, offset, data, total }: Extract<ProvisioningCommand, { kind: 'update' }>): void {
  const object = store.need(file)
  const end = offset + data.length
  const size = object.file?.size ?? 0
  if (end > size || (total !== null && (total > size || total !== end)))
    throw new CardError(sw.wrongData, 'more octets than the file holds')
  const before = fromHex(object.content)
  const octets = new Uint8Array(Math.max(end, before.length))
  octets.set(before)
  octets.set(data, offset)
  store.put({ ...object, content: toHex(total === null ? octets : octets.subarray(0, total)), isUpdating: total === null })
}

function request(store: SafeStore, command: Extract<ProvisioningCommand, { kind: 'request' }>): Uint8Array {
  const { content: scalar } = madeKey(store, command.privateKey)
  readingData(() => readName(command.subject))
  const info = certificationRequestInfo({ subject: command.subject, keyInfo: p256KeyInfo(fromHex(pointOf(scalar))) })
  const signature = signHash(scalar, createHash('sha256').update(info).digest())
  return partOf(certificationRequest(info, derSignature(signature)), command)
}

/** A key with its content. Throws 6985 for a key that was not made yet. */
function madeKey(store: SafeStore, name: ObjectName): StoredObject {
  const key = store.need(name)
  if (key.content === '') throw new CardError(sw.conditionsOfUse, 'the key is empty')
  return key
}

/** The octets from `offset` on. Throws 6A80 for an offset past the end. */
function partOf(octets: Uint8Array, { offset, length }: { offset: number; length: number }): Uint8Array {
  if (offset > octets.length) throw new CardError(sw.wrongData, 'past the end')
  return octets.subarray(offset, offset + length)
}

function read(store: SafeStore, { object: name, ...part }: Extract<ProvisioningCommand, { kind: 'read' }>): Uint8Array {
  if (name.kind === 'privateKey') throw new CardError(sw.securityStatus, 'a private key is not read')
  if (name.kind === 'publicKey') return publicKey.encode(fromHex(madeKey(store, name).content))
  return partOf(fromHex(store.need(name).content), part)
}

function pageOf(store: SafeStore, page: number): Uint8Array {
  const pages: SafeObject[][] = [[]]
  let octets = 0
  for (const object of store.all.map(listed)) {
    const length = safeObject.encode(object).length
    if (octets + length > pageOctets) {
      pages.push([])
      octets = 0
    }
    pages.at(-1)!.push(object)
    octets += length
  }
  const objects = pages[page]
  if (!objects) throw new CardError(sw.referencedDataNotFound, 'no such page')
  return objectPage.encode({ pages: pages.length, freeOctets: Math.min(store.freeOctets, 0xffffffff), objects })
}
