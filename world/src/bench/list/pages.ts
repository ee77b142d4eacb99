import { Random } from '@simdeck/simulator/random.ts'
import type { Bench } from '../bench.ts'
import { percentile, spread } from '../report.ts'
import { type Call, type Combination, everyPage, goalMs, requestPage } from './combinations.ts'

/** The number of calls of a combination that came near the goal. With this number, the 95th percentile is not the slowest call. */
const repeatedCalls = 24
const nearGoal = 0.8
const worstShown = 10

/** Part of the time for the first request of each page. */
const firstShare = 0.7

/**
 * Requests every page of every combination once, in random order. Then repeats the combinations with a request near the goal or above it,
 * in random order again. Takes `limitMs` at most.
 */
export async function benchPages(bench: Bench, combinations: readonly Combination[], limitMs: number): Promise<void> {
  const startedAt = performance.now()
  const isOver = (share: number) => performance.now() - startedAt > share * limitMs
  const random = new Random(`${bench.flags.seed} pages`)
  const asked = everyPage(combinations, random)
  const firstCalls: Call[] = []
  for (const { combination, page } of asked) {
    if (isOver(firstShare)) break
    const { ms } = await requestPage(bench, combination, page)
    const call = { page, ms }
    firstCalls.push(call)
    combination.calls.push(call)
  }
  if (firstCalls.length < asked.length) bench.note(`the time was enough for ${firstCalls.length} of ${asked.length} pages`)
  const goal = goalMs(bench.sims)
  const near = combinations.filter(({ calls }) => calls.some(({ ms }) => ms > nearGoal * goal))
  const isUnfinished = ({ calls }: Combination) => calls.length < repeatedCalls
  for (let unfinished = near; unfinished.length > 0 && !isOver(1); unfinished = unfinished.filter(isUnfinished))
    for (const { combination, page } of everyPage(unfinished, random)) {
      if (isOver(1)) break
      combination.calls.push({ page, ms: (await requestPage(bench, combination, page)).ms })
    }
  const unfinished = near.filter(isUnfinished).length
  if (unfinished > 0) bench.note(`the time was not enough to repeat ${unfinished} of ${near.length} combinations near the goal`)
  reportPages(bench, combinations, firstCalls)
}

const msOf = (calls: readonly Call[]) => calls.map(({ ms }) => ms)
const p95 = ({ calls }: Combination) => percentile(msOf(calls), 0.95)

function reportPages(bench: Bench, combinations: readonly Combination[], firstCalls: readonly Call[]): void {
  const goal = goalMs(bench.sims)
  const measured = combinations.filter(({ calls }) => calls.length > 0)
  const missed = measured.filter((one) => p95(one) > goal)
  const [p50All, p95All, worstAll] = spread(msOf(firstCalls))
  bench.report(
    `SIM list, ${bench.sims} SIMs, every filter × every order`,
    ['measurement', 'value'],
    [
      ['combinations of filter and order', measured.length],
      ['pages requested', firstCalls.length],
      ['p50 of all pages, ms', p50All!],
      ['p95 of all pages, ms', p95All!],
      ['slowest page, ms', worstAll!],
      [`pages above ${goal} ms`, firstCalls.filter(({ ms }) => ms > goal).length],
      ['worst p95 of a combination, ms', Math.max(...measured.map(p95)).toFixed(0)],
      [`combinations with p95 above ${goal} ms`, missed.length],
      [`… that had ${repeatedCalls} calls or more`, missed.filter(({ calls }) => calls.length >= repeatedCalls).length],
    ],
  )
  const slowest = measured.toSorted((one, other) => p95(other) - p95(one)).slice(0, worstShown)
  bench.report(
    `The ${slowest.length} slowest combinations`,
    ['filter × order', 'SIMs', 'p50', 'p95', 'maximum', 'its page', 'calls'],
    slowest.map((one) => {
      const [p50, ninetyFifth, maximum] = spread(msOf(one.calls))
      const page = one.calls.find(({ ms }) => ms === Math.max(...msOf(one.calls)))!.page
      return [`${one.filter} × ${one.sort}`, one.total, p50!, ninetyFifth!, maximum!, page, one.calls.length]
    }),
  )
  grouped(bench, 'filter', measured, ({ filter }) => filter)
  grouped(bench, 'order', measured, ({ sort }) => sort.replace(/:.*/, ''))
  const pages = [...new Set(measured.flatMap((one) => one.pages.map((page) => pageName(one, page))))]
  const callsOf = (name: string) => measured.flatMap((one) => one.calls.filter(({ page }) => pageName(one, page) === name))
  bench.report(
    'By page',
    ['page', 'p50', 'p95', 'maximum'],
    pages.map((name) => [name, ...spread(msOf(callsOf(name)))]),
  )
}

const pageName = ({ pages }: Combination, page: number): string => (page > 1 && page === pages.at(-1) ? 'last' : String(page))

function grouped(bench: Bench, title: string, combinations: readonly Combination[], nameOf: (one: Combination) => string): void {
  const groups = Map.groupBy(combinations, nameOf)
  bench.report(
    `By ${title}`,
    [title, 'SIMs', 'p50', 'p95', 'maximum', 'p95, worst combination'],
    [...groups].map(([name, all]) => {
      const calls = msOf(all.flatMap((one) => one.calls))
      return [name, Math.max(...all.map(({ total }) => total)), ...spread(calls), Math.max(...all.map(p95)).toFixed(1)]
    }),
  )
}
