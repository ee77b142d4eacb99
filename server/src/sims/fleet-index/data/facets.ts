import { type SimFieldName, simFields, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import type { CountedFilter, ValueCount } from '@simdeck/contract/sim-counts.ts'
import { connectionOfFilter } from '@simdeck/contract/sims.ts'
import type { CodedColumn } from './columns/coded-column.ts'
import type { Value } from './columns/column.ts'
import { compareTexts } from './columns/value-orders.ts'
import { appletNames, type Columns, tagsOf } from './fields.ts'

const nameOfConnection = new Map<Value, string>(Object.entries(connectionOfFilter).map(([name, code]) => [code, name]))
const fieldOf = new Map<string, SimFieldName>((Object.keys(simFields) as SimFieldName[]).map((name) => [simFilterOf(name), name]))

/** A value in the forms of its filter: the name of a connection, 0 for no group, or each of several tags. */
function filterValues(of: CountedFilter, value: Value): readonly (string | null)[] {
  if (of === 'tags' && value !== null) return tagsOf(value)
  return [filterValue(of, value)]
}

function filterValue(of: CountedFilter, value: Value): string | null {
  if (of === 'connection') return nameOfConnection.get(value) ?? null
  if (of === 'group') return String(value ?? 0)
  return value === null ? null : String(value)
}

/**
 * The number of slots for each value. The greatest number comes first; equal numbers are sorted by value, with blank last. For `applet`, a
 * slot counts for each of its two applet names, once if both are equal, and as blank if it has none; for `tags`, for each of its tags.
 */
export function valuesOf(columns: Columns, of: CountedFilter, slots: Uint32Array): ValueCount[] {
  const counts = new Map<string | null, number>()
  const add = (column: CodedColumn, some: Uint32Array) => {
    for (const [code, count] of column.countsOf(some).entries()) {
      if (count === 0) continue
      for (const named of filterValues(of, column.valueOfCode(code))) counts.set(named, (counts.get(named) ?? 0) + count)
    }
  }
  if (of === 'applet') {
    const [first, second] = appletNames.map((name) => columns.coded(name)) as [CodedColumn, CodedColumn]
    add(
      first,
      slots.filter((slot) => !first.isBlank(slot)),
    )
    add(
      second,
      slots.filter((slot) => (second.valueAt(slot) !== first.valueAt(slot) ? !second.isBlank(slot) : first.isBlank(slot))),
    )
  } else add(columns.coded(fieldOf.get(of)!), slots)
  return [...counts].map(([value, count]) => ({ value, count })).toSorted(byCount)
}

function byCount(one: ValueCount, other: ValueCount): number {
  if (one.count !== other.count) return other.count - one.count
  if (one.value === null || other.value === null) return one.value === null ? 1 : -1
  return compareTexts(one.value, other.value)
}
