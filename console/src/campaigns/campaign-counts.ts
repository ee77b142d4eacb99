import type { Campaign } from '@simdeck/contract/ota.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { BarPart } from '../ui/value/Bits.tsx'
import type { Tone } from '../ui/value/glyphs.tsx'

type Figures = Pick<Campaign, 'counts' | 'cancelled'>

/** Status in which a SIM is counted. A SIM whose OTA was cancelled before anything was sent is not counted as failed. */
export type CountedStatus = OtaStatus | 'Cancelled'
export const countedStatuses: readonly CountedStatus[] = [
  'Succeeded',
  'Started',
  'Interrupted',
  'Failed',
  'Cancelled',
  'Blocked',
  'NotFound',
  'Ready',
]

/** True for a SIM that waits or is under way, so that it is not among the ended ones. */
export const isOpenStatus = (status: CountedStatus): boolean => status === 'Ready' || status === 'Started' || status === 'Interrupted'

/** Number of SIMs by status. The numbers add up to the total of the campaign. */
export function countsByStatus({ counts, cancelled }: Figures): Record<CountedStatus, number> {
  return { ...counts, Failed: counts.Failed - cancelled, Cancelled: cancelled }
}

/** Number of SIMs for which nothing is left to do: their OTA has ended, or was cancelled. */
export function settledSims({ counts: { Succeeded, Failed, Blocked, NotFound } }: Pick<Figures, 'counts'>): number {
  return Succeeded + Failed + Blocked + NotFound
}

/** Number of SIMs whose OTA has ended. Cancelled SIMs, to which nothing was sent, are not counted. */
export const finishedSims = (figures: Figures): number => settledSims(figures) - figures.cancelled

/** Number of SIMs whose OTA failed or was blocked. Cancelled SIMs are not counted. */
export function failedSims(figures: Figures): number {
  const { Failed, Blocked } = countsByStatus(figures)
  return Failed + Blocked
}

/**
 * Number of SIMs in waves that are not released. They are part of the Ready ones. After a stop there are none: all that are Ready are being
 * cancelled.
 */
export function unreleasedSims({ waves, stopRequested }: Pick<Campaign, 'waves' | 'stopRequested'>): number {
  if (stopRequested) return 0
  return waves.reduce((sum, { releasedAt, counts }) => sum + (releasedAt === null ? counts.Ready : 0), 0)
}

/** The first wave that is not released, whose SIMs and those of later waves wait for it; null for none, and after a stop. */
export function firstUnreleased({ waves, stopRequested }: Pick<Campaign, 'waves' | 'stopRequested'>): number | null {
  if (stopRequested) return null
  return waves.find(({ releasedAt }) => releasedAt === null)?.wave ?? null
}

/** The share of the OTAs that the set-up of a campaign has written, in percent. */
export function setupPercent(setup: NonNullable<Campaign['setup']>): number {
  return setup.otas ? Math.floor((100 * setup.written) / setup.otas) : 0
}

/**
 * State of an open campaign, or outcome of an ended one. `autoPaused`: it paused because too many SIMs failed, or at its budget of octets.
 * `waiting`: it waits for its daily window. `settingUp`: it runs, and the OTAs of some SIMs are still to be written. `stopping`: it cancels the Ready
 * SIMs, and the others continue to their end. `partly`: some SIMs succeeded. `none`: no SIM succeeded. `unneeded`: no SIM failed, but some
 * had nothing to remove, or all SIMs were deleted later.
 */
export type CampaignOutcome =
  | 'awaitingApproval'
  | 'scheduled'
  | 'settingUp'
  | 'running'
  | 'paused'
  | 'autoPaused'
  | 'waiting'
  | 'stopping'
  | 'succeeded'
  | 'partly'
  | 'none'
  | 'unneeded'
  | 'stopped'
  | 'rejected'

export function outcomeOfCampaign({
  state,
  paused,
  counts,
  total,
  setup,
}: Pick<Campaign, 'state' | 'paused' | 'counts' | 'total'> & Partial<Pick<Campaign, 'setup'>>): CampaignOutcome {
  if (paused && paused.cause !== 'member') return paused.cause === 'window' ? 'waiting' : 'autoPaused'
  if (state === 'running' && setup) return 'settingUp'
  if (state !== 'completed' && state !== 'completedWithFailures') return state
  if (total === 0) return 'unneeded'
  if (counts.Succeeded === total) return 'succeeded'
  if (state === 'completed') return 'unneeded'
  return counts.Succeeded > 0 ? 'partly' : 'none'
}

export const outcomeTone: Record<CampaignOutcome, Tone> = {
  awaitingApproval: 'ready',
  scheduled: 'ready',
  settingUp: 'started',
  running: 'started',
  paused: 'ready',
  autoPaused: 'interrupted',
  waiting: 'ready',
  stopping: 'interrupted',
  succeeded: 'succeeded',
  partly: 'interrupted',
  none: 'failed',
  unneeded: 'notfound',
  stopped: 'notfound',
  rejected: 'notfound',
}

export const countedStatusTone: Record<CountedStatus, Tone> = {
  Ready: 'ready',
  Started: 'started',
  Interrupted: 'interrupted',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Cancelled: 'notfound',
  Blocked: 'blocked',
  NotFound: 'notfound',
}

/** Parts of a campaign's progress bar. Ready SIMs are the part that stays empty. */
export function barPartsOf(campaign: Figures, statusNames: Readonly<Record<CountedStatus, string>>): BarPart[] {
  const counts = countsByStatus(campaign)
  return countedStatuses
    .filter((part) => part !== 'Ready')
    .map((part) => ({ name: statusNames[part], value: counts[part], tone: countedStatusTone[part] }))
}
