import type { fieldFilters } from '@simdeck/contract/sim-field-schemas.ts'
import { simFields, simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import type { SimField } from '@simdeck/contract/sim-fields.ts'
import { simIdsIn, soughtProblem } from '@simdeck/contract/sim-search.ts'
import { connectionFilters, silences } from '@simdeck/contract/sims.ts'
import type { simFilterShape } from '@simdeck/contract/sims.ts'

export type SimFilterName = keyof typeof simFilterShape
type FieldFilterName = keyof typeof fieldFilters
type Check = (value: string) => boolean

const oneOf =
  (choices: readonly string[]): Check =>
  (value) =>
    value.split(',').every((part) => part === '' || choices.includes(part))
const filledUpTo =
  (max: number): Check =>
  (value) =>
    value.trim() !== '' && value.trim().length <= max
const isSought: Check = (value) => soughtProblem(value) === null
const instant: Check = (value) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

/** Checks of a field's filter by its form; two for a period, none for a filter that is written by hand. */
function checksOf(id: string, { filter, choices, max = 100 }: SimField): [string, Check][] {
  if (filter === 'choice') return [[id, oneOf(choices ?? [])]]
  if (filter === 'number') return [[id, isSought]]
  if (filter === 'whole') return [[id, (value) => value.length <= max]]
  if (filter === 'version') return [[id, filledUpTo(max)]]
  return filter === 'period' ? [`${id}_start`, `${id}_end`].map((name) => [name, instant]) : []
}

const ofFields = Object.fromEntries(simFieldsWith({}).flatMap((name) => checksOf(simFilterOf(name), simFields[name])))

/**
 * True for values that the server accepts. The contract's schemas are not used, because they would add their library to the first
 * screen.
 */
export const simFilterChecks: Record<SimFilterName, Check> = {
  ...(ofFields as Record<FieldFilterName, Check>),
  search: isSought,
  id: (value) => simIdsIn(value) !== null,
  connection: oneOf(connectionFilters),
  device_alias: filledUpTo(100),
  group: (value) => /^\d{1,15}(,\d{1,15}){0,99}$/.test(value),
  applet: filledUpTo(100),
  silent: oneOf(silences),
}
