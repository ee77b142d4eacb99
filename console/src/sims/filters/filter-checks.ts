import { maxTexts, splitTexts } from '@simdeck/contract/list.ts'
import { areaPattern } from '@simdeck/contract/area-pattern.ts'
import { flags, simFields, simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import type { SimField } from '@simdeck/contract/sim-fields.ts'
import { simIdsIn, soughtProblem } from '@simdeck/contract/sim-search.ts'
import { longestSilences, maxSilences, silencePattern } from '@simdeck/contract/silence.ts'
import { connectionFilters } from '@simdeck/contract/sims.ts'
import type { simFilterShape } from '@simdeck/contract/sims.ts'

export type SimFilterName = keyof typeof simFilterShape | 'selection'
type Check = (value: string) => boolean

const oneOf =
  (choices: readonly string[]): Check =>
  (value) =>
    value.split(',').every((part) => part === '' || choices.includes(part))
const filledUpTo =
  (max: number): Check =>
  (value) =>
    value.trim() !== '' && value.trim().length <= max
const textsUpTo =
  (max: number): Check =>
  (value) => {
    const texts = splitTexts(value)
    return texts.length > 0 && texts.length <= maxTexts && texts.every((text) => text.length <= max)
  }
const isSought: Check = (value) => soughtProblem(value) === null
const instant: Check = (value) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
const silences: Check = (value) => {
  const parts = value.split(',').filter((part) => part !== '')
  return value.length <= longestSilences && parts.length <= maxSilences && parts.every((part) => silencePattern.test(part))
}

/** Checks of a field's filter by its form; two for a period, none for a filter that is written by hand. */
function checksOf(id: string, { filter, choices, max = 100 }: SimField): [string, Check][] {
  if (filter === 'choice') return [[id, oneOf(choices ?? [])]]
  if (filter === 'flag') return [[id, oneOf(flags)]]
  if (filter === 'number') return [[id, isSought]]
  if (filter === 'whole' || filter === 'version') return [[id, textsUpTo(max)]]
  return filter === 'period' ? [`${id}_start`, `${id}_end`].map((name) => [name, instant]) : []
}

const ofFields = Object.fromEntries(simFieldsWith({}).flatMap((name) => checksOf(simFilterOf(name), simFields[name])))

const filters: Record<string, Check> = {
  ...ofFields,
  search: isSought,
  id: (value) => simIdsIn(value) !== null,
  connection: oneOf(connectionFilters),
  device_alias: filledUpTo(100),
  group: (value) => /^\d{1,15}(,\d{1,15}){0,99}$/.test(value),
  applet: textsUpTo(100),
  tags: textsUpTo(64),
  silent: silences,
  quarantined: oneOf(['true']),
  area: (value) => areaPattern.test(value),
}

/**
 * True for values that the server accepts. The contract's schemas are not used, because they would add their library to the first
 * screen.
 */
export const simFilterChecks = {
  ...filters,
  not: oneOf(Object.keys(filters).filter((name) => !/_(start|end)$/.test(name))),
  selection: (value) => /^[1-9]\d{0,14}$/.test(value),
} as Record<SimFilterName, Check>
