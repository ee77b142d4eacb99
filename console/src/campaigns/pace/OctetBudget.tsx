import type { Campaign } from '@simdeck/contract/ota.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { Progress } from '../../ui/value/Bits.tsx'
import { formatBytes, formatPercent } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { paceText } from './pace-text.ts'
import css from './pace.module.css'

/** The octets that a campaign has used of its budget in all. */
export function OctetBudget({ campaign: { octets, rollout } }: { campaign: Campaign }) {
  const t = useText(paceText)
  const budget = rollout?.octetsInAll ?? null
  if (budget === null || octets === null) return null
  return (
    <Section title={t.octetsUsed}>
      <p className={css.used}>{t.usedOf(formatBytes(octets), formatBytes(budget), formatPercent(octets, budget))}</p>
      <Progress label={t.octetsUsed} done={Math.min(octets, budget)} total={budget} tone={octets < budget ? 'started' : 'interrupted'} />
    </Section>
  )
}
