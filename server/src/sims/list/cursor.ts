import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { SimSortKey } from '../sql/sim-sort-keys.ts'

/** A position in the sorted list: the sort key of a row as text (null for a blank), and its id. */
export type Position = { value: string | null; id: number }
/** Start and direction of a page: from the start of the list, from its end backwards, or from a position, which is excluded. */
export type PageStart = { backward: boolean; from: Position | null }

/** Identifies the list of a cursor: the sort and a digest of the filter. */
export function listOf(sort: string | undefined, filter: SimFilter): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined)
  const text = JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return `${sort ?? ''} ${createHash('sha256').update(text).digest('base64url').slice(0, 8)}`
}

export function cursorOf(list: string, { backward, from }: { backward: boolean; from: Position }): string {
  return Buffer.from(JSON.stringify([list, backward ? 1 : 0, from.id, from.value])).toString('base64url')
}

const content = z.tuple([z.string(), z.union([z.literal(0), z.literal(1)]), z.number().int().positive(), z.string().nullable()])

const valueForms: Record<SimSortKey['type'], RegExp> = {
  text: /^[^\0]*$/,
  int: /^-?\d{1,9}$/,
  'int[]': /^\{\d{1,9}(,\d{1,9}){0,9}\}$/,
  timestamptz: /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/,
}

/** Reads a cursor of this list. Throws `ApiError('invalidInput')` for a cursor of another list and an invalid one. */
export function pageStartOf(cursor: string, list: string, key: SimSortKey): PageStart {
  if (cursor === 'last') return { backward: true, from: null }
  const read = content.safeParse(parsed(cursor))
  if (!read.success) throw new ApiError('invalidInput')
  const [whose, backward, id, value] = read.data
  if (whose !== list || (value === null ? !key.blanks : !isValue(value, key.type))) throw new ApiError('invalidInput')
  return { backward: backward === 1, from: { value, id } }
}

function isValue(value: string, type: SimSortKey['type']): boolean {
  if (!valueForms[type].test(value)) return false
  return type !== 'timestamptz' || isSecond(value.slice(0, 19).replace(' ', 'T'))
}

/** Rejects dates such as the 30th of February, which `Date` reads as another day. */
function isSecond(text: string): boolean {
  const read = new Date(`${text}Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
