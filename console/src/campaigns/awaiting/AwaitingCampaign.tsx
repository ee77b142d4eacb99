import { getApproval } from '@simdeck/contract/approval.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Columns, IdentityStrip, Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { approvalText } from '../approval/approval-text.ts'
import { dryRunText } from '../dry-run/dry-run-text.ts'
import { SeeEachSim } from '../dry-run/SeeEachSim.tsx'
import { CampaignHistory } from '../detail/CampaignHistory.tsx'
import { CampaignSims } from '../detail/CampaignSims.tsx'
import { Estimate } from '../wizard/confirm/Estimate.tsx'
import { ExcludedSims } from '../wizard/confirm/ExcludedSims.tsx'
import { awaitingText } from './awaiting-text.ts'
import { ChangesSince } from './ChangesSince.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { FrozenPlan } from './FrozenPlan.tsx'
import { PlannedRollout } from './PlannedRollout.tsx'
import css from './awaiting.module.css'

/** Content of the page of a campaign that waits for approval: its frozen dry run, what has changed since, and the decision. */
export function AwaitingCampaign({ campaign }: { campaign: Campaign }) {
  const t = useText(awaitingText)
  const { askedBy } = useText(approvalText)
  const { data, error, refetch } = useQuery(queryOf(getApproval, { params: { id: campaign.id } }))
  const { title: listTitle } = useText(dryRunText)
  const { approval, rollout } = campaign
  if (!approval) return null
  if (!data) return error ? <ErrorState message={failureText(error)} onRetry={() => void refetch()} /> : <Skeleton width={420} />
  const { approvers, approverCount, dryRun, changes } = data
  const others = approverCount - approvers.length
  const mayApprove = approvers.join(t.comma) + (others > 0 ? ` ${t.others(formatNumber(others))}` : '')
  return (
    <>
      <IdentityStrip
        facts={[
          { name: askedBy, value: approval.askedBy },
          { name: t.askedAt, value: <Time at={approval.askedAt} relative /> },
          { name: t.startAt, value: rollout?.startAt ? <Time at={rollout.startAt} /> : t.startAtOnce },
          ...(approval.deadline
            ? [
                {
                  name: t.deadline,
                  value: (
                    <>
                      <Time at={approval.deadline} />
                      <span className={css.soft}>{t.deadlineWords}</span>
                    </>
                  ),
                },
              ]
            : []),
          { name: t.approvers, value: mayApprove || t.nobody },
        ]}
      />
      {approverCount === 0 && (
        <div className={css.note}>
          <Note>{t.nobodyWords}</Note>
        </div>
      )}
      <Columns
        rail={
          <>
            {dryRun && (
              <Section title={t.estimate}>
                <Estimate dryRun={dryRun} />
              </Section>
            )}
            {data.snapshotId !== null && (
              <Section title={listTitle}>
                <SeeEachSim snapshotId={data.snapshotId} />
              </Section>
            )}
            <Section title={t.note}>
              <p className={css.words}>{data.note || t.noNote}</p>
            </Section>
            <CampaignHistory campaign={campaign} />
          </>
        }
      >
        <FrozenPlan campaign={campaign} request={data} />
        {changes && <ChangesSince changes={changes} silentBefore={dryRun?.silentSims ?? null} />}
        <PlannedRollout campaign={campaign} />
        {dryRun && dryRun.excluded.length > 0 && (
          <div className={css.excluded}>
            <ExcludedSims excluded={dryRun.excluded} />
          </div>
        )}
      </Columns>
      <CampaignSims campaign={campaign} />
      <DecisionBar campaign={campaign} request={data} />
    </>
  )
}
