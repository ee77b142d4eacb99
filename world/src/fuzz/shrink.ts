import { toHex } from '@simdeck/protocol/bytes.ts'
import { splice } from './mutate.ts'

const maxTries = 3000

/** Shortens the input by removing ever smaller parts, as long as `isFound` still confirms the finding. */
export async function shrink(input: Uint8Array, isFound: (input: Uint8Array) => Promise<boolean>): Promise<Uint8Array> {
  let best = input
  let tries = 0
  const seen = new Set<string>()
  for (let size = Math.ceil(best.length / 2); size > 0; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = 0; at < best.length && tries < maxTries;) {
      const smaller = splice(best, at, size, new Uint8Array())
      const name = toHex(smaller)
      if (seen.has(name)) {
        at += size
        continue
      }
      seen.add(name)
      tries++
      if (await isFound(smaller)) best = smaller
      else at += size
    }
  }
  return best
}
