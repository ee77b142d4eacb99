import { expect, test } from 'vitest'
import type { WrappedScript } from '@simdeck/protocol/ota/script.ts'
import { ScriptCache } from './script-cache.ts'

const script = (id: number): WrappedScript => ({
  id: Uint8Array.of(id),
  digest: new Uint8Array(),
  plain: [],
  commands: [new Uint8Array(600)],
  channel: null,
  positions: [],
})

test('a full cache keeps scripts in use and removes those of ended sessions', () => {
  let nowMs = 0
  const cache = new ScriptCache(2_000, () => nowMs)
  for (const id of [1, 2, 3]) cache.add(script(id))
  const ids = () => [1, 2, 3, 4].filter((id) => cache.get(Uint8Array.of(id)) !== null)
  expect(ids()).toEqual([1, 2])
  nowMs = 100_000
  cache.get(Uint8Array.of(1))
  nowMs = 200_000
  cache.add(script(4))
  expect(ids()).toEqual([1, 4])
  cache.add(script(4))
  nowMs = 1_000_000
  for (const id of [2, 3]) cache.add(script(id))
  expect(ids()).toEqual([2, 3])
})
