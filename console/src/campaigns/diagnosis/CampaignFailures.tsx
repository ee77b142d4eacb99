import { otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { failureText } from '../../session/api/failure.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { countsByStatus } from '../campaign-counts.ts'
import { isRepeatable } from '../again/RunFailedAgain.tsx'
import { campaignText } from '../campaign-text.ts'
import { failureCauses } from '../results/failure-causes.ts'
import { Causes } from './Causes.tsx'
import { useDiagnosis } from '../use-diagnosis.ts'

const failedStatuses = ['Failed', 'Blocked'] as const
const interruptedStatuses = ['Interrupted'] as const

/**
 * Causes of the failures and interruptions in a campaign, by code and status word, each with its likely cause and the next action.
 * While the campaign is paused, interruptions are left out, because the pause is their cause.
 */
export function CampaignFailures({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  return (
    <>
      <CausesOf campaign={campaign} statuses={failedStatuses} title={t.why} />
      {campaign.state !== 'paused' && <CausesOf campaign={campaign} statuses={interruptedStatuses} title={t.whyInterrupted} />}
    </>
  )
}

interface CausesOfProps {
  campaign: Campaign
  statuses: typeof failedStatuses | typeof interruptedStatuses
  title: string
}

function CausesOf({ campaign, statuses, title }: CausesOfProps) {
  const t = useText(campaignText)
  const language = useLanguage()
  const { data, error, isPending, refetch } = useDiagnosis(campaign)
  const counts = countsByStatus(campaign)
  const sims = statuses.reduce((sum, status) => sum + counts[status], 0)
  if (sims === 0) return null
  const causes = failureCauses(
    (data?.causes ?? []).filter(({ status }) => statuses.some((one) => one === status)),
    otaKind(campaign.action).actionType,
  )
  return (
    <Section title={title} note={t.sims(formatNumber(sims))}>
      {error && <ErrorNote message={failureText(error)} onRetry={() => void refetch()} />}
      {isPending && (
        <div aria-busy="true">
          <Skeleton width={480} />
        </div>
      )}
      {causes.length > 0 && (
        <Causes
          campaignId={campaign.id}
          heading={t.cause}
          tone={statuses === failedStatuses ? 'failed' : 'interrupted'}
          causes={causes.map((cause) => ({
            ...cause,
            meaning: cause.meaning[language],
            likelyCause: cause.likelyCause?.[language] ?? null,
            nextAction: cause.nextAction[language],
            search: cause.name === null ? null : { cause: cause.name },
            again: statuses === failedStatuses && isRepeatable(campaign) ? cause.causes.join(',') : null,
          }))}
        />
      )}
    </Section>
  )
}
