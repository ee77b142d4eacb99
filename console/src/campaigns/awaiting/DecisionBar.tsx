import { approveCampaign, withdrawCampaign } from '@simdeck/contract/approval.ts'
import type { ApprovalRequest } from '@simdeck/contract/approval.ts'
import { maxUnconfirmedSims } from '@simdeck/contract/bulk-ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { useMe } from '../../session/use-me.ts'
import { ConfirmDialog, TypedConfirm } from '../../ui/feedback/Dialog.tsx'
import type { Effect } from '../../ui/feedback/Dialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { WizardFoot } from '../../ui/form/WizardFoot.tsx'
import { CancelledGlyph, StartedGlyph } from '../../ui/value/glyphs.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { losingSims } from '../wizard/confirm/Losses.tsx'
import { awaitingText } from './awaiting-text.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { useDecided } from './use-decided.ts'

/** Buttons of the decision, which are always visible, or the reason for which the user has none. */
export function DecisionBar({ campaign, request }: { campaign: Campaign; request: ApprovalRequest }) {
  const t = useText(awaitingText)
  const me = useMe()
  const [opened, setOpened] = useState<'approve' | 'reject' | 'withdraw' | null>(null)
  const { mayDecide, mayWithdraw, dryRun } = request
  const sims = campaign.total - campaign.cancelled
  const params = { id: campaign.id }
  const approve = useMutation({
    mutationFn: () => call(approveCampaign, { params, body: { confirmedCount: sims } }),
    ...useDecided(campaign, { done: t.approved, failed: t.approveFailed }),
  })
  const withdraw = useMutation({
    mutationFn: () => call(withdrawCampaign, { params }),
    ...useDecided(campaign, { done: t.withdrawn, failed: t.withdrawFailed }),
  })
  const close = (): void => setOpened(null)
  const losing = dryRun ? losingSims(dryRun) : 0
  const effects: Effect[] = [
    { tone: 'started', glyph: <StartedGlyph percent={35} />, words: t.gets, count: sims },
    ...(losing > 0 ? [{ tone: 'failed' as const, glyph: <CancelledGlyph />, words: t.losesEffect, count: losing }] : []),
  ]
  const approving = {
    opened: opened === 'approve',
    onClose: close,
    title: t.approveTitle,
    effects,
    act: t.approve(formatNumber(sims)),
    busy: approve.isPending,
    onAct: () => approve.mutate(),
    children: campaign.rollout?.startAt ? t.approveLater : t.approveWords,
  }
  return (
    <>
      <WizardFoot note={mayDecide ? t.decide(me.name) : mayWithdraw ? t.youAsked : t.mayNot}>
        {mayWithdraw && <Button onClick={() => setOpened('withdraw')}>{t.withdraw}</Button>}
        {mayDecide && (
          <>
            <Button onClick={() => setOpened('reject')}>{t.reject}</Button>
            <Button variant="primary" onClick={() => setOpened('approve')}>
              {t.approve(formatNumber(sims))}
            </Button>
          </>
        )}
      </WizardFoot>
      {sims > maxUnconfirmedSims ? (
        <TypedConfirm {...approving} word={String(sims)} ask={t.typeCount(formatNumber(sims))} />
      ) : (
        <ConfirmDialog {...approving} />
      )}
      <RejectDialog campaign={campaign} opened={opened === 'reject'} onClose={close} />
      <ConfirmDialog
        opened={opened === 'withdraw'}
        onClose={close}
        title={t.withdrawTitle}
        act={t.withdraw}
        busy={withdraw.isPending}
        onAct={() => withdraw.mutate()}
      >
        {t.rejectWords}
      </ConfirmDialog>
    </>
  )
}
