import { isDeepStrictEqual } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import type { Db } from '@simdeck/server/platform/db/database.ts'
import { countMatching, selectPage } from '@simdeck/server/sims/list/queries.ts'
import { Random } from '@simdeck/simulator/random.ts'
import type { Bench } from '../bench.ts'
import { type Combination, everyPage, pageQuery, pageSize } from './combinations.ts'
import type { ListQuery } from './filters.ts'

/** A page that differs is compared again, since periods and connections move on between the two answers. */
const tries = 4
const pauseMs = 1_000

/** Compares pages of the list with plain SQL, as many as the time allows but at most `pages`. */
export async function checkPages(
  bench: Bench,
  combinations: readonly Combination[],
  { pages, untilMs }: { pages: number; untilMs: number },
) {
  const database = openDatabase(bench.databaseUrl, { max: 2 })
  const wrong: string[] = []
  let compared = 0
  try {
    for (const { combination, page } of everyPage(combinations, new Random(`${bench.flags.seed} check`)).slice(0, pages)) {
      if (performance.now() > untilMs) break
      compared++
      if (!(await isRight(bench, database.db, pageQuery(combination, page))))
        wrong.push(`${combination.filter} × ${combination.sort}, page ${page}`)
    }
  } finally {
    await database.close()
  }
  bench.note(`${compared} pages compared with plain SQL: ${wrong.length === 0 ? 'all are equal' : `${wrong.length} DIFFER`}`)
  for (const one of wrong) bench.note(`differs: ${one}`)
}

async function isRight(bench: Bench, db: Db, query: ListQuery): Promise<boolean> {
  for (let time = 1; ; time++) {
    const { data, totalItems } = await bench.call(endpoints.listSims, { query })
    const answered = { ids: data.map(({ id }) => id), total: totalItems }
    if (isDeepStrictEqual(answered, await bySql(db, query))) return true
    if (time === tries) return false
    await pause(pauseMs)
  }
}

async function bySql(db: Db, query: ListQuery): Promise<{ ids: number[]; total: number }> {
  const { sort, take: _take, skip: _skip, pageIndex, timezoneOffset: _offset, ...filter } = endpoints.listSims.query!.parse(query)
  const page = { filter, sort: sortOf(sort), skip: pageIndex * pageSize, take: pageSize }
  const [ids, total] = await Promise.all([selectPage(db, page), countMatching(db, filter)])
  return { ids, total }
}
