import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import type { ObjectName, SafeObject } from '@simdeck/protocol/iot-safe/objects.ts'
import { CardError, sw } from '../../card-error.ts'

/** An object of the applet as the card stores it. `content` is hex: the octets of a file, a private scalar, or the point of a public key. */
export interface StoredObject {
  kind: ObjectName['kind']
  id: string
  label: string
  access: number
  content: string
  /** Of a file. */
  file: { size: number; usage: number } | null
  /** True while a remote update of the file has begun and not ended. */
  isUpdating: boolean
}

/** The maximum of objects. A page of the list holds at least one, and the number of pages has one octet. */
const maxObjects = 128

/** The octets of memory that an object takes beside its content. */
const objectOverhead = 32

const sizeOf = ({ file, label }: Pick<StoredObject, 'file' | 'label'>): number => objectOverhead + label.length + (file?.size ?? 96)

const octetsOf = (objects: readonly StoredObject[]): number => objects.reduce((sum, one) => sum + sizeOf(one), 0)

/** The record of an instance of the applet in the registry of its card: the memory that it takes, and its objects. */
export interface SafeRecord {
  size: number
  safeObjects?: StoredObject[]
}

/** The objects of an instance of the applet, in the non-volatile memory of its card. */
export class SafeStore {
  readonly #record: SafeRecord
  /** The free memory of the card in octets. */
  readonly freeOctets: number

  constructor(record: SafeRecord, freeOctets: number) {
    this.#record = record
    this.freeOctets = freeOctets
  }

  get all(): readonly StoredObject[] {
    return this.#record.safeObjects ?? []
  }

  find({ kind, id }: ObjectName): StoredObject | null {
    const hex = toHex(id)
    return this.all.find((one) => one.kind === kind && one.id === hex) ?? null
  }

  /** Throws 6A88 if there is no such object. */
  need(name: ObjectName): StoredObject {
    const found = this.find(name)
    if (!found) throw new CardError(sw.referencedDataNotFound, 'no such object')
    return found
  }

  /** Adds objects, or replaces those of the same names: all of them or none. Throws 6A84 if the memory or the list of objects is full. */
  put(...objects: readonly StoredObject[]): void {
    const replaced = this.all.filter((one) => objects.some(({ kind, id }) => kind === one.kind && id === one.id))
    const growth = octetsOf(objects) - octetsOf(replaced)
    if (growth > this.freeOctets) throw new CardError(sw.noMemory, 'the memory is full')
    const kept = this.all.filter((one) => !replaced.includes(one))
    if (kept.length + objects.length > maxObjects) throw new CardError(sw.noMemory, 'there are too many objects')
    this.#record.size += growth
    this.#record.safeObjects = [...kept, ...objects]
  }

  remove(name: ObjectName): void {
    const object = this.need(name)
    this.#record.size -= sizeOf(object)
    this.#record.safeObjects = this.all.filter((one) => one !== object)
  }
}

/** The object as a list tells it. */
export const listed = ({ kind, id, label, access, content, file, isUpdating }: StoredObject): SafeObject => ({
  kind,
  id: fromHex(id),
  label,
  access,
  isActivated: content !== '' && !isUpdating,
  file,
})
