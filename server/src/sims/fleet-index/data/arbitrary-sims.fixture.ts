import fc from 'fast-check'
import { unknownArea } from '@simdeck/contract/map-area.ts'
import { flags, type SimField, type SimFieldName, simFields, simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import { soughtIn, soughtProblem } from '@simdeck/contract/sim-search.ts'
import { connectionFilters, numberFields, type SimFilter } from '@simdeck/contract/sims.ts'
import { noTags } from '@simdeck/contract/tag-keys.ts'
import type { Value } from './columns/column.ts'
import { indexedFields } from './fields.ts'
import type { IndexedRow } from './fleet-data.ts'

/** The time at which all questions are asked, in microseconds. */
export const now = Date.parse('2026-11-23T00:00:00Z') * 1000

const pieces = [
  '自販機',
  '札幌',
  'ＡＢＣ',
  'ABC',
  'abc',
  'é',
  'e\u0301',
  'ﾊﾟ',
  'パ',
  '😀',
  '\uff5e',
  'ΟΔΟΣ',
  'ı',
  'İ',
  '1',
  '12',
  ' ',
  '-',
  'x'.repeat(30),
]
const words = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join(''))
const number = fc.array(fc.constantFrom('0', '1', '2', '12', '8981', '+'), { maxLength: 6 }).map((parts) => parts.join('') || '7')
const name = fc.constantFrom('Poller', 'poller 2', 'メーター', 'Meter', 'ﾒｰﾀｰ', '')
const version = fc.constantFrom('1.0', '1.00', '1.10', '1.9', '2', '1.0.1', '10', 'beta', '1.', '')
const moment = fc.integer({ min: 0, max: 60 * 24 * 40 }).map((minutes) => now - minutes * 60e6 + (minutes % 7) * 1e6)
const group = fc.integer({ min: 1, max: 6 })
const tag = fc.constantFrom('vip', '札幌', 'v', 'test 1', 'vi')
const tagged = fc.uniqueArray(tag, { minLength: 1, maxLength: 4 }).map((tags) => tags.toSorted().join(','))
const quantity = fc.oneof(
  fc.integer({ min: -140, max: -40 }),
  fc.integer({ min: -(2 ** 15), max: 2 ** 15 }),
  fc.constantFrom(2 ** 31, -(2 ** 31), 2 ** 40, 0.5, -0.25, 0),
)

function valueOf(field: SimFieldName): fc.Arbitrary<Value> {
  const { type, blanks, choices, filter }: SimField = simFields[field]
  const value = (): fc.Arbitrary<Value> => {
    if (choices) return fc.constantFrom(...choices)
    if (type === 'moment') return moment
    if (type === 'number') return quantity
    if (type === 'boolean') return fc.boolean()
    if (type === 'group') return group
    if (type === 'tags') return tagged
    if (type === 'connection') return fc.constantFrom(0, 1, 2)
    if (filter === 'version') return version
    if (numberFields.some((numbered) => numbered === field)) return number
    return field === 'device_alias' || field === 'external_device_id' ? words : name
  }
  return blanks ? fc.option(value(), { freq: 3 }) : value()
}

/** Few ids, so that SIMs are replaced and removed; some beyond 32 bits. */
export const simId = fc.oneof(
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 2 ** 31 - 2, max: 2 ** 31 + 2 }),
  fc.constantFrom(2 ** 40, 2 ** 52),
)

export const row: fc.Arbitrary<IndexedRow> = fc.record({ id: simId, values: fc.tuple(...indexedFields.map(valueOf)) })

const typed = fc
  .oneof(
    words,
    number,
    fc.tuple(words, number).map((parts) => parts.join(' ')),
    fc.array(fc.constantFrom('8981128981', '1212121212', '8981898112'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join(',')),
  )
  .filter((text) => soughtProblem(text) === null)
export const searchText = typed

const some = <Item>(item: fc.Arbitrary<Item>) => fc.uniqueArray(item, { minLength: 1, maxLength: 3 })
const limit = moment.map((microseconds) => new Date(Math.round(microseconds / 1000)).toISOString())

const degrees = fc.integer({ min: -140, max: 20 })
/** A part of the map; the positions of most SIMs are between −140 and −40 degrees. */
export const area = fc.tuple(degrees, degrees, degrees, degrees).map(([one, other, third, fourth]) => ({
  west: Math.min(one, other),
  east: Math.max(one, other),
  south: Math.max(-85, Math.min(third, fourth)),
  north: Math.max(-85, Math.max(third, fourth)),
}))

const filters: [name: string, value: fc.Arbitrary<unknown>][] = [
  ...simFieldsWith({ filter: 'choice' }).map((field): [string, fc.Arbitrary<unknown>] => [
    simFilterOf(field),
    some(fc.constantFrom(...simFields[field].choices)),
  ]),
  ...simFieldsWith({ filter: 'version' }).map((field): [string, fc.Arbitrary<unknown>] => [simFilterOf(field), some(version)]),
  ...simFieldsWith({ filter: 'period' }).flatMap((field): [string, fc.Arbitrary<unknown>][] => [
    [`${simFilterOf(field)}_start`, limit],
    [`${simFilterOf(field)}_end`, limit],
  ]),
  ...simFieldsWith({ filter: 'flag' }).map((field): [string, fc.Arbitrary<unknown>] => [
    simFilterOf(field),
    fc.subarray([...flags], { minLength: 1 }),
  ]),
  ...numberFields.map((field): [string, fc.Arbitrary<unknown>] => [field, typed.map(soughtIn)]),
  ['search', typed.map(soughtIn)],
  ['device_alias', words.filter((text) => text !== '')],
  ['external_device_id', some(words)],
  ['connection', some(fc.constantFrom(...connectionFilters))],
  ['group', some(fc.integer({ min: 0, max: 6 }))],
  ['tags', some(fc.oneof(tag, fc.constant(noTags)))],
  ['applet', some(fc.constantFrom('poller', 'ｍｅｔｅｒ', 'メータ', '2', 'Pol'))],
  ['silent', some(fc.constantFrom('never', '90m', '24h', '7d', '30d', '9999m', '1x', '3x', '40x', '9999x', '1-3x', '2-40x', '5-2x'))],
  ['area', fc.oneof(fc.constant(unknownArea), area)],
  ['id', some(simId)],
  ['selection', fc.constantFrom(1, 2)],
]

/** Up to three filters, some of them negated (`not`). */
export const filter: fc.Arbitrary<SimFilter> = fc
  .uniqueArray(
    fc.integer({ min: 0, max: filters.length - 1 }).chain((at) => fc.tuple(fc.constant(filters[at]![0]), filters[at]![1], fc.boolean())),
    { maxLength: 3, selector: ([key]) => key },
  )
  .map((asked) => {
    const canNegate = (key: string) => !/_(start|end)$|^selection$/.test(key)
    const not = asked.flatMap(([key, , negated]) => (negated && canNegate(key) ? [key] : []))
    return { ...Object.fromEntries(asked.map(([key, value]) => [key, value])), ...(not.length > 0 ? { not } : {}) } as SimFilter
  })

export const sort: fc.Arbitrary<string | undefined> = fc.option(
  fc.tuple(fc.constantFrom(...indexedFields), fc.constantFrom('ASC', 'DESC')).map(([field, order]) => `${field}:${order}`),
  { nil: undefined, freq: 8 },
)

export const groups = fc.uniqueArray(fc.record({ id: group, name: fc.constantFrom('東京', 'Tokyo', 'tokyo', '大阪', '😀', '\uff5e') }), {
  maxLength: 6,
  selector: ({ id }) => id,
})
