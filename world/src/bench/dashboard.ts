import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from './bench.ts'
import { simsToPlay } from './bench-sims.ts'
import { startChild } from './child.ts'
import type { ProbedPoll, ProbeTask } from './poll-probe.ts'
import { familySeconds, processorSeconds } from './processor-time.ts'
import { percentile, spread } from './report.ts'
import { startIndexed } from './start-indexed.ts'

const pollsASecond = 300
const pollingSims = 100_000
const goals = { p95Ms: 100, corePercent: 3 }
const minuteMs = 60_000
/** Each minute is gathered between its 10th and its 30th second, so a window from here on has one gathering. */
const windowMs = 5_000
/** A node reports its last runs every ten seconds. */
const lookMs = 5_000
/** Callers within a second share most of an answer. */
const unsharedMs = 1_100
const sharedCalls = 4
const repeatMs = 50

/** Requests the overview while 300 SIMs a second poll; every second minute is not gathered, and the difference is the cost of gathering. */
export async function benchDashboard(bench: Bench): Promise<void> {
  await fillFigures(bench)
  const sims = await simsToPlay(bench, Math.min(pollingSims, bench.sims))
  await startIndexed(bench)
  using child = startChild('poll-probe.ts')
  const profiles = sims.map(({ profile }) => profile)
  await child.ask({ task: { profiles, port: bench.devicePort, perSecond: pollsASecond } satisfies ProbeTask })
  const startedAt = performance.now()
  const asked = askOverview(bench)
  const spent = await watchMinutes(bench, Math.max(2, bench.flags.minutes))
  const times = await asked.end()
  const elapsed = (performance.now() - startedAt) / 1000
  const polls = await child.ask<ProbedPoll[]>({})
  const answers = polls.flatMap(({ sentAt, answeredAt }) => (answeredAt === null ? [] : [answeredAt - sentAt]))
  const row = (name: string, all: readonly number[]) => [name, all.length, ...spread(all)]
  bench.report(
    `Overview while ${Math.round(polls.length / elapsed)} SIMs a second poll, ${bench.sims} SIMs, ${Math.round(elapsed)} s`,
    ['', 'number', 'p50, ms', 'p95, ms', 'slowest, ms'],
    [
      row('/v1/dashboard', [...times.alone, ...times.shared]),
      row('… the first caller of a second', times.alone),
      row('… further callers of that second', times.shared),
      row('/v1/dashboard/series', times.series),
      row('answered POLLs', answers),
    ],
  )
  const gathered = spent.filter(({ isGathered }) => isGathered)
  const others = spent.filter(({ isGathered }) => !isGathered)
  const difference = (of: (one: Spent) => number) => median(gathered.map(of)) - median(others.map(of))
  const cost = difference(({ server }) => server) + difference(({ postgres }) => postgres)
  bench.report(
    `Gathering: processor time of a minute, medians of ${gathered.length} with and ${others.length} without`,
    ['', 'with', 'without', 'difference'],
    (['server', 'postgres'] as const).map((name) => [
      name === 'server' ? 'server, s' : 'PostgreSQL, s',
      ...[median(gathered.map((one) => one[name])), median(others.map((one) => one[name])), difference((one) => one[name])].map(seconds),
    ]),
  )
  bench.note(`duration of a gathering, s: ${gathered.map(({ gatherMs }) => seconds(gatherMs / 1000)).join(', ')}`)
  bench.note(`gathering takes ${((100 * cost) / 60).toFixed(1)} % of a core (goal: ${goals.corePercent} %)`)
  const p95 = percentile([...times.alone, ...times.shared], 0.95)
  bench.note(`p95 of /v1/dashboard: ${p95.toFixed(1)} ms (goal: ${goals.p95Ms} ms)`)
}

const seconds = (value: number): string => value.toFixed(2)
const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Requests the overview and its charts, as consoles do, until `end`; the first request of a second is apart from those that share its answer. */
function askOverview({ call, accessToken }: Bench) {
  const times = { alone: [] as number[], shared: [] as number[], series: [] as number[] }
  let isOver = false
  async function timed(into: number[], ask: () => Promise<unknown>): Promise<void> {
    await accessToken()
    const startedAt = performance.now()
    await ask()
    into.push(performance.now() - startedAt)
  }
  const asking = (async () => {
    while (!isOver) {
      await timed(times.alone, () => call(endpoints.getDashboard, {}))
      for (let at = 0; at < sharedCalls; at++) {
        await pause(repeatMs)
        await timed(times.shared, () => call(endpoints.getDashboard, {}))
      }
      await timed(times.series, () => call(endpoints.getDashboardSeries, { query: {} }))
      await pause(unsharedMs)
    }
  })()
  return {
    async end() {
      isOver = true
      await asking
      return times
    },
  }
}

type Spent = { isGathered: boolean; server: number; postgres: number; gatherMs: number }

/** The processor time of some minutes. In every second one a copy of the last figures is stored beforehand, so that no node gathers. */
async function watchMinutes({ query, serverPid, postgresPid }: Bench, minutes: number): Promise<Spent[]> {
  const now = () => ({ server: processorSeconds(serverPid), postgres: familySeconds(postgresPid) })
  const all: Spent[] = []
  for (let index = 0; index < minutes; index++) {
    const at = Math.ceil((Date.now() - windowMs) / minuteMs) * minuteMs
    const isGathered = index % 2 === 0
    if (!isGathered) await query(copyOfLast, [new Date(at)])
    await pause(at + windowMs - Date.now())
    const before = now()
    // The next window begins at the end of this one, and stores its copy before.
    const endsAt = at + minuteMs + windowMs - 2_000
    let gatherMs = 0
    while (Date.now() < endsAt) {
      await pause(Math.min(lookMs, Math.max(0, endsAt - Date.now())))
      const [run] = await query<{ ms: number }>(lastRun, [new Date(at)])
      gatherMs = Math.max(gatherMs, run?.ms ?? 0)
    }
    const after = now()
    all.push({ isGathered, server: after.server - before.server, postgres: after.postgres - before.postgres, gatherMs })
  }
  return all
}

const lastRun = `select duration_ms as ms from job_runs where name = 'overview' and started_at >= $1`

const copyOfLast = `
  insert into dashboard_figures (step_seconds, at, minutes, figures, weights, delays)
  select 60, $1, minutes, figures, weights, delays from dashboard_figures where step_seconds = 60 order by at desc limit 1
  on conflict do nothing`

/** Figures of thirteen months, in all steps that are kept. */
async function fillFigures({ query, sims }: Bench): Promise<void> {
  await query(
    `insert into dashboard_figures (step_seconds, at, minutes, figures, delays)
     select step, date_bin(make_interval(secs => step), now(), 'epoch') - make_interval(secs => step) * n, step / 60,
       jsonb_build_object('sims', $1::int, 'expected', $1::int, 'online', $1::int - n, 'late', n, 'silent', n, 'pollsPerMinute', 18000),
       array_fill(100::float8, array[28])
     from (values (60, 2880), (600, 1440), (3600, 960), (86400, 396)) kept (step, count), generate_series(1, count) n
     on conflict do nothing`,
    [sims],
  )
}
