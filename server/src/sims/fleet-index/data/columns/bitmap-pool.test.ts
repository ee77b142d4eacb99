import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { type Bitmap, setBit, slotsIn } from './bitmap.ts'
import { BitmapPool } from './bitmap-pool.ts'

const bitsFile = (name: string): URL => new URL(name, import.meta.url)

test('bits.wasm is what bits.wat compiles to', async () => {
  const compiler = await wabt()
  const compiled = compiler.parseWat('bits.wat', readFileSync(bitsFile('./bits.wat'), 'utf8'), { simd: true }).toBinary({})
  expect(Buffer.from(compiled.buffer).equals(readFileSync(bitsFile('./bits.wasm')))).toBe(true)
})

const slots = 300
const slotSet = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 0, max: slots - 1 }), { maxLength: slots }),
  fc.constant(Array.from({ length: slots }, (_, slot) => slot)),
)

const bitsOf = (pool: BitmapPool, some: Iterable<number>): Bitmap => {
  const bits = pool.take()
  for (const slot of some) setBit(bits, slot)
  return bits
}

test('the operations on bitmaps equal those on sets', () => {
  fc.assert(
    fc.property(slotSet, slotSet, fc.nat({ max: slots }), fc.nat({ max: slots }), (some, others, skip, take) => {
      const pool = new BitmapPool(slots)
      const other = new Set(others)
      const [bits, otherBits, to] = [bitsOf(pool, some), bitsOf(pool, others), pool.scratch()]
      const sorted = (found: Iterable<number>) => [...found].toSorted((first, second) => first - second)
      const common = sorted(some.filter((slot) => other.has(slot)))
      expect(pool.countCommon(bits, otherBits)).toBe(common.length)
      expect(pool.common(to, bits, otherBits)).toBe(common.length)
      expect([...slotsIn(to, common.length)]).toEqual(common)
      const rest = sorted(some.filter((slot) => !other.has(slot)))
      expect(pool.without(to, bits, otherBits)).toBe(rest.length)
      expect([...slotsIn(to, rest.length)]).toEqual(rest)
      const either = sorted(new Set([...some, ...others]))
      pool.either(to, bits, otherBits)
      expect([...slotsIn(to, either.length)]).toEqual(either)
      expect(pool.pick(bits, skip, take)).toEqual(sorted(some).slice(skip, skip + take))
    }),
  )
})

test('a bitmap that is given back is taken again without set bits', () => {
  const pool = new BitmapPool(slots)
  for (let round = 0; round < 5000; round++) {
    const bits = pool.take()
    expect(bits.every((word) => word === 0)).toBe(true)
    setBit(bits, round % slots)
    pool.reuseScratch()
    setBit(pool.scratch(), 7)
    if (round % 2 === 0) pool.give(bits)
    else pool.giveLater(bits)
  }
})

test('more slots than are picked at once are picked', () => {
  const pool = new BitmapPool(20_000)
  const every = Array.from({ length: 9_000 }, (_, at) => 2 * at)
  expect(pool.pick(bitsOf(pool, every), 100, 5_000)).toEqual(every.slice(100, 5_100))
})
