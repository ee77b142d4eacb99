import type { Campaign } from '@simdeck/contract/ota.ts'
import type { Fact } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { wavesText } from './waves-text.ts'

/** Facts of the rollout of a campaign: its times and the conditions of its waves. */
export function useRolloutFacts({ rollout, waves }: Campaign): Fact[] {
  const t = useText(wavesText)
  if (!rollout) return []
  const { startAt, endAt, window, order, seed, minResults, maxFailedPercent, pollsAgain } = rollout
  const isInWaves = waves.length > 1
  return [
    ...(startAt ? [{ name: t.startAt, value: <Time at={startAt} /> }] : []),
    ...(endAt ? [{ name: t.endAt, value: <Time at={endAt} /> }] : []),
    ...(window ? [{ name: t.window, value: t.windowOf(window.from, window.to, window.timeZone) }] : []),
    ...(isInWaves ? [{ name: t.order, value: order === 'random' ? t.random(seed) : t.byId }] : []),
    ...(isInWaves && maxFailedPercent !== null ? [{ name: t.judged, value: t.judgedFrom(formatNumber(minResults)) }] : []),
    ...(pollsAgain ? [{ name: t.health, value: t.pollsAgain }] : []),
  ]
}
