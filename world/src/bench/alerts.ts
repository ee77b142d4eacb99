import { setTimeout as pause } from 'node:timers/promises'
import { maxAlertRules } from '@simdeck/contract/alerts.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from './bench.ts'
import { mebibytes, percentile } from './report.ts'
import { threadSeconds } from './processor-time.ts'
import { startIndexed } from './start-indexed.ts'

const rounds = 4
const lookMs = 20
const indexThread = 'fleet-index'

/** Filters as people save them: each names groups, a silence, a status, a connection, a text or several of these. */
function filterOf(at: number, groups: readonly number[]): Record<string, string> {
  const group: Record<string, string> = groups.length > 0 ? { group: String(groups[at % groups.length]) } : {}
  const silent = { silent: `${1 + (at % 90)}h` }
  const kinds: Record<string, string>[] = [
    { ...group, ...silent },
    { ...silent, status: 'ACTIVATED,SUSPENDED' },
    { ...group, connection: 'off', status: 'ACTIVATED' },
    { ...silent, not: 'group', ...group },
    { search: String(1000 + at), ...group },
  ]
  return kinds[at % kinds.length]!
}

/** Judges the greatest number of rules, all with different filters, while lists are requested. */
export async function benchAlerts(bench: Bench): Promise<void> {
  const { query, call } = bench
  const groups = (await query<{ id: number }>('select id from groups order by id limit 200')).map(({ id }) => Number(id))
  const filters = Array.from({ length: maxAlertRules }, (_, at) => JSON.stringify(filterOf(at, groups)))
  await query(
    `with made as (
       insert into alert_rules (name, source, filter, comparison, threshold, hold_minutes, recover_minutes, severity)
       select 'Rule ' || n, 'filter', f::jsonb, 'over', 1000, case when n % 2 = 0 then 0 else 10 end, 0, 'warning'
       from unnest($1::text[]) with ordinality given (f, n) returning id)
     insert into alert_states (rule_id) select id from made`,
    [filters],
  )
  await query(`insert into alert_recipients (rule_id, place, bell, mail) select id, 0, true, true from alert_rules`)
  await startIndexed(bench)
  const rows: (string | number)[][] = []
  for (let round = 1; round <= rounds; round++) rows.push([round, ...(await judgeOnce(bench))])
  const [state] = await query<{ judged: string; firing: string }>(
    `select count(judged_at) as judged, count(*) filter (where phase = 'firing') as firing from alert_states`,
  )
  const [told] = await query<{ firings: string; notifications: string }>(
    `select (select count(*) from alert_firings) as firings, (select sum(count) from notifications where kind = 'alert') as notifications`,
  )
  bench.report(
    `${maxAlertRules} alert rules with different filters, ${bench.sims} SIMs`,
    ['round', 'seconds', 'index thread, s of processor time', 'main thread, s', 'lists meanwhile', 'their p50, p95, slowest, ms'],
    rows,
  )
  const { totalItems } = await call(endpoints.listAlertRules, { query: {} })
  bench.report(
    'Outcome',
    ['measurement', 'value'],
    [
      ['rules, judged, firing', `${totalItems}, ${state?.judged}, ${state?.firing}`],
      ['firings, events in notifications', `${told?.firings}, ${told?.notifications}`],
      ['memory of the server (RSS)', mebibytes(await bench.rssNow())],
    ],
  )
}

type Progress = { began: boolean; stored: boolean; ago: string }
/** The state of the last round. Times of states are in milliseconds. */
const progress = `
  select began_at is not null as began, extract(epoch from clock_timestamp() - began_at) as ago,
    coalesce((select max(judged_at) from alert_states) >= date_trunc('milliseconds', began_at), false) as stored from alert_rounds`

/** Makes a round due after the end of the last one, and returns its duration until its states are visible, with the load meanwhile. */
async function judgeOnce(bench: Bench): Promise<(string | number)[]> {
  const { query, call, serverPid } = bench
  const now = async () => (await query<Progress>(progress))[0]!
  while (!(await now()).stored) await pause(lookMs)
  await query('update alert_rounds set began_at = null')
  while (!(await now()).began) await pause(lookMs)
  const threads = threadSeconds(serverPid)
  const times: number[] = []
  for (let at = 0; ; at++) {
    const { stored, ago } = await now()
    if (stored) {
      const after = threadSeconds(serverPid)
      const used = (name: string) => ((after.get(name) ?? 0) - (threads.get(name) ?? 0)).toFixed(2)
      const lists = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1)).join(', ')
      return [Number(ago).toFixed(1), used(indexThread), used('MainThread'), times.length, lists]
    }
    const startedAt = performance.now()
    await call(endpoints.listSims, { query: { take: '20', pageIndex: String(at % 50), sort: 'last_poll:DESC', status: 'ACTIVATED' } })
    times.push(performance.now() - startedAt)
    await pause(lookMs)
  }
}
