import { maxUnconfirmedSims } from '@simdeck/contract/bulk-ota.ts'
import { getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { dryRunRollback, rollbackOta } from '@simdeck/contract/rollback.ts'
import type { RollbackPlan } from '@simdeck/contract/rollback.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { queryOf, refresh } from '../../session/api/query.ts'
import { ConfirmDialog, Dialog, TypedConfirm } from '../../ui/feedback/Dialog.tsx'
import type { Effect } from '../../ui/feedback/Dialog.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Button, TextButton } from '../../ui/form/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { CancelledGlyph, NotFoundGlyph, StartedGlyph } from '../../ui/value/glyphs.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { approvalText } from '../approval/approval-text.ts'
import { AskApproval } from '../approval/AskApproval.tsx'
import { useApprovalFrom } from '../approval/use-approval.ts'
import { DryRunDialog } from '../dry-run/DryRunDialog.tsx'
import { dryRunText } from '../dry-run/dry-run-text.ts'
import { isAnswered, lostAnswerText } from '../lost-answer.ts'
import { usePackageName } from '../package-name.ts'
import { exclusionWords, rollbackText } from './rollback-text.ts'

/** Confirmation of a rollback with its effects by number of SIMs, as the server has computed them. */
export function RollbackDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const t = useText(rollbackText)
  const lost = useText(lostAnswerText)
  const { perSim } = useText(dryRunText)
  const [listing, setListing] = useState(false)
  const [note, setNote] = useState('')
  const language = useLanguage()
  const approvalWords = useText(approvalText)
  const effectsOf = useEffects()
  const navigate = useNavigate()
  const params = { id: campaign.id }
  const plan = useQuery({
    ...queryOf(dryRunRollback, { params, body: {} }),
    gcTime: 0,
    retry: false,
  })
  const approvalFrom = useApprovalFrom(plan.data?.eligible ?? 0)
  const start = useMutation({
    mutationFn: (count: number) => call(rollbackOta, { params, body: { confirmedCount: count, approvalNote: note } }),
    retry: false,
    onSuccess: ({ id, total, approval }) => {
      toast.success((approval ? approvalWords.asked : t.started)(formatNumber(total)))
      onClose()
      void navigate({ to: '/otas/campaigns/$id', params: { id: String(id) } })
    },
    onError: (error) => {
      if (isAnswered(error)) toastFailure(t.failed, error)
      else toast.error(lost.unknown, lost.partial, { words: lost.toCampaigns, onClick: () => void navigate({ to: '/otas/campaigns' }) })
      void plan.refetch()
    },
    onSettled: () => void refresh(getCampaign, { params }),
  })
  if (!plan.data || plan.data.eligible === 0)
    return (
      <Dialog opened onClose={onClose} title={plan.data ? t.none : t.title} foot={<Button onClick={onClose}>{t.close}</Button>}>
        {plan.data?.total === 0 && <p>{t.noneChanged}</p>}
        {plan.isError && <ErrorState message={failureText(plan.error)} onRetry={() => void plan.refetch()} />}
        {plan.isPending && <p role="status">{t.checking}</p>}
        {plan.data?.excluded.map(({ reason, count }) => (
          <p key={reason}>
            <b>{formatNumber(count)}</b> {exclusionWords[reason][language]}
          </p>
        ))}
      </Dialog>
    )
  if (listing) return <DryRunDialog snapshotId={plan.data.snapshotId} onClose={() => setListing(false)} />
  const { eligible } = plan.data
  const dialog = {
    opened: true,
    onClose,
    title: t.title,
    effects: effectsOf(plan.data, campaign),
    act: (approvalFrom === null ? t.act : approvalWords.ask)(formatNumber(eligible)),
    danger: true,
    busy: start.isPending,
    onAct: () => start.mutate(eligible),
    children: (
      <>
        {t.words}
        {campaign.state === 'paused' && t.endsPause} <TextButton onClick={() => setListing(true)}>{perSim}</TextButton>
        {approvalFrom !== null && <AskApproval from={approvalFrom} note={note} onNote={setNote} />}
      </>
    ),
  }
  if (eligible <= maxUnconfirmedSims) return <ConfirmDialog {...dialog} />
  return <TypedConfirm {...dialog} word={String(eligible)} ask={t.typeCount(formatNumber(eligible))} />
}

function useEffects(): (plan: RollbackPlan, campaign: Campaign) => Effect[] {
  const t = useText(rollbackText)
  const language = useLanguage()
  const packageName = usePackageName()
  return ({ eligible, removals, restores, excluded }, { state, counts }) => [
    ...(removals > 0 ? [{ tone: 'failed' as const, glyph: <CancelledGlyph />, words: t.removed, count: removals }] : []),
    ...restores.map((one) => ({
      tone: 'started' as const,
      glyph: <StartedGlyph percent={35} />,
      words: t.restored(`${packageName(one)} ${one.otaVersion}`),
      more: one.label,
      count: one.count,
    })),
    ...without(eligible - restores.reduce((sum, { count }) => sum + count, 0), t.leftWithout),
    ...(state === 'paused' && counts.Ready > 0
      ? [{ tone: 'notfound' as const, glyph: <CancelledGlyph />, words: t.cancelsReady, count: counts.Ready }]
      : []),
    ...excluded.map(({ reason, count }) => ({
      tone: 'notfound' as const,
      glyph: <NotFoundGlyph />,
      words: exclusionWords[reason][language],
      count,
    })),
  ]
}

/** The SIMs that held no applet before, if there are any. */
function without(count: number, words: string): Effect[] {
  return count > 0 ? [{ tone: 'notfound', glyph: <NotFoundGlyph />, words, count }] : []
}
