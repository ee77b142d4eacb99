import type { Campaign, CampaignWave } from '@simdeck/contract/ota.ts'
import { InterruptedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { formatPercent } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { verdictOf, type WaveVerdict } from './wave-verdict.ts'
import { wavesText } from './waves-text.ts'
import css from './waves.module.css'

const looks = {
  held: { tone: 'succeeded', glyph: <SucceededGlyph /> },
  exceeded: { tone: 'interrupted', glyph: <InterruptedGlyph /> },
  wentOn: { tone: 'interrupted', glyph: <InterruptedGlyph /> },
} as const satisfies Record<Exclude<WaveVerdict['verdict'], 'rated'>, object>

/** The verdict on a wave above its bar, with the share of its SIMs that succeeded; nothing before there is one. */
export function WaveVerdictText({ wave, campaign }: { wave: CampaignWave; campaign: Campaign }) {
  const t = useText(wavesText)
  const found = verdictOf(wave, campaign)
  if (!found) return null
  const { verdict, succeeded } = found
  const share = formatPercent(succeeded, 100, 1)
  if (verdict === 'rated') return <span className={css.note}>{t.rated(share)}</span>
  return (
    <Status {...looks[verdict]} quiet={verdict !== 'exceeded'}>
      {t[verdict](share)}
    </Status>
  )
}
