import type { Bench } from '../bench.ts'
import { benchChanges } from './changes.ts'
import { checkPages } from './check.ts'
import { everyCombination } from './combinations.ts'
import { listFilters } from './filters.ts'
import { startIndexed } from '../start-indexed.ts'
import { benchMemory } from './memory.ts'
import { benchPages } from './pages.ts'
import { benchPalette } from './palette.ts'
import { benchPeer } from './peer.ts'

const minuteMs = 60_000
/** Parts of the time of the benchmark. */
const shares = { pages: 0.5, changes: 0.15, check: 0.15 }
const checkedPages = 60

/**
 * Measures the SIM list at the API: start and memory, every filter with every order, the search of the palette, and the same while SIMs
 * change; compares pages with plain SQL at the end. With a peer, compares the two instead.
 */
export async function benchList(bench: Bench): Promise<void> {
  const { part, minutes, peer } = bench.flags
  const runs = (name: string) => part === null || part === name
  if (peer !== null) {
    await startIndexed(bench)
    return benchPeer(bench)
  }
  const filters = await listFilters(bench)
  if (runs('memory')) await benchMemory(bench, filters, part === 'memory')
  else await startIndexed(bench)
  if (runs('palette')) await benchPalette(bench)
  if (!runs('pages') && !runs('changes')) return
  const combinations = await everyCombination(bench, filters)
  if (runs('pages')) await benchPages(bench, combinations, shares.pages * minutes * minuteMs)
  if (runs('changes')) await benchChanges(bench, combinations, shares.changes * minutes * 60)
  await checkPages(bench, combinations, { pages: checkedPages, untilMs: performance.now() + shares.check * minutes * minuteMs })
}
