import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { RawLogs } from '@simdeck/server/platform/audit/raw/raw-logs.ts'
import { keepDayPartitions } from '@simdeck/server/platform/db/day-partitions.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import type { Bench } from './bench.ts'
import { mebibytes, percentile } from './report.ts'

const rowsASecond = 5_000
const flushMs = 1_000
const askMs = 100
const minuteMs = 60_000
const dayMs = 86_400_000

type Query = QueryIn<typeof endpoints.listRawApiLogs>
const questions: Record<string, Query> = {
  'newest 100': { take: 100 },
  'one caller': { take: 100, caller: 'member7@example.com' },
  failures: { take: 100, status: 'failure' },
  'one route': { take: 100, route: '/v1/sims/{id}' },
  'unknown caller': { take: 100, caller: 'nobody@example.com' },
}

/** Writes 5,000 rows a second into the raw API log, as a node does, while its screen is asked ten times a second; then drops a day. */
export async function benchLogs(bench: Bench): Promise<void> {
  const database = openDatabase(bench.databaseUrl)
  const rawLogs = new RawLogs(database)
  const delays = new Map<string, number[]>()
  const flushes: number[] = []
  let written = 0
  let done = false
  async function ask(): Promise<void> {
    for (let at = 0; !done; at++) {
      const [name, query] = Object.entries(questions)[at % Object.keys(questions).length]!
      const before = performance.now()
      await bench.call(endpoints.listRawApiLogs, { query })
      delays.set(name, [...(delays.get(name) ?? []), performance.now() - before])
      await pause(askMs)
    }
  }
  try {
    const asking = ask()
    const startedAt = Date.now()
    const endsAt = startedAt + bench.flags.minutes * minuteMs
    while (Date.now() < endsAt) {
      const due = Math.min(((Date.now() - startedAt) / 1000) * rowsASecond - written, 2 * rowsASecond)
      for (let row = 0; row < due; row++) rawLogs.api.add(callOf(written++))
      const before = performance.now()
      await rawLogs.flush()
      flushes.push(performance.now() - before)
      await pause(Math.max(0, flushMs - flushes.at(-1)!))
    }
    done = true
    await asking
    const seconds = (Date.now() - startedAt) / 1000
    const [stored] = await bench.query<{ rows: number; bytes: number }>(
      `select count(*)::int as rows, (select sum(pg_total_relation_size(relid)) from pg_partition_tree('raw_api_logs'))::bigint as bytes
       from raw_api_logs where route like '/v1/bench%' or route = '/v1/sims/{id}'`,
    )
    bench.report(
      `Raw API log: ${Math.round(written / seconds)} rows a second, ${Math.round(seconds)} s`,
      ['', 'figure'],
      [
        ['rows written', stored!.rows],
        ['bytes for a row, with its indexes', Math.round(Number(stored!.bytes) / stored!.rows)],
        ['size', mebibytes(Number(stored!.bytes))],
        ['writing of a second, median', `${Math.round(percentile(flushes, 0.5))} ms`],
        ['95 %', `${Math.round(percentile(flushes, 0.95))} ms`],
      ],
    )
    bench.report(
      'Answers meanwhile',
      ['', 'median', '95 %', 'maximum'],
      [...delays].map(([name, all]) => [name, ...[0.5, 0.95, 1].map((share) => `${Math.round(percentile(all, share))} ms`)]),
    )
    await dropOfDay(bench, database)
  } finally {
    done = true
    await database.close()
  }
}

/** Drops the day with all the rows, while the screen is asked. */
async function dropOfDay(bench: Bench, { db }: ReturnType<typeof openDatabase>): Promise<void> {
  const delays: number[] = []
  let done = false
  const asking = (async () => {
    while (!done) {
      const before = performance.now()
      await bench.call(endpoints.listRawApiLogs, { query: { take: 100 } })
      delays.push(performance.now() - before)
    }
  })()
  const before = performance.now()
  await keepDayPartitions(db, 'raw_api_logs', 1, new Date(Date.now() + 2 * dayMs))
  const ms = performance.now() - before
  done = true
  await asking
  bench.note(`drop of the day: ${Math.round(ms)} ms; slowest answer meanwhile: ${Math.round(Math.max(...delays))} ms`)
}

const callOf = (n: number) => ({
  at: new Date(),
  caller: n % 5 === 0 ? null : `member${n % 40}@example.com`,
  source: n % 3 === 0 ? ('OPEN_API' as const) : ('WEB_UI' as const),
  method: 'GET',
  route: n % 4 === 0 ? '/v1/sims/{id}' : `/v1/bench/${n % 30}`,
  url: `/v1/sims/${n}`,
  status: n % 50 === 0 ? 404 : 200,
  ms: n % 90,
  request_bytes: 0,
  response_bytes: 1500 + (n % 900),
  ip: `192.0.2.${n % 250}`,
  request_id: `0c33e315-30e5-4d5f-a77d-${String(n).padStart(12, '0')}`,
  request_body: null,
  response_body: null,
})
