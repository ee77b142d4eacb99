import { cancelOta } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../session/api.ts'
import { toastFailure } from '../session/failure.ts'
import { MayButton } from '../session/MayButton.tsx'
import type { Effect } from '../ui/Dialog.tsx'
import { TypedConfirm } from '../ui/Dialog.tsx'
import { FailedGlyph, InterruptedGlyph, StartedGlyph, SucceededGlyph } from '../ui/glyphs.tsx'
import { formatNumber } from '../ui/numbers.ts'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { campaignText } from './campaign-text.ts'

/** Cancels what is Ready, after the number was typed; what has begun goes on. */
export function CancelCampaign({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const queries = useQueryClient()
  const [opened, setOpened] = useState(false)
  const { Ready, Started, Interrupted, Succeeded } = campaign.counts
  const cancel = useMutation({
    mutationFn: () => call(cancelOta, { params: { id: campaign.id }, body: {} }),
    onSuccess: ({ cancelled }) => {
      setOpened(false)
      toast.success(t.cancelled(formatNumber(cancelled)))
    },
    onError: (error) => toastFailure(t.cancelFailed, error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['campaign', campaign.id] })
      void queries.invalidateQueries({ queryKey: ['ota-logs'] })
    },
  })
  const effects: Effect[] = [
    { tone: 'failed', glyph: <FailedGlyph />, words: t.cancelReadyEffect, count: Ready },
    { tone: 'started', glyph: <StartedGlyph percent={35} />, words: t.cancelStartedEffect, count: Started },
    { tone: 'interrupted', glyph: <InterruptedGlyph />, words: t.cancelInterruptedEffect, count: Interrupted },
    { tone: 'succeeded', glyph: <SucceededGlyph />, words: t.cancelDoneEffect, count: Succeeded },
  ]
  return (
    <>
      <MayButton
        permission="OTA_UPDATE"
        variant="danger"
        disabled={Ready === 0}
        title={Ready === 0 ? t.nothingReady : undefined}
        onClick={() => setOpened(true)}
      >
        {t.cancelReady}
      </MayButton>
      <TypedConfirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={t.cancelTitle}
        effects={effects.filter((effect, index) => index === 0 || effect.count > 0)}
        act={t.cancelAct(formatNumber(Ready))}
        word={String(Ready)}
        ask={t.cancelAsk(String(Ready))}
        wayOut={t.keepRunning}
        busy={cancel.isPending}
        onAct={() => cancel.mutate()}
      >
        {t.cancelWords}
      </TypedConfirm>
    </>
  )
}
