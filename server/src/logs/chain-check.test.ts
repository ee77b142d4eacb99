import { expect, test } from 'vitest'
import { ChainCheck } from './chain-check.ts'

test('equal steps share one check, and a caller with many different steps is refused until earlier ones end', async () => {
  const ends: (() => void)[] = []
  const begun: number[] = []
  const chain = new ChainCheck(async (after) => {
    begun.push(after)
    await new Promise<void>((resolve) => ends.push(resolve))
    return { rows: after }
  })
  const steps = Array.from({ length: 16 }, (_, after) => chain.run(after))
  await expect(chain.run(99)).rejects.toMatchObject({ code: 'tooManyRequests' })
  const same = chain.run(3)
  for (const step of steps) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()!()
    await step
  }
  expect(await same).toMatchObject({ rows: 3 })
  expect(begun).toEqual(Array.from({ length: 16 }, (_, after) => after))
  const next = chain.run(99)
  await expect.poll(() => ends.length).toBe(1)
  ends.shift()!()
  expect(await next).toMatchObject({ rows: 99 })
})
