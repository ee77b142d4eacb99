import { checkAid } from './aid.ts'
import { Reader, Writer } from './bytes.ts'
import type { Codec } from './codec.ts'
import { ProtocolError } from './errors.ts'

/** One field of a message, for both reading and writing. Numbers are big-endian. */
export interface Field<T> {
  write(this: void, value: T, writer: Writer): void
  read(this: void, reader: Reader): T
}

const unsigned = (size: number): Field<number> => ({
  write: (value, writer) => writer.uint(value, size),
  read: (reader) => reader.uint(size),
})

export const u8 = unsigned(1)
export const u16 = unsigned(2)
export const u24 = unsigned(3)
export const u32 = unsigned(4)
export const u40 = unsigned(5)

/** A number of two octets with a sign (two's complement). */
export const i16: Field<number> = {
  write: (value, writer) => writer.uint(value < 0 ? value + 0x10000 : value, 2),
  read: (reader) => {
    const value = reader.uint(2)
    return value < 0x8000 ? value : value - 0x10000
  },
}

/** A fixed number of octets. Writing more or fewer octets throws `ProtocolError('range')`. */
export const octets = (length: number): Field<Uint8Array> => ({
  write: (value, writer) => {
    if (value.length !== length) throw new ProtocolError('range', `${length} octets expected, not ${value.length}`)
    writer.put(value)
  },
  read: (reader) => reader.take(length),
})

/** One length octet and the value. */
export const lengthValue: Field<Uint8Array> = { write: (value, writer) => writer.lv(value), read: (reader) => reader.lv() }

/** A value after its length in two octets. */
export const longLengthValue: Field<Uint8Array> = {
  write: (value, writer) => {
    writer.uint(value.length, 2)
    writer.put(value)
  },
  read: (reader) => reader.take(reader.uint(2)),
}

/** An AID of 5 to 16 octets after its length. */
export const aidField: Field<Uint8Array> = {
  write: (value, writer) => writer.lv(checkAid(value)),
  read: (reader) => checkAid(reader.lv()),
}

/** Everything to the end of the message. */
export const rest: Field<Uint8Array> = { write: (value, writer) => writer.put(value), read: (reader) => reader.rest() }

/** A list of items after one octet that holds their number. */
export const counted = <T>(item: Field<T>): Field<readonly T[]> => ({
  write: (items, writer) => {
    writer.uint(items.length, 1)
    for (const one of items) item.write(one, writer)
  },
  read: (reader) => Array.from({ length: reader.uint(1) }, () => item.read(reader)),
})

/** Items to the end of the message. */
export const toEnd = <T>(item: Field<T>): Field<readonly T[]> => ({
  write: (items, writer) => {
    for (const one of items) item.write(one, writer)
  },
  read: (reader) => {
    const items: T[] = []
    while (reader.remaining > 0) items.push(item.read(reader))
    return items
  },
})

/** The fields one after another, in the order in which they are named. */
export function record<T extends object>(fields: { readonly [K in keyof T]: Field<T[K]> }): Field<T> {
  const names = Object.keys(fields) as (keyof T)[]
  return {
    write: (value, writer) => {
      for (const name of names) fields[name].write(value[name], writer)
    },
    read: (reader) => {
      const value: Partial<T> = {}
      for (const name of names) value[name] = fields[name].read(reader)
      return value as T
    },
  }
}

/** A field with a check, which throws for an invalid value. It runs before writing and after reading. */
export const checked = <T>(field: Field<T>, check: (value: T) => void): Field<T> => ({
  write: (value, writer) => {
    check(value)
    field.write(value, writer)
  },
  read: (reader) => {
    const value = field.read(reader)
    check(value)
    return value
  },
})

/** A whole message that is one field. Octets left over throw `ProtocolError('trailing')`. */
export function codecOf<T>(field: Field<T>): Codec<T> {
  return {
    encode: (value) => {
      const writer = new Writer()
      field.write(value, writer)
      return writer.bytes()
    },
    decode: (wire) => {
      const reader = new Reader(wire)
      const value = field.read(reader)
      reader.end()
      return value
    },
  }
}
