import { type SimField, type SimFieldName, simFields } from '@simdeck/contract/sim-fields.ts'
import type { TakeRow } from '../../platform/db/binary-rows.ts'
import type { Column, Value } from './data/columns/column.ts'
import { TextColumn } from './data/columns/text-column.ts'

const cellsOctets = 2
const lengthOctets = 4
/** The time from 1970 to 2000, from where PostgreSQL counts, in microseconds. */
const epoch = Date.UTC(2000, 0, 1) * 1000
/** The number of different texts of a field that are kept. */
const maxKept = 4096

/** Writes the value of a cell, which is not null, to the slot of a SIM. */
type Write = (slot: number, octets: Buffer, from: number, length: number) => void

function int32At(octets: Uint8Array, at: number): number {
  return (octets[at]! << 24) | (octets[at + 1]! << 16) | (octets[at + 2]! << 8) | octets[at + 3]!
}

function numberAt(octets: Uint8Array, from: number, length: number): number {
  if (length === 8) return int32At(octets, from) * 2 ** 32 + (int32At(octets, from + 4) >>> 0)
  if (length === 4) return int32At(octets, from)
  return ((octets[from]! << 24) >> 16) | octets[from + 1]!
}

/** Decodes the texts of a field with few different ones. Each of them is decoded once. */
function repeatedTexts(): (octets: Buffer, from: number, length: number) => string {
  const kept = new Map<number, { octets: Buffer; text: string }>()
  return (octets, from, length) => {
    let hash = length
    for (let at = from; at < from + length; at++) hash = Math.imul(hash ^ octets[at]!, 0x01000193)
    const known = kept.get(hash)
    if (known && isEqual(known.octets, octets, from, length)) return known.text
    const text = octets.toString('utf8', from, from + length)
    if (kept.size < maxKept) kept.set(hash, { octets: Buffer.from(octets.subarray(from, from + length)), text })
    return text
  }
}

function isEqual(known: Buffer, octets: Buffer, from: number, length: number): boolean {
  if (known.length !== length) return false
  for (let at = 0; at < length; at++) if (known[at] !== octets[from + at]) return false
  return true
}

/** The fields whose numbers need not be whole. */
const fractional: readonly SimFieldName[] = ['longitude', 'latitude']

function writerOf(name: SimFieldName, column: Column): Write {
  const { type }: SimField = simFields[name]
  if (column instanceof TextColumn) return (slot, octets, from, length) => column.setFirst(slot, octets, from, from + length)
  const set = (slot: number, value: Value) => column.set(slot, value)
  if (fractional.includes(name)) return (slot, octets, from) => set(slot, octets.readDoubleBE(from))
  if (type === 'moment') return (slot, octets, from, length) => set(slot, numberAt(octets, from, length) + epoch)
  if (type === 'boolean') return (slot, octets, from) => set(slot, octets[from] === 1)
  if (type !== 'text' && type !== 'choice' && type !== 'tags')
    return (slot, octets, from, length) => set(slot, numberAt(octets, from, length))
  const decode = repeatedTexts()
  return (slot, octets, from, length) => set(slot, decode(octets, from, length))
}

type Loading = { columnOf: (name: SimFieldName) => Column; slotFor: (id: number) => number }

/** Reads rows in the binary format of COPY into empty columns: the id of a SIM in the first cell, the values of `fields` in the others. */
export function rowReader(fields: readonly SimFieldName[], { columnOf, slotFor }: Loading): TakeRow {
  const writers = fields.map((name) => writerOf(name, columnOf(name)))
  return (octets, from) => {
    const idAt = from + cellsOctets + lengthOctets
    let at = idAt + int32At(octets, idAt - lengthOctets)
    const slot = slotFor(numberAt(octets, idAt, at - idAt))
    for (let cell = 0; cell < writers.length; cell++) {
      const length = int32At(octets, at)
      at += lengthOctets
      if (length < 0) continue
      writers[cell]!(slot, octets, at, length)
      at += length
    }
  }
}
