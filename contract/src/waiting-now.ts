import type { CampaignDiagnosis, WaitingReason } from './campaign-report.ts'
import type { Campaign } from './ota.ts'

type Waiting = CampaignDiagnosis['waiting']

/** The reasons that the state of a campaign decides for all of its Ready SIMs. */
const ofState: readonly WaitingReason[] = ['stopping', 'approval', 'scheduled', 'wave', 'window', 'paused']

/**
 * The reasons for which the SIMs of a campaign wait in its present state. `counted` are those of a count, perhaps in an earlier state: they
 * are kept as far as the campaign runs, because then each SIM has its own.
 */
export function waitingNow(
  {
    state,
    paused,
    stopRequested,
    setup,
    waves,
    counts,
  }: Pick<Campaign, 'state' | 'paused' | 'stopRequested' | 'setup' | 'waves' | 'counts'>,
  counted: Waiting,
): Waiting {
  if (setup) return [...counted]
  const later = waves.reduce((sum, wave) => sum + (wave.releasedAt === null ? wave.counts.Ready : 0), 0)
  const some = (reason: WaitingReason, sims: number): Waiting => (sims > 0 ? [{ reason, sims }] : [])
  if (stopRequested) return some('stopping', counts.Ready)
  if (state === 'awaitingApproval') return some('approval', counts.Ready)
  if (state === 'scheduled') return some('scheduled', counts.Ready)
  const released =
    state === 'paused'
      ? some(paused?.cause === 'window' ? 'window' : 'paused', counts.Ready - later)
      : counted.filter(({ reason }) => !ofState.includes(reason))
  return [...released, ...some('wave', later)].toSorted((one, other) => other.sims - one.sims)
}
