import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { simSortFields } from '@simdeck/contract/sims.ts'
import type { Random } from '@simdeck/simulator/random.ts'
import type { Bench } from '../bench.ts'
import type { ListQuery } from './filters.ts'

/** Page numbers as an operator sees them; the last page of each list follows. */
const numberedPages = [1, 10, 100, 500, 5_000]
export const pageSize = 20

export type Call = { page: number; ms: number }
/** A filter with an order, and its pages. */
export type Combination = { filter: string; sort: string; query: ListQuery; total: number; pages: number[]; calls: Call[] }

/** Goal at the API: milliseconds at the 95th percentile of a combination. */
export const goalMs = (sims: number): number => (sims > 1_000_000 ? 100 : 50)

/** Every filter with every order. The direction of an order alternates from filter to filter. */
export async function everyCombination(bench: Bench, filters: Record<string, ListQuery>): Promise<Combination[]> {
  const combinations: Combination[] = []
  for (const [at, [filter, query]] of Object.entries(filters).entries()) {
    const { totalItems, totalPages } = await bench.call(endpoints.listSims, { query: { ...query, take: pageSize } })
    const pages = [...new Set([...numberedPages.filter((page) => page <= totalPages), Math.max(1, totalPages)])]
    const sorts = ['', ...simSortFields.map((field, index) => `${field}:${(at + index) % 2 === 0 ? 'ASC' : 'DESC'}`)]
    for (const sort of sorts)
      combinations.push({ filter, sort: sort || 'none', query: { ...query, ...(sort && { sort }) }, total: totalItems, pages, calls: [] })
  }
  return combinations
}

export const pageQuery = ({ query }: Combination, page: number): ListQuery => ({ ...query, take: pageSize, pageIndex: page - 1 })

/** The server answers 6,000 requests a minute to one address. */
const leastMsBetween = 10.5
let lastStart = 0

/** Requests a page, as soon as the server's limit of requests allows. `ms` is the time from the request until its JSON is read. */
export async function requestPage(bench: Bench, combination: Combination, page: number): Promise<{ ms: number; asOf?: string }> {
  await bench.accessToken()
  const wait = lastStart + leastMsBetween - performance.now()
  if (wait > 0) await pause(wait)
  const start = performance.now()
  lastStart = start
  const { asOf } = await bench.call(endpoints.listSims, { query: pageQuery(combination, page) })
  return { ms: performance.now() - start, ...(asOf !== undefined && { asOf }) }
}

export type Asked = { combination: Combination; page: number }

/** Every page of every combination, in an order that the seed chooses. */
export const everyPage = (combinations: readonly Combination[], random: Random): Asked[] =>
  shuffled(
    combinations.flatMap((combination) => combination.pages.map((page) => ({ combination, page }))),
    random,
  )

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const keyed = items.map((item) => ({ item, key: random.fraction() }))
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item)
}
