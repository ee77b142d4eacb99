import type { Campaign } from '@simdeck/contract/ota.ts'
import { smsReasonWords } from '../../sims/wake/wake-text.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import type { Fact } from '../../ui/frame/Page.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { wakesText } from './wakes-text.ts'
import css from './wakes.module.css'

/** The messages with which a campaign wakes its SIMs: how far they are, and the SIMs that get none, with the reasons. */
export function CampaignWakes({ campaign: { wakes } }: { campaign: Campaign }) {
  const t = useText(wakesText)
  const reasons = useText(smsReasonWords)
  if (!wakes) return null
  const { waiting, sent, delivered } = wakes
  const failed = wakes.failed.map(({ reason, sims }) => ({ words: reasons[reason], sims }))
  const skipped = wakes.skipped.map(({ reason, sims }) => ({ words: t.skips(reason), sims }))
  const counted = (sims: number) => t.sims(formatNumber(sims))
  const withReasons = (name: string, list: typeof failed): Fact[] => {
    if (list.length === 0) return []
    const sum = list.reduce((all, { sims }) => all + sims, 0)
    const value = (
      <>
        {counted(sum)}
        {list.map(({ words, sims }) => (
          <span key={words} className={css.reason}>
            {t.reason(words, formatNumber(sims))}
          </span>
        ))}
      </>
    )
    return [{ name, value }]
  }
  const facts: Fact[] = [
    { name: t.sent, value: counted(sent + delivered) },
    { name: t.delivered, value: counted(delivered) },
    { name: t.waiting, value: counted(waiting) },
    ...withReasons(t.failed, failed),
    ...withReasons(t.skipped, skipped),
  ]
  return (
    <Section title={t.title}>
      <Facts facts={facts} end />
    </Section>
  )
}
