import { changeCampaign, getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { refresh, setAnswer } from '../../session/api/query.ts'
import { useText } from '../../ui/words/text.ts'
import { campaignText } from '../campaign-text.ts'

/** Pauses or resumes a campaign and writes the server's answer into the cache. */
export function usePause(campaign: Campaign) {
  const t = useText(campaignText)
  return useMutation({
    mutationFn: (action: 'pause' | 'resume') => call(changeCampaign, { params: { id: campaign.id }, body: { action } }),
    onSuccess: (changed) => setAnswer(getCampaign, { params: { id: campaign.id } }, changed),
    onError: (error, action) => {
      toastFailure(action === 'pause' ? t.pauseFailed : t.resumeFailed, error)
      void refresh(getCampaign, { params: { id: campaign.id } })
    },
  })
}

/** Time after a pause during which the button does not resume the campaign, so that an accidental second click has no effect. */
export const resumeDelayMs = 2000

/** Button that pauses a campaign with one click and without confirmation, because it can be resumed. */
export function PauseCampaign({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const change = usePause(campaign)
  // A campaign outside its daily window resumes by itself; a member can keep it paused.
  const paused = campaign.state === 'paused' && campaign.paused?.cause !== 'window'
  const [resumeBlocked, setResumeBlocked] = useState(false)
  useEffect(() => {
    if (!resumeBlocked || change.isPending) return
    const timer = window.setTimeout(() => setResumeBlocked(false), resumeDelayMs)
    return () => window.clearTimeout(timer)
  }, [resumeBlocked, change.isPending])
  // It resumes only with a larger budget, which the note on the pause asks for.
  if (campaign.paused?.cause === 'octets') return null
  return (
    <MayButton
      permission="OTA_UPDATE"
      icon={paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
      variant={paused ? 'primary' : undefined}
      busy={change.isPending}
      disabled={paused && resumeBlocked}
      onClick={() => {
        setResumeBlocked(!paused)
        change.mutate(paused ? 'resume' : 'pause')
      }}
    >
      {paused ? t.resume : t.pause}
    </MayButton>
  )
}
