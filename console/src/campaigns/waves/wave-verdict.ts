import type { Campaign, CampaignWave } from '@simdeck/contract/ota.ts'
import { countsByStatus, settledSims } from '../campaign-counts.ts'

/**
 * The verdict on a wave. `held`: its failures stayed within the limit. `exceeded`: they did not. `wentOn`: they did not, and the next wave
 * was released all the same. `rated`: it is not judged, as the campaign has no limit or ended before enough SIMs of the wave had.
 */
export type WaveVerdict = {
  verdict: 'held' | 'exceeded' | 'wentOn' | 'rated'
  /** The share of the SIMs with a result that succeeded, in percent. */
  succeeded: number
}

/** The verdict on a wave as soon as it is over or has paused its campaign; null before, and for a wave of which no SIM has a result. */
export function verdictOf(
  wave: CampaignWave,
  { rollout, waves, paused, finishedAt, stopRequested }: Pick<Campaign, 'rollout' | 'waves' | 'paused' | 'finishedAt' | 'stopRequested'>,
): WaveVerdict | null {
  if (!rollout || wave.releasedAt === null) return null
  const { Succeeded, Failed } = countsByStatus(wave)
  const results = Succeeded + Failed
  if (results === 0) return null
  const succeeded = (100 * Succeeded) / results
  const enoughEnded = 100 * settledSims(wave) >= rollout.endedPercent * wave.sims && wave.cancelled === 0
  const isFollowed = waves.some(({ wave: another, releasedAt }) => another > wave.wave && releasedAt !== null)
  const pausesCampaign = paused?.cause === 'failures' && paused.wave === wave.wave
  const isOver = enoughEnded || isFollowed || pausesCampaign
  if (!isOver && finishedAt === null && stopRequested === null) return null
  if (pausesCampaign) return { verdict: 'exceeded', succeeded }
  if (rollout.maxFailedPercent === null || !isOver) return { verdict: 'rated', succeeded }
  if (100 * Failed <= rollout.maxFailedPercent * results) return { verdict: 'held', succeeded }
  return { verdict: isFollowed ? 'wentOn' : 'exceeded', succeeded }
}
