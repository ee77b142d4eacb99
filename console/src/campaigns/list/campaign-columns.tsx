import type { Campaign } from '@simdeck/contract/ota.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Progress, RatioBar, Tag } from '../../ui/value/Bits.tsx'
import { None } from '../../ui/value/None.tsx'
import { otaStatusText } from '../../ui/value/StatusText.tsx'
import { RelativeTime, Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { actionOfCampaign } from '../action-name.ts'
import { barPartsOf, countsByStatus, finishedSims } from '../campaign-counts.ts'
import { CampaignStateText } from '../CampaignState.tsx'
import { campaignText } from '../campaign-text.ts'
import { TimeLeft } from '../over-time/TimeLeft.tsx'
import { usePackageName } from '../package-name.ts'
import { RolledBack } from '../rollback/RolledBack.tsx'
import { campaignListText } from './list-text.ts'
import css from '../campaign.module.css'

function CampaignName({ campaign }: { campaign: Campaign }) {
  return (
    <Link to="/otas/campaigns/$id" params={{ id: String(campaign.id) }}>
      {campaign.name}
    </Link>
  )
}

function CampaignPackage({ campaign: { package: key } }: { campaign: Campaign }) {
  const packageName = usePackageName()
  const t = useText(campaignText)
  if (!key) return <None />
  return (
    <>
      {packageName(key)} {key.otaVersion} <Tag>{key.label}</Tag> {key.deleted && <Tag>{t.packageDeleted}</Tag>}
    </>
  )
}

function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const statusNames = useText(otaStatusText)
  const { setup, finishedAt } = campaign
  if (setup?.otas && finishedAt === null)
    return (
      <span className={css.row}>
        <Progress label={t.settingUp} done={setup.written} total={setup.otas} />
        {t.otasOf(formatNumber(setup.written), formatNumber(setup.otas))}
      </span>
    )
  return (
    <span className={css.row}>
      <RatioBar label={t.progress} parts={barPartsOf(campaign, statusNames)} total={campaign.total} />
      {t.progressOf(formatNumber(finishedSims(campaign)), formatNumber(campaign.total))}
    </span>
  )
}

/** The released wave of a campaign in waves, and that the next one waits for a member. */
function PresentWave({ campaign: { waves, waitsForRelease } }: { campaign: Campaign }) {
  const words = useText(campaignListText)
  if (waves.length < 2) return <None />
  const present = words.waveOf(waves.filter(({ releasedAt }) => releasedAt !== null).length, waves.length)
  if (!waitsForRelease) return present
  return (
    <>
      {present} <Tag>{words.toRelease}</Tag>
    </>
  )
}

/** The end of a campaign, or the time left of one that runs. */
const Finished = ({ campaign }: { campaign: Campaign }) =>
  campaign.state === 'running' ? <TimeLeft campaign={campaign} /> : <Time at={campaign.finishedAt} />

export function useCampaignColumns(): Column<Campaign>[] {
  const t = useText(campaignText)
  const words = useText(campaignListText)
  const language = useLanguage()
  return useMemo(
    () => [
      { id: 'id', header: 'ID', sortable: true, cell: ({ id }) => `#${id}`, skeleton: 40 },
      { id: 'name', header: t.name, sortable: true, cell: (campaign) => <CampaignName campaign={campaign} />, clipAt: 260, skeleton: 140 },
      { id: 'package', header: t.package, sortable: true, cell: (campaign) => <CampaignPackage campaign={campaign} />, skeleton: 120 },
      { id: 'action', header: t.action, sortable: true, cell: (campaign) => actionOfCampaign(campaign, language) },
      {
        id: 'state',
        header: t.state,
        sortable: true,
        cell: (campaign) => (
          <>
            <CampaignStateText campaign={campaign} /> <RolledBack campaign={campaign} />
          </>
        ),
      },
      { id: 'wave', header: words.wave, cell: (campaign) => <PresentWave campaign={campaign} />, skeleton: 40 },
      { id: 'progress', header: t.progress, sortable: true, cell: (campaign) => <CampaignProgress campaign={campaign} />, skeleton: 180 },
      {
        id: 'succeeded',
        header: t.succeededCount,
        sortable: true,
        align: 'end',
        cell: ({ counts }) => formatNumber(counts.Succeeded),
        skeleton: 30,
      },
      {
        id: 'failed',
        header: t.failedCount,
        sortable: true,
        align: 'end',
        cell: (campaign) => formatNumber(countsByStatus(campaign).Failed),
        skeleton: 30,
      },
      {
        id: 'blocked',
        header: t.blockedCount,
        sortable: true,
        align: 'end',
        cell: ({ counts }) => (counts.Blocked > 0 ? formatNumber(counts.Blocked) : <None />),
        skeleton: 30,
      },
      {
        id: 'cancelled',
        header: t.cancelledCount,
        sortable: true,
        align: 'end',
        cell: ({ cancelled }) => (cancelled > 0 ? formatNumber(cancelled) : <None />),
        skeleton: 30,
      },
      {
        id: 'createdAt',
        header: t.created,
        sortable: true,
        cell: ({ createdAt }) => <Time at={createdAt} />,
        skeleton: 150,
      },
      { id: 'finishedAt', header: words.finished, sortable: true, cell: (campaign) => <Finished campaign={campaign} />, skeleton: 110 },
      { id: 'createdBy', header: t.createdBy, sortable: true, cell: ({ createdBy }) => createdBy, clipAt: 160 },
    ],
    [t, words, language],
  )
}

export function CampaignCard({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const words = useText(campaignListText)
  const language = useLanguage()
  const { total, createdAt, waitsForRelease } = campaign
  const { Failed, Blocked, Cancelled } = countsByStatus(campaign)
  const unsuccessful = [
    Failed > 0 && `${t.failedCount} ${formatNumber(Failed)}`,
    Blocked > 0 && `${t.blockedCount} ${formatNumber(Blocked)}`,
    Failed + Blocked === 0 && Cancelled > 0 && `${t.cancelledCount} ${formatNumber(Cancelled)}`,
  ].filter(Boolean)
  return (
    <CardLines
      name={<CampaignName campaign={campaign} />}
      end={<CampaignStateText campaign={campaign} />}
      second={[
        `#${campaign.id}`,
        actionOfCampaign(campaign, language),
        <RelativeTime key="created" at={createdAt} />,
        waitsForRelease && words.toRelease,
        campaign.rolledBackBy && <RolledBack key="rollback" campaign={campaign} />,
        campaign.rate && <TimeLeft key="left" campaign={campaign} />,
      ]}
      parts={[
        {
          name: t.package,
          value: (
            <span className={css.clip}>
              <CampaignPackage campaign={campaign} />
            </span>
          ),
        },
        { name: t.progress, value: t.progressOf(formatNumber(finishedSims(campaign)), formatNumber(total)) },
      ]}
      partsEnd={unsuccessful.join(' ')}
    />
  )
}
