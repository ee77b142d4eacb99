import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '@simdeck/simulator/random.ts'
import type { Bench } from '../bench.ts'
import { startChild } from '../child.ts'
import { mebibytes, spread } from '../report.ts'
import { threadSeconds } from '../processor-time.ts'
import { type Asked, type Combination, everyPage, goalMs, requestPage } from './combinations.ts'
import { editAndRead } from './own-writes.ts'
import type { PollReport, PollTask } from './poll-writer.ts'

const changesASecond = 2_000
const workerThread = 'fleet-index'
/** The shares of the time in which no lists are requested, and in which `pacedASecond` are. For the rest, each follows the one before. */
const aloneShare = 0.2
const pacedShare = 0.3
/** The lists of some 150 consoles, each of which reads its list anew every five seconds. */
const pacedASecond = 30
/** The server measures its event loop by a timer of this length, which its figures include. */
const loopTimerMs = 10

/** Requests random pages while 2,000 SIMs a second poll and single SIMs are edited and read back at once. */
export async function benchChanges(bench: Bench, combinations: readonly Combination[], seconds: number): Promise<void> {
  const { query, flags, metrics } = bench
  const [ids] = await query<{ from: number; to: number }>('select min(id) as from, max(id) as to from sims')
  if (!ids) throw new Error('there are no SIMs')
  using child = startChild('list/poll-writer.ts')
  await child.ask({ ...ids, databaseUrl: bench.databaseUrl, aSecond: changesASecond, seed: `${flags.seed} polls` } satisfies PollTask)

  // Each reading of the metrics begins the figures of the event loop anew.
  await metrics()
  const alone = watchLoad(bench)
  await pause(aloneShare * seconds * 1000)
  const aloneLoad = await alone()

  const pages = everyPage(combinations, new Random(`${flags.seed} changes`)).values()
  const paced = watchLoad(bench)
  const pacedPages = await requestPaced(bench, pages, pacedShare * seconds * 1000)
  const pacedLoad = await paced()

  const ending = new AbortController()
  const asked = watchLoad(bench)
  const startedAt = performance.now()
  const own = editAndRead(bench, new Random(`${flags.seed} edits`), ids, ending.signal)
  const times: number[] = []
  let behind = 0
  for (const { combination, page } of pages) {
    if (performance.now() - startedAt > (1 - aloneShare - pacedShare) * seconds * 1000) break
    const { ms, asOf } = await requestPage(bench, combination, page)
    times.push(ms)
    if (asOf !== undefined) behind++
  }
  const askedLoad = await asked()
  const elapsed = (performance.now() - startedAt) / 1000
  ending.abort()
  const { edits, missed, reported, listMs } = await own
  const { polls, seconds: polled, slowestMs } = await child.ask<PollReport>({ end: true })

  const [p50, p95, slowest] = spread(times)
  const goal = goalMs(bench.sims)
  bench.report(
    `SIM list while ${Math.round(polls / polled)} SIMs a second poll, ${bench.sims} SIMs`,
    ['measurement', 'value'],
    [
      ['pages requested', `${times.length} (${Math.round(times.length / elapsed)} a second)`],
      ['p50, p95, slowest, ms', `${p50}, ${p95}, ${slowest}`],
      ['pages that lack changes and say so (asOf)', behind],
      [`pages above ${goal} ms`, times.filter((ms) => ms > goal).length],
      ['SIMs edited and read back at once', edits],
      ['lists without the edit, and those of them that reported it (asOf)', `${missed}, ${reported}`],
      ['lists after an edit, p50, p95, slowest, ms', spread(listMs).join(', ')],
      ['slowest write of a batch of polls, ms', Math.round(slowestMs)],
      ['memory of the server (RSS)', mebibytes(await bench.rssNow())],
    ],
  )
  bench.report(
    'Load of the server meanwhile',
    ['measurement', 'polls alone', `polls and ${pacedPages} lists a second`, 'polls and lists without a pause'],
    Object.keys(aloneLoad).map((name) => [name, aloneLoad[name]!, pacedLoad[name]!, askedLoad[name]!]),
  )
}

/** Requests `pacedASecond` pages, each at its time, and returns how many a second were answered. */
async function requestPaced(bench: Bench, pages: Iterator<Asked>, forMs: number): Promise<number> {
  const startedAt = performance.now()
  const requests: Promise<unknown>[] = []
  for (let next = 0; next < forMs; next += 1000 / pacedASecond) {
    await pause(Math.max(0, startedAt + next - performance.now()))
    const { done, value } = pages.next()
    if (done) break
    requests.push(requestPage(bench, value.combination, value.page))
  }
  await Promise.all(requests)
  return Math.round((1000 * requests.length) / (performance.now() - startedAt))
}

/** Begins to watch the threads of the server; the function that it returns ends that and returns the figures. */
function watchLoad({ serverPid, metrics }: Bench): () => Promise<Record<string, string>> {
  const startedAt = performance.now()
  const before = threadSeconds(serverPid)
  return async () => {
    const elapsed = (performance.now() - startedAt) / 1000
    const after = threadSeconds(serverPid)
    const figures = await metrics()
    const share = (thread: string) => `${((100 * ((after.get(thread) ?? 0) - (before.get(thread) ?? 0))) / elapsed).toFixed(1)} %`
    const loopMs = (figure: string) => ((figures.get(`nodejs_eventloop_lag_${figure}_seconds`) ?? NaN) * 1000 - loopTimerMs).toFixed(1)
    return {
      'delay of the event loop of the main thread, p50, p99, maximum, ms': ['p50', 'p99', 'max'].map(loopMs).join(', '),
      'processor time of the thread of the index': share(workerThread),
      'processor time of the main thread': share('MainThread'),
    }
  }
}
