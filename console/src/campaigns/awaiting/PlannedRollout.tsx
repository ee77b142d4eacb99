import type { Campaign } from '@simdeck/contract/ota.ts'
import type { WaveSize } from '@simdeck/contract/rollout.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { Tag } from '../../ui/value/Bits.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useLimitFacts } from '../pace/limit-facts.ts'
import { useRolloutFacts } from '../waves/rollout-facts.tsx'
import { wakesText } from '../wakes/wakes-text.ts'
import { wavesText } from '../waves/waves-text.ts'
import { awaitingText } from './awaiting-text.ts'
import css from './awaiting.module.css'

const shareOf = (size: WaveSize | undefined): string => (size && 'percent' in size ? `${size.percent}% · ` : '')

/** The waves, times and limits with which a campaign begins once it is approved. */
export function PlannedRollout({ campaign }: { campaign: Campaign }) {
  const t = useText(awaitingText)
  const words = useText(wavesText)
  const wakes = useText(wakesText)
  const { rollout, waves } = campaign
  const rolloutFacts = useRolloutFacts(campaign)
  const limitFacts = useLimitFacts(campaign)
  const isInWaves = waves.length > 1
  const limit = rollout?.maxFailedPercent ?? null
  return (
    <Section title={t.plan}>
      <Facts
        facts={[
          {
            name: t.waves,
            value: isInWaves ? (
              <span className={css.waves}>
                {waves.map(({ wave, sims }) => (
                  <Tag key={wave}>{shareOf(rollout?.waves[wave - 1]) + formatNumber(sims)}</Tag>
                ))}
              </span>
            ) : (
              t.allAtOnce
            ),
          },
          ...(isInWaves && rollout
            ? [{ name: t.next, value: rollout.next === 'manual' ? words.manual : words.condition(rollout.endedPercent, null) }]
            : []),
          { name: t.pausesAt, value: limit === null ? t.never : t.pausesAbove(limit) },
          ...(campaign.wakes ? [{ name: wakes.title, value: wakes.planned }] : []),
          ...rolloutFacts,
          ...limitFacts,
        ]}
      />
    </Section>
  )
}
