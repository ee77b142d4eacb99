import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconAlertTriangle, IconClock, IconUserCheck, IconUserX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CancelledGlyph, FailedGlyph, NotFoundGlyph, PausedGlyph, StartedGlyph, SucceededGlyph } from '../ui/value/glyphs.tsx'
import { Status } from '../ui/value/StatusText.tsx'
import { useText } from '../ui/words/text.ts'
import { outcomeOfCampaign, outcomeTone, settledSims, setupPercent } from './campaign-counts.ts'
import type { CampaignOutcome } from './campaign-counts.ts'
import { campaignText } from './campaign-text.ts'

const quiet: ReadonlySet<CampaignOutcome> = new Set([
  'succeeded',
  'unneeded',
  'stopped',
  'paused',
  'waiting',
  'scheduled',
  'awaitingApproval',
  'rejected',
])
/** A pause by too many failures shows no progress, which would be read as the share of failures. */
const withShare: ReadonlySet<CampaignOutcome> = new Set(['settingUp', 'running', 'paused', 'waiting', 'stopping'])

/** State of an open campaign, or outcome of an ended one. */
export function CampaignStateText({ campaign, pill = false }: { campaign: Campaign; pill?: boolean }) {
  const t = useText(campaignText)
  const outcome = outcomeOfCampaign(campaign)
  const percent = campaign.total > 0 ? Math.floor((settledSims(campaign) / campaign.total) * 100) : 0
  const share = outcome === 'settingUp' && campaign.setup ? setupPercent(campaign.setup) : percent
  const glyphs: Record<CampaignOutcome, ReactNode> = {
    awaitingApproval: <IconUserCheck size={16} />,
    scheduled: <IconClock size={16} />,
    settingUp: <StartedGlyph percent={share} />,
    running: <StartedGlyph percent={percent} />,
    paused: <PausedGlyph />,
    autoPaused: <PausedGlyph />,
    waiting: <IconClock size={16} />,
    stopping: <CancelledGlyph />,
    succeeded: <SucceededGlyph />,
    partly: <IconAlertTriangle size={16} />,
    none: <FailedGlyph />,
    unneeded: <NotFoundGlyph />,
    stopped: <CancelledGlyph />,
    rejected: <IconUserX size={16} />,
  }
  return (
    <Status tone={outcomeTone[outcome]} glyph={glyphs[outcome]} pill={pill} quiet={quiet.has(outcome)}>
      {t[outcome]}
      {withShare.has(outcome) && ` ${share}%`}
    </Status>
  )
}
