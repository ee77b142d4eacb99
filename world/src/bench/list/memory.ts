import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { simSortFields } from '@simdeck/contract/sims.ts'
import type { Bench } from '../bench.ts'
import { mebibytes } from '../report.ts'
import { startIndexed } from '../start-indexed.ts'
import type { ListQuery } from './filters.ts'

/** More SIMs than any fleet has: the server keeps no index. */
const withoutIndex = { FLEET_INDEX_FROM: '999999999' }
const settleMs = 5_000
const listsWithoutIndex = 5

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

/**
 * Measures the memory of a server without and with the index, and the time from the start of the process until a list is answered and until
 * the index is loaded. Leaves a server with a loaded index. `everything`: requests lists with every filter and every order before the last
 * reading, since the index keeps what they need.
 */
export async function benchMemory(bench: Bench, filters: Record<string, ListQuery>, everything: boolean): Promise<void> {
  const list = (query: ListQuery) => bench.call(endpoints.listSims, { query })
  await bench.restart(withoutIndex)
  for (let time = 0; time < listsWithoutIndex; time++) await list({ pageIndex: time })
  await pause(settleMs)
  const without = await bench.rssNow()

  const { readyMs, answeredMs, loadedMs, loadMs } = await startIndexed(bench)
  await pause(settleMs)
  const loaded = await bench.rssNow()
  const peak = await bench.rss()
  const rows: (string | number)[][] = [
    ['from the start of the process until it accepts requests, s', seconds(readyMs)],
    ['… until it has answered a list, s', seconds(answeredMs)],
    ['… until its index is loaded, s', seconds(loadedMs)],
    ['time to load the index, s', seconds(loadMs)],
    ['memory (RSS) without the index', mebibytes(without)],
    ['… with the index, just loaded', mebibytes(loaded)],
    ['… highest until then', mebibytes(peak)],
  ]
  if (everything) {
    for (const filter of Object.values(filters)) await list(filter)
    for (const field of simSortFields) await list({ sort: `${field}:ASC`, pageIndex: 500 })
    await pause(settleMs)
    rows.push(['… after lists with every filter and in every order', mebibytes(await bench.rssNow())])
  }
  const figures = await bench.metrics()
  rows.push(['memory of the index by its own count', mebibytes(figures.get('simdeck_fleet_index_bytes') ?? NaN)])
  bench.report(`Start and memory of a server, ${bench.sims} SIMs`, ['measurement', 'value'], rows)
}
