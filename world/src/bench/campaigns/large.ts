import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import type { Bench } from '../bench.ts'
import { listAsker } from '../list-asker.ts'
import { percentile } from '../report.ts'
import { type Change, measureChange, startProbe, type Watched } from './change.ts'
import { giveHistory, groupOf, succeedHalf } from './large-fleet.ts'
import { inWaves, smallPackage, uploadPackage } from '../campaign.ts'
import { isWritten, setUp, timed } from './set-up.ts'

const probedSims = 2_000

type Way = Watched & { bench: Bench; target: OtaTargetInput; rollout: RolloutInput | undefined }
type Row = [label: string, value: string]

/**
 * Sets up a campaign over all SIMs, pauses, resumes and cancels it; sets up another one, records half of it as succeeded and rolls it back.
 * Meanwhile SIMs poll and pages of the SIM list are requested. Does all of it without waves and in waves.
 */
export async function benchLarge(bench: Bench): Promise<void> {
  await bench.logLine('the index of the SIM list is loaded')
  bench.note('each SIM that holds an applet gets the OTA that installed it')
  await giveHistory(bench)
  const { groupId, sims } = await groupOf(bench, Math.min(probedSims, bench.sims))
  const target = await uploadPackage(bench, smallPackage)
  using probe = await startProbe(sims, bench.devicePort)
  const list = listAsker(bench)
  await list.ask()
  const ways = { 'without waves': undefined, 'in waves': { ...inWaves, firstGroup: groupId } }
  const measured: Row[][] = []
  for (const [name, rollout] of Object.entries(ways)) {
    bench.note(`a campaign ${name}`)
    measured.push(await measureWay({ bench, probe, list, target, rollout }))
  }
  const [first = []] = measured
  bench.report(
    `Campaigns over ${bench.sims} SIMs`,
    ['', ...Object.keys(ways)],
    first.map(([label], row) => [label, ...measured.map((one) => one[row]![1])]),
  )
}

async function measureWay(way: Way): Promise<Row[]> {
  const { bench } = way
  const { call } = bench
  const rows: Row[] = []
  const tell = (...measured: Row[]) => {
    rows.push(...measured)
    for (const [label, value] of measured) bench.note(`${label}: ${value}`)
  }
  const first = await setUp(way)
  const { id } = first
  tell(
    ['snapshot of all SIMs', seconds(first.snapshotMs)],
    [`dry run of ${first.total} SIMs`, seconds(first.dryRunMs)],
    ['set-up: seen in the list of campaigns', `${seconds(first.visibleMs)}, ${first.progressSeen} values`],
    ['set-up: the campaign runs', seconds(first.runsMs)],
    ['set-up: all OTAs are written', seconds(first.otasMs)],
    ...changeRows('set-up', first.change),
  )
  const change = (action: 'pause' | 'resume') => () => call(endpoints.changeCampaign, { params: { id }, body: { action } })
  const atOnce = async () => true
  tell(...changeRows('pause', await measureChange(way, change('pause'), atOnce)))
  tell(...changeRows('resume', await measureChange(way, change('resume'), atOnce)))
  const cancel = (campaignId: number) => () => call(endpoints.cancelOta, { params: { id: campaignId }, body: undefined })
  tell(...changeRows('cancel', await measureChange(way, cancel(id), hasEnded(bench, id))))
  const second = await setUp(way)
  bench.note(`half of campaign ${second.id} is recorded as succeeded`)
  await succeedHalf(bench, second.id)
  await call(endpoints.changeCampaign, { params: { id: second.id }, body: { action: 'pause' } })
  const params = { id: second.id }
  const [dryRunMs, { eligible }] = await timed(() => call(endpoints.dryRunRollback, { params, body: undefined }))
  tell([`dry run of a rollback`, `${seconds(dryRunMs)}, ${eligible} SIMs`])
  let rollbackId = 0
  const rolledBack = await measureChange(
    way,
    async () => {
      rollbackId = (await call(endpoints.rollbackOta, { params, body: { confirmedCount: eligible } })).id
    },
    async () => (await hasEnded(bench, second.id)()) && (await isWritten(bench)()),
  )
  tell(...changeRows('rollback', rolledBack))
  tell(...changeRows('cancel of the rollback', await measureChange(way, cancel(rollbackId), hasEnded(bench, rollbackId))))
  return rows
}

const hasEnded =
  ({ call }: Bench, id: number) =>
  async (): Promise<boolean> =>
    (await call(endpoints.getCampaign, { params: { id } })).finishedAt !== null

const seconds = (ms: number | null) => (ms === null ? 'none' : `${(ms / 1000).toFixed(1)} s`)
const milliseconds = (value: number) => `${value.toFixed(0)} ms`

function changeRows(name: string, { answeredMs, firstStartMs, lastStartMs, doneMs, listTimes }: Change): Row[] {
  return [
    [`${name}: answered`, seconds(answeredMs)],
    [`${name}: first and last POLL that got an OTA`, `${seconds(firstStartMs)}, ${seconds(lastStartMs)}`],
    [`${name}: everything is written`, seconds(doneMs)],
    [
      `${name}: pages of the SIM list, 95 %, maximum`,
      `${milliseconds(percentile(listTimes, 0.95))}, ${milliseconds(percentile(listTimes, 1))} (${listTimes.length})`,
    ],
  ]
}
