import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconEye, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { resumeDelayMs, usePause } from '../../campaigns/detail/PauseCampaign.tsx'
import { useMay } from '../../session/use-me.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { IconButton } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import css from './open.module.css'
import { openText } from './open-text.ts'

/** The effect of a click. A campaign that waits for a decision is only opened, because its page has what the decision needs. */
function actOf({ state, paused, waitsForRelease }: Campaign): 'pause' | 'resume' | 'review' {
  if (state === 'paused' && paused?.cause === 'member') return 'resume'
  const isOpen = state === 'running' || state === 'scheduled' || paused?.cause === 'window'
  return isOpen && !waitsForRelease ? 'pause' : 'review'
}

/** Pauses a campaign with one click, resumes one that a member has paused, or opens the page of one that waits. */
export function CampaignButton({ campaign }: { campaign: Campaign }) {
  const t = useText(openText)
  const may = useMay('OTA_UPDATE')
  const change = usePause(campaign)
  const act = actOf(campaign)
  const [resumeBlocked, setResumeBlocked] = useState(false)
  useEffect(() => {
    if (!resumeBlocked || change.isPending) return
    const timer = window.setTimeout(() => setResumeBlocked(false), resumeDelayMs)
    return () => window.clearTimeout(timer)
  }, [resumeBlocked, change.isPending])
  if (act === 'review')
    return (
      <Link
        to="/otas/campaigns/$id"
        params={{ id: String(campaign.id) }}
        className={css.review}
        aria-label={t.review(campaign.name)}
        title={t.review(campaign.name)}
      >
        <IconEye size={16} />
      </Link>
    )
  return (
    <DisabledReason reason={may ? null : t.mayNot}>
      <IconButton
        variant="ghost"
        size="sm"
        label={t[act](campaign.name)}
        disabled={!may || change.isPending || (act === 'resume' && resumeBlocked)}
        onClick={() => {
          setResumeBlocked(act === 'pause')
          change.mutate(act)
        }}
      >
        {act === 'pause' ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
      </IconButton>
    </DisabledReason>
  )
}
