import type { Campaign } from '@simdeck/contract/ota.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { CancelledGlyph, StartedGlyph } from '../../ui/value/glyphs.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { setupPercent } from '../campaign-counts.ts'
import { campaignText } from '../campaign-text.ts'

/** Note of a campaign whose OTAs are being written, or that could not start: how far it is, or the reason. */
export function SetupNote({ setup }: { setup: NonNullable<Campaign['setup']> }) {
  const t = useText(campaignText)
  const { written, otas, problem } = setup
  if (problem !== null)
    return (
      <Note tone={problem === 'stoppedInSetup' ? 'notfound' : 'failed'} glyph={<CancelledGlyph />}>
        {t[problem]}
        {t.nothingSent}
      </Note>
    )
  return (
    <Note tone="started" glyph={<StartedGlyph percent={setupPercent(setup)} />}>
      {otas === null ? t.checkingSims : t.settingUpOtas(formatNumber(written), formatNumber(otas))}
      {t.startInOrder}
    </Note>
  )
}
