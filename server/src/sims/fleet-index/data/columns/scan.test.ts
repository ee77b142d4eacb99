import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { bitmapOf, hasBit, slotsIn, countBits } from './bitmap.ts'
import { TextHeap } from './text-heap.ts'

const scanFile = (name: string): URL => new URL(name, import.meta.url)
const utf8 = new TextEncoder()

test('scan.wasm is what scan.wat compiles to', async () => {
  const compiler = await wabt()
  const compiled = compiler.parseWat('scan.wat', readFileSync(scanFile('./scan.wat'), 'utf8'), { simd: true }).toBinary({})
  expect(Buffer.from(compiled.buffer).equals(readFileSync(scanFile('./scan.wasm')))).toBe(true)
})

const piece = fc.constantFrom('a', 'b', 'ab', '0', '12', 'é', '札', '幌', '😀', ' ', 'abcdefghijklmnop', 'ba'.repeat(16))
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
/** Some texts, and a needle of 1 to 64 characters: a part of one of the texts, or another text. */
const sample = fc
  .tuple(fc.array(text, { minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 64 }), text)
  .map(([texts, which, from, length, other]) => {
    const characters = Array.from(texts[which % texts.length]!)
    return {
      texts,
      needle:
        characters
          .slice(from % (characters.length + 1))
          .slice(0, length)
          .join('') ||
        other ||
        'a',
    }
  })

function heapOf(texts: readonly string[]) {
  const heap = new TextHeap()
  return { heap, starts: Uint32Array.from(texts, (one, slot) => heap.add(slot, one)) }
}

test('a scan marks exactly the slots whose text holds the needle', () => {
  fc.assert(
    fc.property(sample, fc.nat({ max: 40 }), ({ texts, needle }, limit) => {
      const { heap, starts } = heapOf(texts)
      const bits = bitmapOf(64)
      const slots = Math.min(limit, texts.length)
      heap.mark(utf8.encode(needle), bits, slots)
      expect([...slotsIn(bits, countBits(bits))]).toEqual([...texts.keys()].filter((slot) => slot < slots && texts[slot]!.includes(needle)))
      for (const [slot, one] of texts.entries()) expect(heap.holds(starts[slot]!, utf8.encode(needle))).toBe(one.includes(needle))
    }),
    { numRuns: 3000 },
  )
})

const keyOf = (one: string, needle: string): number => {
  const kind = one === needle ? 0 : one.startsWith(needle) ? 1 : 2
  return (kind << 16) | Buffer.byteLength(one)
}

test('a scan ranks texts that equal, begin with or contain the needle in this order, and finds none beyond its bound', () => {
  fc.assert(
    fc.property(sample, fc.option(fc.nat()), ({ texts, needle }, boundedBy) => {
      const { heap, starts } = heapOf(texts)
      const holding = [...texts.keys()].filter((slot) => texts[slot]!.includes(needle))
      const worst = boundedBy === null || holding.length === 0 ? null : holding[boundedBy % holding.length]!
      const limits = worst === null ? { bound: 0xffffffff, worst: 0 } : { bound: keyOf(texts[worst]!, needle), worst: starts[worst]! }
      const found: number[][] = []
      heap.rank(utf8.encode(needle), limits, ({ slot, key }) => {
        found.push([slot, key])
        return limits
      })
      const comesBefore = (slot: number, bound: number): boolean => {
        const [key, boundKey] = [keyOf(texts[slot]!, needle), keyOf(texts[bound]!, needle)]
        return key < boundKey || (key === boundKey && Buffer.compare(Buffer.from(texts[slot]!), Buffer.from(texts[bound]!)) <= 0)
      }
      const expected = holding.filter((slot) => worst === null || comesBefore(slot, worst))
      expect(found).toEqual(expected.map((slot) => [slot, keyOf(texts[slot]!, needle)]))
    }),
    { numRuns: 3000 },
  )
})

test('a scan finds all matches even if it cannot write all of them at once', () => {
  const texts = Array.from({ length: 5000 }, (_, slot) => `text ${slot}`)
  const found: number[] = []
  heapOf(texts).heap.rank(utf8.encode('text'), { bound: 0xffffffff, worst: 0 }, ({ slot }) => {
    found.push(slot)
    return { bound: 0xffffffff, worst: 0 }
  })
  expect(found).toEqual([...texts.keys()])
})

test('texts keep their content and slot while others are removed and the memory is compacted', () => {
  const { heap, starts } = heapOf([])
  const kept = new Map<number, string>()
  const places = new Uint32Array(4000)
  expect(starts).toHaveLength(0)
  for (let round = 0; round < 40_000; round++) {
    const slot = (round * 7919) % 4000
    if (kept.has(slot)) heap.remove(places[slot]!)
    const one = round % 5 === 0 ? '' : `${'札幌'.repeat(round % 9)}${round}`
    places[slot] = heap.add(slot, one)
    kept.set(slot, one)
    if (heap.isLoose) heap.compact(places)
  }
  expect(Array.from(places, (start) => heap.textAt(start))).toEqual(Array.from(places, (_, slot) => kept.get(slot)!))
  const bits = bitmapOf(4000)
  heap.mark(utf8.encode('幌39'), bits, 4000)
  expect([...kept.keys()].filter((slot) => hasBit(bits, slot)).toSorted((one, other) => one - other)).toEqual(
    [...kept]
      .filter(([, one]) => one.includes('幌39'))
      .map(([slot]) => slot)
      .toSorted((one, other) => one - other),
  )
  expect(heap.used).toBeLessThan(400_000)
})
