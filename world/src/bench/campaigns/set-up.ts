import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import type { Bench } from '../bench.ts'
import { type Change, measureChange, type Watched } from './change.ts'

const lookEveryMs = 250

/** The set-up of a campaign. Times are in milliseconds; those of the set-up count from the call that starts it. */
export type SetUp = {
  id: number
  total: number
  snapshotMs: number
  dryRunMs: number
  change: Change
  /** The first answer of the list of campaigns that has the campaign, and the first one in which it runs. */
  visibleMs: number
  runsMs: number
  /** The first answer of the list of campaigns in which all OTAs are written. */
  otasMs: number
  /** The number of different values of its state and set-up that the list of campaigns had meanwhile. */
  progressSeen: number
}

export async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const startedAt = performance.now()
  const done = await work()
  return [performance.now() - startedAt, done]
}

/** Starts a campaign over all SIMs, and waits until it is written into all of them. */
export async function setUp(
  watched: Watched & { bench: Bench; target: OtaTargetInput; rollout: RolloutInput | undefined },
): Promise<SetUp> {
  const { bench, target, rollout } = watched
  const { call } = bench
  const [snapshotMs, { id: snapshotId }] = await timed(() => call(endpoints.createSnapshot, { body: { filter: {} } }))
  const [dryRunMs, { eligible }] = await timed(() => call(endpoints.dryRunBulkOta, { body: { snapshotId, targets: [target] } }))
  const body = { snapshotId, targets: [target], confirmedCount: eligible, removalConsent: true, ...(rollout ? { rollout } : {}) }
  const [newest] = (await call(endpoints.listCampaigns, { query: { take: 1 } })).data
  const seen = watchNewest(bench, newest?.id ?? 0)
  let id = 0
  const change = await measureChange(
    watched,
    async () => {
      id = (await call(endpoints.putBulkOta, { body })).id
    },
    isWritten(bench),
  )
  return { id, total: eligible, snapshotMs, dryRunMs, change, ...(await seen) }
}

/** Requests the list of campaigns until all OTAs of a newer campaign than the given one are written. */
async function watchNewest({ call }: Bench, after: number): Promise<Pick<SetUp, 'visibleMs' | 'runsMs' | 'otasMs' | 'progressSeen'>> {
  const progress = new Set<string>()
  let visibleMs: number | null = null
  let runsMs: number | null = null
  const startedAt = performance.now()
  for (;;) {
    const [newest] = (await call(endpoints.listCampaigns, { query: { take: 1 } })).data
    const sinceMs = performance.now() - startedAt
    if (newest && newest.id > after) {
      visibleMs ??= sinceMs
      progress.add(JSON.stringify([newest.state, newest.setup]))
      if (newest.state === 'running') runsMs ??= sinceMs
      if (runsMs !== null && newest.setup === null) return { visibleMs, runsMs, otasMs: sinceMs, progressSeen: progress.size }
    }
    await pause(lookEveryMs)
  }
}

/** True once no progress of a large campaign waits to be written into the rows of its SIMs. */
export const isWritten =
  ({ query }: Bench) =>
  async (): Promise<boolean> =>
    (await query(`select from queued_jobs where queue like 'campaign%' and dead_at is null limit 1`)).length === 0
