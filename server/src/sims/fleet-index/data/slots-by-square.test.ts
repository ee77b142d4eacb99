import { expect, test } from 'vitest'
import { bitmapOf, setBit } from './columns/bitmap.ts'
import { SlotsBySquare } from './slots-by-square.ts'

test('the slots of some squares are found once each while few and many slots move, and while slots and squares are added', () => {
  let state = 1
  const below = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit
  const lists = new SlotsBySquare()
  const squares: number[] = Array.from({ length: 4_000 }, () => below(31))
  let count = 31
  for (const moves of [0, 1, 50, 900, 200, 3_000, 10, 0]) {
    for (let move = 0; move < moves; move++) {
      const slot = below(squares.length)
      squares[slot] = below(count)
      lists.moved(slot)
    }
    if (moves === 50) lists.moved(squares.push(...Array<number>(500).fill(2)) - 1)
    if (moves === 200) {
      squares[7] = count++
      lists.moved(7)
    }
    const bits = bitmapOf(squares.length)
    for (const slot of squares.keys()) if (slot % 3 > 0) setBit(bits, slot)
    const wanted = [2, 5, 29, count - 1]
    const found: number[] = []
    lists.visit(wanted, { slots: squares.length, count, squareOf: (slot) => squares[slot]!, bits }, (slot) => found.push(slot))
    const expected = [...squares.keys()].filter((slot) => slot % 3 > 0 && wanted.includes(squares[slot]!))
    expect(found.toSorted((one, other) => one - other)).toEqual(expected)
  }
})
