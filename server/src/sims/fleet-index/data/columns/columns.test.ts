import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CodedColumn } from './coded-column.ts'
import type { Column, Value } from './column.ts'
import { NumberColumn } from './number-column.ts'
import { TextColumn } from './text-column.ts'
import { byText, compareTexts } from './value-orders.ts'

function filled<Kind extends Column>(column: Kind, values: readonly Value[]): Kind {
  column.grow(values.length)
  for (const [slot, value] of values.entries()) column.set(slot, value)
  return column
}

function sorted(column: Column, slots: number): number[] {
  const order = Uint32Array.from({ length: slots }, (_, slot) => slot)
  for (const _ of column.sort(order, 0, slots));
  return [...order]
}

const naivelySorted = <Item>(items: readonly Item[], compare: (one: Item, other: Item) => number): number[] =>
  [...items.keys()].toSorted((one, other) => compare(items[one]!, items[other]!) || one - other)

test.each([
  [300, 2],
  [70_000, 4],
])('a dictionary of %i values needs %i octets a slot and keeps every value', (count, width) => {
  const values = Array.from({ length: count }, (_, at) => `value ${at}`)
  const column = filled(new CodedColumn(byText), values)
  expect(column.codes.BYTES_PER_ELEMENT).toBe(width)
  expect(values.every((value, slot) => column.valueAt(slot) === value)).toBe(true)
  expect(sorted(column, count)).toEqual(naivelySorted(values, (one, other) => (one < other ? -1 : 1)))
})

test('a value that no slot has any more is removed from the dictionary', () => {
  const column = filled(new CodedColumn(byText), ['a', 'a'])
  for (let round = 0; round < 100_000; round++) column.set(round % 2, `name ${round}`)
  expect(column.codes.BYTES_PER_ELEMENT).toBe(1)
  expect([column.valueAt(0), column.valueAt(1)]).toEqual(['name 99998', 'name 99999'])
})

test.each([
  ['16 bits', [null, 5, -32_767, 32_767, null, 0], 2],
  ['32 bits', [null, 5, -32_768, 2 ** 31 - 1, null, 0], 4],
  ['64 bits', [null, 5, -(2 ** 31), 2 ** 40, null, 0.5, -32_768], 8],
])('numbers of %s are stored in no more bits, and blanks stay blank', (_, values, width) => {
  const column = filled(new NumberColumn(), values)
  expect(column.values.BYTES_PER_ELEMENT).toBe(width)
  expect(values.map((_value, slot) => column.valueAt(slot))).toEqual(values)
})

test('numbers are sorted by value, equal ones by slot', () => {
  const number = fc.oneof(fc.integer({ min: -300, max: 300 }), fc.integer(), fc.double({ noNaN: true }))
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), (values) => {
      const column = filled(new NumberColumn(), values)
      expect(sorted(column, values.length)).toEqual(naivelySorted(values, (one, other) => (one < other ? -1 : one > other ? 1 : 0)))
    }),
    { numRuns: 1000 },
  )
})

test('texts are compared by code points', () => {
  const character = fc.constantFrom('a', 'b', '札', '\ud7ff', '\ue000', '\uff5e', '😀', '🚰', '𝒳')
  const text = fc.array(character, { maxLength: 4 }).map((characters) => characters.join(''))
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(Math.sign(compareTexts(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)))
    }),
    { numRuns: 1000 },
  )
})

test('texts are sorted by the octets of their UTF-8, equal ones by slot', () => {
  const character = fc.constantFrom('0', '1', 'a', 'B', ' ', 'é', '札', '\uff5e', '😀', '12345678', 'x'.repeat(9))
  const start = fc.constantFrom('', '札幌 x', 'x'.repeat(40))
  const end = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(''))
  const text = fc.tuple(start, end).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(text, { minLength: 100, maxLength: 200 }), (texts) => {
      const column = filled(new TextColumn(), texts)
      expect(sorted(column, texts.length)).toEqual(
        naivelySorted(texts, (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
      )
      expect(texts.map((_, slot) => column.valueAt(slot))).toEqual(texts)
    }),
    { numRuns: 100 },
  )
})

test('a text that is read from octets is stored and folded like the same text', () => {
  // Ends of the ranges of characters that are folded in their octets, and characters that change or combine with the one before.
  const edges = [
    0x61, 0x5a, 0x40, 0x5b, 0x7e, 0x304b, 0x3041, 0x3096, 0x3097, 0x3099, 0x309a, 0x309b, 0x309f, 0x30a1, 0x30fa, 0x30fb, 0x30fc, 0x30ff,
    0x3105, 0x672d, 0x4dff, 0x4e00, 0x9fff, 0xa000, 0xff8a, 0xff9f, 0xff21, 0x3300, 0xf900, 0xe9, 0x301, 0x3a3, 0x3c2, 0x130, 0xac00,
    0x1f600, 0x1d4b3,
  ]
  const character = fc.constantFrom(...edges.map((point) => String.fromCodePoint(point)), 'x'.repeat(1100))
  const text = fc.array(character, { maxLength: 6 }).map((characters) => characters.join(''))
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
      const [read, set] = [new TextColumn(), filled(new TextColumn(), texts)]
      read.grow(texts.length)
      for (const [slot, each] of texts.entries()) {
        const octets = Buffer.from(`<${each}>`)
        read.setFirst(slot, octets, 1, octets.length - 1)
      }
      for (const column of [read, set]) expect(texts.map((_, slot) => column.valueAt(slot))).toEqual(texts)
      expect(texts.map((_, slot) => read.foldedAt(slot))).toEqual(texts.map((_, slot) => set.foldedAt(slot)))
      expect([read.isFolded, read.octets]).toEqual([set.isFolded, set.octets])
      expect(sorted(read, texts.length)).toEqual(sorted(set, texts.length))
    }),
    { numRuns: 2000 },
  )
})
