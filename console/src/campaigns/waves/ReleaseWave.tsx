import { changeCampaign, getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign, CampaignWave } from '@simdeck/contract/ota.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh, setAnswer } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { countsByStatus, settledSims } from '../campaign-counts.ts'
import { wavesText } from './waves-text.ts'

/** Button that releases the next wave, after a confirmation with the number of its SIMs. */
export function ReleaseWave({ campaign, wave: { wave, sims } }: { campaign: Campaign; wave: CampaignWave }) {
  const t = useText(wavesText)
  const [asked, setAsked] = useState<number | null>(null)
  const params = { id: campaign.id }
  const before = campaign.waves.find((one) => one.wave === wave - 1)
  const counts = before && countsByStatus(before)
  const results =
    before && counts && settledSims(before) === before.sims
      ? t.resultsBefore(
          before.wave,
          formatNumber(counts.Succeeded),
          formatNumber(counts.Failed),
          counts.Blocked > 0 ? formatNumber(counts.Blocked) : null,
        )
      : t.notAwaited
  const release = useMutation({
    mutationFn: () => call(changeCampaign, { params, body: { action: 'release', wave } }),
    onSuccess: (changed) => setAnswer(getCampaign, { params }, changed),
    onError: (error) => {
      toastFailure(t.releaseFailed, error)
      void refresh(getCampaign, { params })
    },
    onSettled: () => setAsked(null),
  })
  return (
    <>
      <MayButton permission="OTA_UPDATE" onClick={() => setAsked(wave)}>
        {t.release(wave)}
      </MayButton>
      <ConfirmDialog
        opened={asked === wave}
        onClose={() => setAsked(null)}
        title={t.releaseTitle(wave)}
        act={t.release(wave)}
        cancelLabel={t.cancel}
        busy={release.isPending}
        onAct={() => release.mutate()}
      >
        {t.releaseWords(formatNumber(sims))}
        {results}
      </ConfirmDialog>
    </>
  )
}
