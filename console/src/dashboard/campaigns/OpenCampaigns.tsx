import type { Dashboard } from '@simdeck/contract/dashboard.ts'
import { Link } from '@tanstack/react-router'
import { barPartsOf, countsByStatus, finishedSims } from '../../campaigns/campaign-counts.ts'
import { CampaignStateText } from '../../campaigns/CampaignState.tsx'
import { durationText } from '../../campaigns/over-time/duration-text.ts'
import { overTimeText } from '../../campaigns/over-time/over-time-text.ts'
import { roundedRate } from '../../tasks/rate.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { RatioBar } from '../../ui/value/Bits.tsx'
import { None } from '../../ui/value/None.tsx'
import { otaStatusText } from '../../ui/value/StatusText.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { CampaignButton } from './CampaignButton.tsx'
import css from './open.module.css'
import { openText } from './open-text.ts'

type Open = NonNullable<Dashboard['campaigns']>
type Row = Open['rows'][number]

/** The campaigns that have not ended: state, progress, rate, time left, and a button that pauses. */
export function OpenCampaigns({ campaigns: { running, paused, planned, rows } }: { campaigns: Open }) {
  const t = useText(openText)
  const isEmpty = rows.length === 0
  return (
    <Section title={t.title} note={!isEmpty && t.counts(running, paused, planned)} end={<Link to="/otas/campaigns">{t.list}</Link>}>
      {isEmpty ? (
        <p className={css.none}>{t.none}</p>
      ) : (
        <table className={css.campaigns}>
          <thead>
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.state}</th>
              <th scope="col">{t.progress}</th>
              <th scope="col">{t.ended}</th>
              <th scope="col">{t.failed}</th>
              <th scope="col">{t.rate}</th>
              <th scope="col">{t.left}</th>
              <th scope="col">
                <span className={css.unseen}>{t.act}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <CampaignRow key={row.campaign.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function CampaignRow({ row: { campaign, perHour, secondsLeft } }: { row: Row }) {
  const t = useText(openText)
  const durations = useText(overTimeText)
  const statusNames = useText(otaStatusText)
  const { Failed: failed, Blocked: blocked } = countsByStatus(campaign)
  // The estimate is of the last minute; a campaign that was paused since has none.
  const runs = campaign.state === 'running'
  return (
    <tr>
      <th scope="row">
        <Link to="/otas/campaigns/$id" params={{ id: String(campaign.id) }}>
          {campaign.name}
        </Link>{' '}
        <span className={css.id}>#{campaign.id}</span>
      </th>
      <td className={css.state}>
        <CampaignStateText campaign={campaign} />
      </td>
      <td className={css.progress}>
        <RatioBar label={t.progress} parts={barPartsOf(campaign, statusNames)} total={campaign.total} />
      </td>
      <td className={css.ended}>
        {formatNumber(finishedSims(campaign))} / {formatNumber(campaign.total)}
      </td>
      <td className={css.failed}>
        {failed === 0 ? <span className={css.id}>0</span> : formatNumber(failed)}
        {blocked > 0 && ` ${statusNames.Blocked} ${formatNumber(blocked)}`}
      </td>
      <td className={css.rate}>{runs && perHour !== null ? t.perHour(formatNumber(roundedRate(perHour))) : <None />}</td>
      <td className={css.left}>{runs && secondsLeft !== null ? t.about(durationText(secondsLeft * 1000, durations)) : <None />}</td>
      <td className={css.act}>
        <CampaignButton campaign={campaign} />
      </td>
    </tr>
  )
}
