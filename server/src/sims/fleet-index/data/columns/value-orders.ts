import type { Value } from './column.ts'
import type { ValueOrder } from './coded-column.ts'

/** Compares texts by code points, which is the order of their octets in UTF-8. */
export function compareTexts(text: string, other: string): number {
  const length = Math.min(text.length, other.length)
  for (let at = 0; at < length; at++) {
    const [unit, otherUnit] = [text.charCodeAt(at), other.charCodeAt(at)]
    if (unit !== otherUnit) return rankOf(unit) - rankOf(otherUnit)
  }
  return text.length - other.length
}

/** The units of code points beyond 16 bits are smaller than the units from 0xE000 on, and come after them. */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit)

export const byText: ValueOrder = {
  sorts: (value) => value !== null,
  compare: (value, other) => compareTexts(String(value), String(other)),
}

/** Numbers ascending; false before true. */
export const byNumber: ValueOrder = {
  sorts: (value) => value !== null,
  compare: (value, other) => Number(value) - Number(other),
}

const versionForm = /^[0-9]{1,9}([.][0-9]{1,9}){0,9}$/
const partsOf = (version: Value): number[] => String(version).split('.').map(Number)

/** Versions by their numbers, so that 1.10 comes after 1.9. A text that is no version counts as blank. */
export const byVersion: ValueOrder = {
  sorts: (value) => typeof value === 'string' && versionForm.test(value),
  compare(value, other) {
    const [parts, others] = [partsOf(value), partsOf(other)]
    const at = parts.findIndex((part, place) => part !== others[place])
    return at < 0 ? parts.length - others.length : at < others.length ? parts[at]! - others[at]! : 1
  },
}

/** Ids by the names that `names` holds now. An id without a name counts as blank. */
export const byName = (names: ReadonlyMap<number, string>): ValueOrder => ({
  sorts: (value) => names.has(Number(value)) && value !== null,
  compare: (value, other) => compareTexts(names.get(Number(value))!, names.get(Number(other))!),
})
