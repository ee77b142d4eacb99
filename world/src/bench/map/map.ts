import type { Bench } from '../bench.ts'
import { startIndexed } from '../start-indexed.ts'
import { benchFrames } from './frames.ts'
import { benchTiles } from './tiles.ts'

/** Measures the map of all SIMs: its answers at the API, and its frames in Chromium while it is moved. */
export async function benchMap(bench: Bench): Promise<void> {
  const { part } = bench.flags
  await startIndexed(bench)
  if (part === null || part === 'tiles') await benchTiles(bench)
  if (part === null || part === 'frames') await benchFrames(bench)
}
