import { getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../session/api/query.ts'
import { useWatchedCampaigns } from '../../session/live/watched-sims.ts'
import { PausedGlyph } from '../../ui/value/glyphs.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { otaText } from './ota-text.ts'
import css from '../detail/sim-detail.module.css'

/** Campaign of an open OTA, live. With null as id nothing is loaded. */
export function useOpenCampaign(id: number | null): Campaign | undefined {
  useWatchedCampaigns(id === null ? [] : [id])
  const { data } = useQuery({
    ...queryOf(getCampaign, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  })
  return id === null ? undefined : data
}

/** Note that the campaign for which the SIM waits is paused, with a link to the campaign. */
export function PausedNote({ campaign }: { campaign: Campaign }) {
  const t = useText(otaText)
  return (
    <div className={css.note}>
      <Note tone="ready" glyph={<PausedGlyph />}>
        {t.paused}{' '}
        <Link to="/otas/campaigns/$id" params={{ id: String(campaign.id) }}>
          {t.pausedLink(campaign.id)}
        </Link>
      </Note>
    </div>
  )
}
