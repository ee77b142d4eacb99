import { expect, test } from 'vitest'
import { FleetCount } from './fleet-count.ts'

test('all who ask share a count, until something has changed', async () => {
  let counts = 0
  const count = new FleetCount(async () => ++counts)
  expect(await Promise.all([count.value(), count.value()])).toEqual([1, 1])
  expect(await count.value()).toBe(1)
  count.changed()
  expect(await Promise.all([count.value(), count.value()])).toEqual([2, 2])
})

test('a count that failed is not kept', async () => {
  let counts = 0
  const count = new FleetCount(async () => {
    if (++counts === 1) throw new Error('the database is away')
    return counts
  })
  await expect(count.value()).rejects.toThrow('the database is away')
  expect(await count.value()).toBe(2)
})
