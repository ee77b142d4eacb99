import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from '../bench.ts'
import { spread } from '../report.ts'

const goalMs = 60
const times = 20
const texts = [
  '1',
  '8',
  '44',
  '898',
  '437',
  '0000',
  '札幌',
  '検',
  'meter',
  'z',
  'zz',
  '+81',
  '8981100',
  '90123456',
  'EXT-12',
  '12345',
  'meter 12',
]

/**
 * Measures the search of the palette with texts of one to eight characters. The first search of each text, in a server that has just started
 * and compiles its code, is told apart from the later ones.
 */
export async function benchPalette(bench: Bench): Promise<void> {
  const measured = texts.map((q) => ({ q, found: 0, first: 0, all: [] as number[] }))
  for (let time = 0; time <= times; time++) {
    for (const one of measured) {
      await bench.accessToken()
      const start = performance.now()
      one.found = (await bench.call(endpoints.searchSims, { query: { q: one.q } })).length
      const took = performance.now() - start
      if (time === 0) one.first = took
      else one.all.push(took)
    }
  }
  bench.report(
    `Search of the palette, ${bench.sims} SIMs (goal ${goalMs} ms at p95)`,
    ['text', 'found', 'first', 'p50', 'p95', 'maximum'],
    [
      ...measured.map(({ q, found, first, all }) => [q, found, first.toFixed(1), ...spread(all)]),
      ['all', '', '', ...spread(measured.flatMap(({ all }) => all))],
    ],
  )
}
