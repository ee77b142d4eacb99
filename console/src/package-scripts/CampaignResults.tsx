import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countedStatusTone, countsByStatus, type CountedStatus } from '../campaigns/campaign-counts.ts'
import { queryOf } from '../session/api/query.ts'
import { Section } from '../ui/frame/Page.tsx'
import { CancelledGlyph, OtaStatusGlyph } from '../ui/value/glyphs.tsx'
import { otaStatusText, Status } from '../ui/value/StatusText.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { scriptText } from './script-text.ts'
import css from './scripts.module.css'

const always: readonly CountedStatus[] = ['Succeeded', 'Failed', 'Started', 'Interrupted', 'Ready']
const ifAny: readonly CountedStatus[] = ['Cancelled', 'Blocked', 'NotFound']

/** The figures of all SIMs of a campaign, each with a link to these SIMs. Nothing until they are loaded. */
export function CampaignResults({ campaignId }: { campaignId: number }) {
  const t = useText(scriptText)
  const statusNames = useText(otaStatusText)
  const { data } = useQuery(queryOf(endpoints.getCampaign, { params: { id: campaignId } }))
  if (!data) return null
  const counts = countsByStatus(data)
  return (
    <Section title={t.ofAll(formatNumber(data.total))}>
      <ul className={css.figures}>
        {[...always, ...ifAny.filter((status) => counts[status] > 0)].map((status) => (
          <li key={status}>
            <Link to="/otas/campaigns/$id" params={{ id: String(campaignId) }} search={{ status }} hash="sims" className={css.figure}>
              <Status
                tone={countedStatusTone[status]}
                glyph={status === 'Cancelled' ? <CancelledGlyph /> : <OtaStatusGlyph status={status} percent={35} />}
                quiet
              >
                {statusNames[status]}
              </Status>
              <span className={css.count}>{formatNumber(counts[status])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
