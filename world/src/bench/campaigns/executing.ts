import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import type { Bench } from '../bench.ts'
import { startFleetProcess } from '../fleet-process.ts'
import { listAsker } from '../list-asker.ts'
import { percentile } from '../report.ts'
import { groupOf } from './large-fleet.ts'
import { inWaves, smallPackage, spending, startCampaign, untilOver } from '../campaign.ts'

const executingSims = 20_000
/** At this speed, cards poll every real minute. */
const speed = 5
const ackedMetric = 'simdeck_ota_commands_acked_total'

type Row = [label: string, value: string]

/** Lets 20,000 virtual SIMs, in a process of their own, execute a campaign without waves and then one in waves. */
export async function benchExecuting(bench: Bench): Promise<void> {
  await bench.logLine('the index of the SIM list is loaded')
  const { groupId, sims } = await groupOf(bench, Math.min(executingSims, bench.sims))
  using fleet = await startFleetProcess({
    profiles: sims.map(({ profile }) => profile),
    port: bench.devicePort,
    speed,
    seed: 'executing',
  })
  const list = listAsker(bench)
  await list.ask()
  const ways: Record<string, RolloutInput | undefined> = { 'without waves': undefined, 'in waves': inWaves }
  const measured: Row[][] = []
  for (const [name, rollout] of Object.entries(ways)) {
    bench.note(`${sims.length} SIMs execute a campaign ${name}`)
    const spent = await spending(bench, fleet)
    const before = (await bench.metrics()).get(ackedMetric) ?? 0
    const startedAt = performance.now()
    const { id, total } = await startCampaign(bench, { groupId }, { octets: smallPackage, ...(rollout ? { rollout } : {}) })
    list.times.length = 0
    const over = await untilOver(bench, id, bench.flags.minutes, list.ask)
    const took = (performance.now() - startedAt) / 1000
    const { report, ...all } = await spent()
    const blocks = ((await bench.metrics()).get(ackedMetric) ?? 0) - before
    const { up, down } = report.octets
    const share = (processor: number) => `${((100 * processor) / all.seconds).toFixed(0)} % of a core`
    const perSecond = (count: number) => `${count} (${(count / took).toFixed(0)} a second)`
    measured.push([
      ['Succeeded', `${over.counts.Succeeded} of ${total}`],
      ['until the campaign ended', `${took.toFixed(0)} s`],
      ['sessions', perSecond(all.sessions)],
      ['frames of cards answered', perSecond(all.frames)],
      ['commands that cards confirmed', perSecond(blocks)],
      ['octets to cards, from cards', `${perSecond(down)}, ${perSecond(up)}`],
      ['server', share(all.server)],
      ['PostgreSQL', share(all.postgres)],
      ['virtual SIMs', share(all.sims)],
      ['answer to a frame of a session, median, 99 %', [0.5, 0.99].map((at) => ms(percentile(report.latencies.frame, at))).join(', ')],
      ['connections lost, frames sent again', `${report.stats.connectionsLost}, ${report.stats.resends}`],
      ['a page of the SIM list, median, 95 %, maximum', [0.5, 0.95, 1].map((at) => ms(percentile(list.times, at))).join(', ')],
    ])
  }
  const [first = []] = measured
  bench.report(
    `Campaigns that ${sims.length} virtual SIMs of ${bench.sims} execute`,
    ['', ...Object.keys(ways)],
    first.map(([label], row) => [label, ...measured.map((one) => one[row]![1])]),
  )
}

const ms = (value: number) => `${value.toFixed(0)} ms`
