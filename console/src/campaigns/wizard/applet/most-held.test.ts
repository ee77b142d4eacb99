import { expect, test } from 'vitest'
import { mostHeld } from './most-held.ts'

const held = (installParameters: string, count: number) => ({ installParameters, cardParameters: '', count })

test('the parameters that most SIMs have are taken, empty ones included, and none if none are known', () => {
  expect(mostHeld({ same: 0, values: [] })).toBeNull()
  expect(mostHeld({ same: 2, values: [held('C0', 3), held('C1', 1)] })).toEqual(held('C0', 3))
  expect(mostHeld({ same: 4, values: [held('C0', 3)] })).toEqual(held('', 4))
  expect(mostHeld({ same: 1, values: [] })).toEqual(held('', 1))
})
