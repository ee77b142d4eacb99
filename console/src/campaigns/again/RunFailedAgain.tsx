import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../session/use-me.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { failedSims } from '../campaign-counts.ts'
import { againText } from './again-text.ts'
import { ChangedSince } from './ChangedSince.tsx'
import { failedSimsQuery } from './failed-sims.ts'
import css from '../campaign.module.css'

/** True if the SIMs that failed in the campaign can be run again with its options: it is over or paused, and no rollback. */
export function isRepeatable({ state, rollbackOf }: Campaign): boolean {
  return rollbackOf === null && state !== 'running' && state !== 'scheduled'
}

/** Section on the SIMs that failed: what has changed since, and the link that runs them again. */
export function RunFailedAgain({ campaign }: { campaign: Campaign }) {
  const t = useText(againText)
  const failed = failedSims(campaign)
  const isShown = failed > 0 && isRepeatable(campaign)
  const { data } = useQuery({ ...failedSimsQuery(campaign.id), enabled: isShown })
  if (!isShown) return null
  return (
    <Section title={t.title(formatNumber(failed))} end={<AgainButton campaignId={campaign.id} words={t.runAgain(formatNumber(failed))} />}>
      {data && <ChangedSince since={data.since} className={css.undo} />}
    </Section>
  )
}

function AgainButton({ campaignId, words }: { campaignId: number; words: string }) {
  const t = useText(againText)
  const icon = <IconRefresh size={16} />
  if (useMay('OTA_CREATE')) {
    return (
      <LinkButton size="sm" icon={icon} to="/otas/execute" search={{ failedOf: String(campaignId) }}>
        {words}
      </LinkButton>
    )
  }
  return (
    <DisabledReason reason={t.mayNot}>
      <Button size="sm" icon={icon} disabled>
        {words}
      </Button>
    </DisabledReason>
  )
}
