import type { Campaign, CampaignState as State } from '@simdeck/contract/ota.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BlockedGlyph, InterruptedGlyph, StartedGlyph, SucceededGlyph } from '../ui/glyphs.tsx'
import type { Tone } from '../ui/glyphs.tsx'
import { Status } from '../ui/StatusText.tsx'
import { useText } from '../ui/text.ts'
import { finishedSims } from './campaign-counts.ts'
import { campaignText } from './campaign-text.ts'

const tones: Record<State, Tone> = {
  running: 'started',
  paused: 'ready',
  completed: 'succeeded',
  completedWithFailures: 'interrupted',
  stopped: 'notfound',
}

/** The state of a campaign, with how far it is while it runs. */
export function CampaignStateText({ campaign, pill = false }: { campaign: Pick<Campaign, 'state' | 'counts' | 'total'>; pill?: boolean }) {
  const t = useText(campaignText)
  const { state, counts, total } = campaign
  const percent = total > 0 ? Math.floor((finishedSims(counts) / total) * 100) : 0
  const glyphs: Record<State, ReactNode> = {
    running: <StartedGlyph percent={percent} />,
    paused: <InterruptedGlyph />,
    completed: <SucceededGlyph />,
    completedWithFailures: <IconAlertTriangle size={16} />,
    stopped: <BlockedGlyph />,
  }
  return (
    <Status tone={tones[state]} glyph={glyphs[state]} pill={pill} quiet={state === 'completed' || state === 'stopped'}>
      {t[state]}
      {state === 'running' && ` ${percent}%`}
    </Status>
  )
}
