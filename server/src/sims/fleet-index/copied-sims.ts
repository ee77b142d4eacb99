import { type SimField, simFields } from '@simdeck/contract/sim-fields.ts'
import { simSearchFields } from '@simdeck/contract/sims.ts'
import { indexedFields } from './data/fields.ts'
import type { IndexedSim, Value } from './queries.ts'

// Reads SIMs in the binary format of COPY. A row is the number of its cells in two octets, and its cells. A cell is the number of its octets
// in four octets, −1 for null, and its octets. Numbers are big-endian.

/** Octets before the first row: the signature, the flags and the length of an empty extension. */
const headerOctets = 19
const cellsOctets = 2
const lengthOctets = 4
/** The time from 1970 to 2000, from where PostgreSQL counts, in microseconds. */
const epoch = Date.UTC(2000, 0, 1) * 1000
/** The number of different texts of a field that are kept. */
const maxKept = 4096

type Read = (octets: Buffer, from: number, length: number) => Value

function numberAt(octets: Buffer, from: number, length: number): number {
  if (length === 2) return octets.readInt16BE(from)
  if (length === 4) return octets.readInt32BE(from)
  return octets.readInt32BE(from) * 2 ** 32 + octets.readUInt32BE(from + 4)
}

const textAt = (octets: Buffer, from: number, length: number): string => octets.toString('utf8', from, from + length)

/** Reads a field with few different texts. Each of them is decoded once. */
function repeatedTexts(): Read {
  const kept = new Map<number, { octets: Buffer; text: string }>()
  return (octets, from, length) => {
    let hash = length
    for (let at = from; at < from + length; at++) hash = Math.imul(hash ^ octets[at]!, 0x01000193)
    const known = kept.get(hash)
    if (known && isEqual(known.octets, octets, from, length)) return known.text
    const text = textAt(octets, from, length)
    if (kept.size < maxKept) kept.set(hash, { octets: Buffer.from(octets.subarray(from, from + length)), text })
    return text
  }
}

function isEqual(known: Buffer, octets: Buffer, from: number, length: number): boolean {
  if (known.length !== length) return false
  for (let at = 0; at < length; at++) if (known[at] !== octets[from + at]) return false
  return true
}

const searched: readonly string[] = simSearchFields
const readers = indexedFields.map((name): Read => {
  const { type }: SimField = simFields[name]
  if (type === 'moment') return (octets, from, length) => numberAt(octets, from, length) + epoch
  if (type === 'boolean') return (octets, from) => octets[from] === 1
  if (type !== 'text' && type !== 'choice') return numberAt
  return searched.includes(name) ? textAt : repeatedTexts()
})

/** Reads SIMs from the pieces of a stream: the id in the first cell, the indexed values in the others. */
export class CopiedSims {
  #rest: Buffer = Buffer.alloc(0)
  #from = headerOctets

  /** The SIMs whose rows end in this piece. */
  read(piece: Buffer): IndexedSim[] {
    const octets = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece
    const sims: IndexedSim[] = []
    let from = this.#from
    for (let end = endOfRow(octets, from); end > 0; end = endOfRow(octets, from)) {
      sims.push(simAt(octets, from))
      from = end
    }
    this.#rest = octets.subarray(Math.min(from, octets.length))
    this.#from = Math.max(0, from - octets.length)
    return sims
  }
}

/** The place behind the row at `from`; 0 if it is not complete, or is the end of the stream. */
function endOfRow(octets: Buffer, from: number): number {
  let at = from + cellsOctets
  for (let cell = 0; cell <= readers.length; cell++) {
    if (at + lengthOctets > octets.length) return 0
    at += lengthOctets + Math.max(0, octets.readInt32BE(at))
  }
  return at <= octets.length ? at : 0
}

function simAt(octets: Buffer, from: number): IndexedSim {
  let at = from + cellsOctets
  const length = octets.readInt32BE(at)
  at += lengthOctets
  const id = numberAt(octets, at, length)
  at += length
  const values = readers.map((read): Value => {
    const size = octets.readInt32BE(at)
    at += lengthOctets
    if (size < 0) return null
    at += size
    return read(octets, at - size, size)
  })
  return { id, values }
}
