import { performance } from 'node:perf_hooks'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { simSortFields } from '@simdeck/contract/sims.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { listSims } from '@simdeck/server/sims/list/list-sims.ts'
import { searchSims } from '@simdeck/server/sims/list/search-sims.ts'
import type { Bench } from './bench.ts'
import { listFilters } from './list-filters.ts'
import { percentile } from './report.ts'

type Query = QueryIn<typeof endpoints.listSims>
type Statement = { text: string; values: unknown[] }
/** Durations in milliseconds: pages of 20 through the API and by SQL, and one page of 100 beyond row 25,000. */
type Combination = { filter: string; sort: string; api: number[]; directSql: number[]; large: number }

const goalMs = 50
const pages = [0, 40, 130, 250, 499].map((pageIndex) => ({ take: 20, pageIndex }))
const largePage = { take: 100, pageIndex: 250 }

/**
 * Measures every filter with every sort order through the API, and the same SQL sent directly: numbered pages, then next, last and
 * previous.
 */
export async function benchList(bench: Bench): Promise<void> {
  const filters = await listFilters(bench)
  const sorts = ['', ...simSortFields.map((field, index) => `${field}:${index % 2 === 0 ? 'ASC' : 'DESC'}`)]
  await using recorder = recordingDatabase(bench.databaseUrl)
  const combinations: Combination[] = []
  for (const [filter, query] of Object.entries(filters)) {
    for (const sort of sorts) {
      const combination = { filter, sort: sort || 'none', api: [] as number[], directSql: [] as number[], large: 0 }
      combinations.push(combination)
      const list: Query = { ...query, ...(sort && { sort }) }
      for (const { query: page, name } of await pagesOf(bench, list)) {
        const statements = await recorder.record((db) => listSims(db, endpoints.listSims.query!.parse(page)))
        combination.api.push(await milliseconds(() => bench.call(endpoints.listSims, { query: page })))
        combination.directSql.push(await milliseconds(() => sendAll(bench, statements)))
        if (bench.flags.plans && name === 'middle') await notePlans(bench, `${filter}, ${combination.sort}`, statements)
      }
      const large = { ...list, ...largePage }
      await listSims(recorder.db, endpoints.listSims.query!.parse(large))
      combination.large = await milliseconds(() => bench.call(endpoints.listSims, { query: large }))
    }
    bench.note(`${filter}: worst p95 ${worst(combinations.filter((one) => one.filter === filter))}`)
  }
  report(bench, combinations, sorts)
  await benchSearch(bench, recorder)
}

async function pagesOf(bench: Bench, list: Query): Promise<{ name: string; query: Query }[]> {
  const last = await bench.call(endpoints.listSims, { query: { ...list, cursor: 'last' } })
  const deep = await bench.call(endpoints.listSims, { query: { ...list, pageIndex: 400 } })
  const withCursor = (name: string, cursor: string | null | undefined) => (cursor ? [{ name, query: { ...list, cursor } }] : [])
  return [
    ...pages.map((page) => ({ name: page.pageIndex === 130 ? 'middle' : 'numbered', query: { ...list, ...page } })),
    ...withCursor('next', deep.nextCursor),
    ...withCursor('last', 'last'),
    ...withCursor('previous', last.previousCursor),
  ]
}

/** A database that records the statements sent to it. */
function recordingDatabase(url: string) {
  const database = openDatabase(url, { max: 1 })
  let statements: Statement[] = []
  database.pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [text, values] = args
        if (typeof text === 'string') statements.push({ text, values: (values as unknown[] | undefined) ?? [] })
        return send(...args)
      },
    })
  })
  return {
    db: database.db,
    async record(work: (db: typeof database.db) => Promise<unknown>): Promise<Statement[]> {
      statements = []
      await work(database.db)
      return statements
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}

async function sendAll(bench: Bench, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) await bench.query(text, values)
}

