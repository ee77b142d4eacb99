import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from './bench.ts'
import { packageOctets, simsToPlay } from './bench-sims.ts'
import { spending, spentRows, startCampaign, untilOver } from './campaign.ts'
import { startFleetProcess } from './fleet-process.ts'
import { listAsker } from './list-asker.ts'
import { mebibytes, percentile } from './report.ts'

const minuteMs = 60_000
/** Cards poll every five minutes of their clock: at this speed, every five real seconds. */
const campaignSpeed = 60
/** At this speed, cards poll every real minute. */
const idleSpeed = 5
const firstPollsMs = 65_000
const reconnectStormMs = 10_000
const tinyPackage = 2_000

const scenarios: Record<string, (bench: Bench) => Promise<void>> = { campaign, idle, 'reconnect-storm': reconnectStorm }

/**
 * Runs three scenarios with virtual SIMs in their own process: a campaign on 5 % of the SIMs, all SIMs without work, and half of the SIMs
 * reconnecting to a server that has just started.
 */
export async function benchFleet(bench: Bench): Promise<void> {
  const { part } = bench.flags
  const chosen = part === null ? Object.values(scenarios) : scenarios[part] && [scenarios[part]]
  if (!chosen) throw new Error(`--part takes ${Object.keys(scenarios).join(', ')}`)
  for (const one of chosen) {
    await one(bench)
    await bench.restart()
  }
}

const ms = (value: number) => `${value.toFixed(1)} ms`

/** Table rows with the median, the 99th percentile and the maximum of the latencies. */
function latencyRows(measured: string, latencies: readonly number[]): [string, string][] {
  return [
    [`${measured}, median`, ms(percentile(latencies, 0.5))],
    [`${measured}, 99 %`, ms(percentile(latencies, 0.99))],
    [`${measured}, maximum`, ms(percentile(latencies, 1))],
  ]
}

async function campaign(bench: Bench): Promise<void> {
  const count = Math.max(1, Math.round(bench.sims / 20))
  const sims = await simsToPlay(bench, count)
  using fleet = await startFleetProcess({
    profiles: sims.map(({ profile }) => profile),
    port: bench.devicePort,
    speed: campaignSpeed,
    seed: 'campaign',
  })
  const list = listAsker(bench)
  await list.ask()
  list.times.length = 0
  const spent = await spending(bench, fleet)
  const startedAt = performance.now()
  const simIds = sims.map(({ id: simId }) => simId)
  const { id } = await startCampaign(bench, { simIds }, { octets: packageOctets })
  const over = await untilOver(bench, id, bench.flags.minutes, list.ask)
  const seconds = (performance.now() - startedAt) / 1000
  const { report, ...all } = await spent()
  bench.report(
    `Fleet: a campaign installs 32 KiB on ${count} SIMs`,
    ['', 'figure'],
    [
      ['Succeeded', `${over.counts.Succeeded} of ${count}`],
      ['until all were', `${seconds.toFixed(1)} s`],
      ...spentRows(all),
      ...latencyRows('answer to a frame of a session', report.latencies.frame),
      ['connections lost, frames sent again', `${report.stats.connectionsLost}, ${report.stats.resends}`],
      ['a page of the SIM list, 95 %', ms(percentile(list.times, 0.95))],
      ['a page of the SIM list, maximum', ms(percentile(list.times, 1))],
      ['pages asked for', String(list.times.length)],
    ],
  )
}

async function idle(bench: Bench): Promise<void> {
  const sims = await simsToPlay(bench, bench.sims)
  const profiles = sims.map(({ profile }) => profile)
  using fleet = await startFleetProcess({ profiles, port: bench.devicePort, speed: idleSpeed, seed: 'idle' })
  const list = listAsker(bench)
  const memory: string[] = []
  // The first POLL of a SIM sets the SIM online, which costs more than later POLLs, so it is not measured.
  await pause(firstPollsMs)
  await fleet.report()
  const spent = await spending(bench, fleet)
  const startedAt = performance.now()
  for (let quarter = 1; quarter <= 4; quarter++) {
    while (performance.now() < startedAt + (quarter * bench.flags.minutes * minuteMs) / 4) {
      await list.ask()
      await pause(1000)
    }
    memory.push(mebibytes(await bench.rssNow()))
  }
  const { report, ...all } = await spent()
  bench.report(
    `Fleet: ${bench.sims} SIMs without work, ${bench.flags.minutes} minutes`,
    ['', 'figure'],
    [
      ...spentRows(all),
      ...latencyRows('answer to a POLL', report.latencies.poll),
      ['connections lost, frames sent again', `${report.stats.connectionsLost}, ${report.stats.resends}`],
      ['memory of the server at each quarter', memory.join(', ')],
      ['a page of the SIM list, 95 %', ms(percentile(list.times, 0.95))],
    ],
  )
}

/** Lets half of the SIMs poll within ten seconds after a start of the server; a tenth of these have work. */
async function reconnectStorm(bench: Bench): Promise<void> {
  const sims = await simsToPlay(bench, Math.max(10, Math.round(bench.sims / 2)))
  const working = sims.filter((_, at) => at % 10 === 0).map(({ id }) => id)
  const { id } = await startCampaign(bench, { simIds: working }, { octets: tinyPackage })
  await bench.restart()
  const profiles = sims.map(({ profile }) => profile)
  using fleet = await startFleetProcess({
    profiles,
    port: bench.devicePort,
    speed: idleSpeed,
    seed: 'reconnect storm',
    allWithinMs: reconnectStormMs,
  })
  const list = listAsker(bench)
  const rows: (string | number)[][] = []
  const startedAt = performance.now()
  let before = (await fleet.report()).stats
  for (let ten = 1; ten <= 9; ten++) {
    list.times.length = 0
    while (performance.now() < startedAt + ten * 10_000) {
      await list.ask()
      await pause(250)
    }
    const { stats, latencies, longest } = await fleet.report()
    rows.push([
      `${ten * 10} s`,
      stats.polls - before.polls,
      stats.framesReceived - before.framesReceived,
      stats.sessions - before.sessions,
      stats.connectionsLost - before.connectionsLost,
      ms(percentile(latencies.poll, 0.99)),
      ms(percentile(latencies.frame, 0.99)),
      ms(longest),
      ms(percentile(list.times, 0.95)),
    ])
    before = stats
  }
  const columns = ['until', 'POLLs', 'answers', 'sessions', 'lost', 'POLL, 99 %', 'others, 99 %', 'longest wait', 'SIM list, 95 %']
  bench.report(`Fleet: ${sims.length} SIMs poll within ten seconds of a start, ${working.length} of them with work`, columns, rows)
  const { counts } = await bench.call(endpoints.getCampaign, { params: { id } })
  bench.note(`Succeeded by then: ${counts.Succeeded} of ${working.length}`)
}
