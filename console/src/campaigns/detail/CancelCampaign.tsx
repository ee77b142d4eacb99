import { maxUnconfirmedSims } from '@simdeck/contract/bulk-ota.ts'
import { listCampaignSims } from '@simdeck/contract/campaign-report.ts'
import { cancelOta, getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconPlayerPause, IconPlayerStop } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Button } from '../../ui/form/Button.tsx'
import type { Effect } from '../../ui/feedback/Dialog.tsx'
import { ConfirmDialog, TypedConfirm } from '../../ui/feedback/Dialog.tsx'
import { CancelledGlyph, InterruptedGlyph, StartedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { campaignText } from '../campaign-text.ts'
import { usePause } from './PauseCampaign.tsx'

/**
 * Button that cancels the Ready OTAs of a campaign, after a confirmation that lists the effects by status; OTAs that have started
 * continue. Many SIMs need their number typed, as it was when the dialog opened. If no OTA is Ready, it offers to pause the campaign.
 */
export function CancelCampaign({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const [opened, setOpened] = useState(false)
  const pause = usePause(campaign)
  const paused = campaign.state === 'paused'
  const { Ready, Started, Interrupted } = campaign.counts
  const [asked, setAsked] = useState(campaign.counts)
  const cancel = useMutation({
    mutationFn: () => call(cancelOta, { params: { id: campaign.id }, body: {} }),
    onSuccess: ({ cancelled, continues }) => {
      setOpened(false)
      toast.success(continues ? t.stopContinues : t.cancelledSims(formatNumber(cancelled)))
    },
    onError: (error) => toastFailure(t.cancelFailed, error),
    onSettled: () => {
      void refresh(getCampaign, { params: { id: campaign.id } })
      void refresh(listCampaignSims)
    },
  })
  const pauseInstead = (): void => pause.mutate('pause', { onSuccess: () => setOpened(false) })
  const effects: Effect[] = [
    { tone: 'notfound', glyph: <CancelledGlyph />, words: t.cancelReadyEffect, count: asked.Ready },
    { tone: 'started', glyph: <StartedGlyph percent={35} />, words: t.cancelStartedEffect, count: asked.Started },
    { tone: 'interrupted', glyph: <InterruptedGlyph />, words: t.cancelInterruptedEffect, count: asked.Interrupted },
    { tone: 'succeeded', glyph: <SucceededGlyph />, words: t.cancelDoneEffect, count: asked.Succeeded },
  ]
  const dialog = {
    opened: opened && Ready > 0,
    onClose: () => setOpened(false),
    title: t.stopTitle,
    effects: effects.filter((effect, index) => index === 0 || effect.count > 0),
    act: t.stopAct(formatNumber(asked.Ready)),
    danger: true,
    cancelLabel: paused ? t.keepPaused : t.keepRunning,
    instead: !paused && (
      <Button icon={<IconPlayerPause size={16} />} busy={pause.isPending} onClick={pauseInstead}>
        {t.pauseInstead}
      </Button>
    ),
    busy: cancel.isPending,
    onAct: () => cancel.mutate(),
    children: paused ? t.stopPausedWords : t.stopWords,
  }
  return (
    <>
      <DisabledReason reason={Ready === 0 && paused ? t.nothingReadyPaused : null}>
        <MayButton
          permission="OTA_UPDATE"
          variant="danger"
          icon={<IconPlayerStop size={16} />}
          disabled={Ready === 0 && paused}
          onClick={() => {
            setAsked(campaign.counts)
            setOpened(true)
          }}
        >
          {t.stop}
        </MayButton>
      </DisabledReason>
      <ConfirmDialog
        opened={opened && Ready === 0}
        onClose={() => setOpened(false)}
        title={t.nothingReady}
        act={t.pause}
        cancelLabel={t.keepRunning}
        busy={pause.isPending}
        onAct={pauseInstead}
      >
        {t.nothingReadyWords(formatNumber(Started + Interrupted))}
      </ConfirmDialog>
      {asked.Ready > maxUnconfirmedSims ? (
        <TypedConfirm {...dialog} word={String(asked.Ready)} ask={t.stopAsk(formatNumber(asked.Ready))} />
      ) : (
        <ConfirmDialog {...dialog} />
      )}
    </>
  )
}