async function notePlans(bench: Bench, title: string, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) {
    if (text.trimStart().startsWith('explain')) continue
    const rows = await bench.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) ${text}`, values)
    bench.note([`\n#### ${title}\n`, ...rows.map((row) => `    ${row['QUERY PLAN']}`)].join('\n'))
  }
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const p95 = (one: Combination) => percentile(one.api, 0.95)
const ratio = (one: Combination) => percentile(one.api, 0.5) / percentile(one.directSql, 0.5)
const worst = (all: readonly Combination[]) => `${Math.max(...all.map(p95)).toFixed(0)} ms`

function report(bench: Bench, all: readonly Combination[], sorts: readonly string[]): void {
  const matrix = (title: string, of: (one: Combination) => number, digits: number) => {
    const filters = [...new Set(all.map(({ filter }) => filter))]
    const names = sorts.map((sort) => sort || 'none')
    const cell = (filter: string, sort: string) => of(all.find((one) => one.filter === filter && one.sort === sort)!).toFixed(digits)
    bench.report(
      title,
      ['filter', ...names],
      filters.map((filter) => [filter, ...names.map((name) => cell(filter, name))]),
    )
  }
  matrix('SIM list, p50 at the API, ms', (one) => percentile(one.api, 0.5), 0)
  matrix('SIM list, p95 at the API, ms', p95, 0)
  matrix('SIM list, p50 at the API ÷ p50 of the same SQL sent directly', ratio, 2)
  matrix('SIM list, page 251 of 100 SIMs each, ms', (one) => one.large, 0)
  const missed = all.filter((one) => p95(one) > goalMs)
  bench.report(
    'SIM list, all combinations',
    ['measurement', 'value'],
    [
      ['combinations', all.length],
      ['requests for 20 SIMs', all.reduce((sum, one) => sum + one.api.length, 0)],
      [
        'p50 of all requests, ms',
        percentile(
          all.flatMap((one) => one.api),
          0.5,
        ).toFixed(1),
      ],
      [
        'p95 of all requests, ms',
        percentile(
          all.flatMap((one) => one.api),
          0.95,
        ).toFixed(1),
      ],
      ['worst p95 of a combination, ms', Math.max(...all.map(p95)).toFixed(0)],
      [
        'pages of 100, p50 and p95, ms',
        [0.5, 0.95]
          .map((share) =>
            percentile(
              all.map((one) => one.large),
              share,
            ).toFixed(1),
          )
          .join(', '),
      ],
      ['median ratio', percentile(all.map(ratio), 0.5).toFixed(2)],
      ['worst ratio', Math.max(...all.map(ratio)).toFixed(2)],
      [`combinations with p95 above ${goalMs} ms`, missed.length],
    ],
  )
  for (const one of missed)
    bench.note(`above ${goalMs} ms: ${one.filter} × ${one.sort}, p50 ${percentile(one.api, 0.5).toFixed(0)}, p95 ${p95(one).toFixed(0)}`)
}

async function benchSearch(bench: Bench, recorder: ReturnType<typeof recordingDatabase>): Promise<void> {
  const texts = ['1', '8', '44', '898', '437', '0000', '札幌', '検', 'meter', 'z', 'zz', '+81', '8981100', '90123456', 'EXT-12', '12345']
  const rows: (string | number)[][] = []
  for (const q of texts) {
    const api: number[] = []
    const directSql: number[] = []
    for (let time = 0; time < 20; time++) {
      const statements = await recorder.record((db) => searchSims(db, q, 8))
      api.push(await milliseconds(() => bench.call(endpoints.searchSims, { query: { q } })))
      directSql.push(await milliseconds(() => sendAll(bench, statements)))
    }
    const found = await bench.call(endpoints.searchSims, { query: { q } })
    const [p50, p95, directP50] = [percentile(api, 0.5), percentile(api, 0.95), percentile(directSql, 0.5)]
    rows.push([q, found.length, p50.toFixed(1), p95.toFixed(1), (p50 / directP50).toFixed(2)])
  }
  bench.report('Search', ['text', 'found', 'p50 ms', 'p95 ms', 'ratio to direct SQL'], rows)
}
