import type { Campaign } from '@simdeck/contract/ota.ts'
import { defaultRetries } from '@simdeck/contract/rollout.ts'
import type { Fact } from '../../ui/frame/Page.tsx'
import { formatBytes, formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { paceText } from './pace-text.ts'

/** Facts of a campaign on its sessions at once, its retries and its octets. */
export function useLimitFacts({ rollout }: Campaign): Fact[] {
  const t = useText(paceText)
  const { maxAtOnce = null, maxPerCell = null, retries = defaultRetries, octetsPerSim = null, octetsInAll = null } = rollout ?? {}
  const limits = [
    ...(maxAtOnce === null ? [] : [t.inAll(formatNumber(maxAtOnce))]),
    ...(maxPerCell === null ? [] : [t.perCell(formatNumber(maxPerCell))]),
  ]
  return [
    { name: t.concurrency, value: limits.length > 0 ? limits.join(' · ') : t.unlimited },
    { name: t.retries, value: t.times(retries) },
    ...(octetsPerSim === null ? [] : [{ name: t.perSimLimit, value: formatBytes(octetsPerSim) }]),
    ...(octetsInAll === null ? [] : [{ name: t.inAllLimit, value: formatBytes(octetsInAll) }]),
  ]
}
