import { listCampaignSims } from '@simdeck/contract/campaign-report.ts'
import { CallError } from '@simdeck/contract/client.ts'
import { getResultCsvUrl } from '@simdeck/contract/campaign-result-csv.ts'
import { getCampaign, openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../session/api/api.ts'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { queryOf, refresh } from '../../session/api/query.ts'
import { useWatchedCampaigns } from '../../session/live/watched-sims.ts'
import { HistorySection } from '../../logs/history/HistorySection.tsx'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorNote, ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Columns, Page } from '../../ui/frame/Page.tsx'
import type { Crumb } from '../../ui/frame/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useText } from '../../ui/words/text.ts'
import { campaignText } from '../campaign-text.ts'
import { CopyCampaign, optionsOf } from '../again/CopyCampaign.tsx'
import { RunFailedAgain } from '../again/RunFailedAgain.tsx'
import { AwaitingCampaign } from '../awaiting/AwaitingCampaign.tsx'
import { CampaignFacts } from './CampaignFacts.tsx'
import { CampaignOverTime } from '../over-time/CampaignOverTime.tsx'
import { BadCells } from '../diagnosis/BadCells.tsx'
import { CampaignFailures } from '../diagnosis/CampaignFailures.tsx'
import { WaitingSims } from '../diagnosis/WaitingSims.tsx'
import { CampaignFigures } from '../results/CampaignFigures.tsx'
import { CampaignHistory } from './CampaignHistory.tsx'
import { CampaignSims } from './CampaignSims.tsx'
import { CampaignStateText } from '../CampaignState.tsx'
import { CancelCampaign } from './CancelCampaign.tsx'
import { PauseCampaign } from './PauseCampaign.tsx'
import { SimsWithoutApplet } from '../without-applet/SimsWithoutApplet.tsx'
import { OctetBudget } from '../pace/OctetBudget.tsx'
import { QuarantinedSims } from '../pace/QuarantinedSims.tsx'
import { RolledBack } from '../rollback/RolledBack.tsx'
import { RollbackCampaign } from '../rollback/RollbackCampaign.tsx'
import { SaveTemplate } from '../templates/SaveTemplate.tsx'
import { CampaignWakes } from '../wakes/CampaignWakes.tsx'
import { CampaignWaves } from '../waves/CampaignWaves.tsx'
import css from '../campaign.module.css'
import { download } from '../../ui/frame/save-file.ts'

/** Reloads the table of SIMs when the figures of the campaign have changed, because its pages may then contain other SIMs. */
function useFreshRows(campaign: Campaign | undefined): void {
  const counts = campaign && JSON.stringify([campaign.id, campaign.state, campaign.counts])
  const known = useRef(counts)
  useEffect(() => {
    if (known.current !== undefined && known.current !== counts) void refresh(listCampaignSims)
    known.current = counts
  }, [counts])
}

/** Screen of one campaign, live: its progress, the causes of failures and the OTAs of each SIM. */
export function CampaignPage() {
  const t = useText(campaignText)
  const id = Number(useParams({ strict: false }).id)
  const campaign = useQuery({
    ...queryOf(getCampaign, { params: { id } }),
    enabled: Number.isInteger(id),
  })
  useWatchedCampaigns(Number.isInteger(id) ? [id] : [])
  useFreshRows(campaign.data)
  const crumbs: Crumb[] = [
    { words: t.ota, link: { to: '/otas' } },
    { words: t.campaigns, link: { to: '/otas/campaigns' } },
    ...(Number.isInteger(id) ? [{ words: `#${id}`, link: { to: '/otas/campaigns/$id', params: { id: String(id) } } } satisfies Crumb] : []),
  ]
  const { data, error } = campaign
  if (!data) {
    const missing = !Number.isInteger(id) || (error instanceof CallError && [400, 404].includes(error.status))
    return (
      <Page title={missing ? t.notFound : t.campaigns} crumbs={crumbs}>
        {missing ? (
          <EmptyState title={t.notFound} actions={<LinkButton to="/otas/campaigns">{t.campaigns}</LinkButton>} />
        ) : error ? (
          <ErrorState message={failureText(error)} onRetry={() => void campaign.refetch()} />
        ) : (
          <div className={css.summary} aria-busy="true">
            <Skeleton width={220} />
          </div>
        )}
      </Page>
    )
  }
  if (data.state === 'awaitingApproval')
    return (
      <Page title={data.name} crumbs={crumbs} beside={<CampaignStateText campaign={data} pill />} actions={<ResultCsv campaign={data} />}>
        {error && <ErrorNote message={failureText(error)} onRetry={() => void campaign.refetch()} />}
        <AwaitingCampaign campaign={data} />
        <HistorySection subject={`campaign:${data.id}`} />
      </Page>
    )
  return (
    <Page
      title={data.name}
      crumbs={crumbs}
      beside={
        <>
          <CampaignStateText campaign={data} pill /> <RolledBack campaign={data} />
        </>
      }
      actions={
        <>
          <ResultCsv campaign={data} />
          <RollbackCampaign campaign={data} />
          <CopyCampaign campaign={data} />
          {data.rollbackOf === null && <SaveTemplate name={data.name} load={() => optionsOf(data.id)} />}
          {openCampaignStates.includes(data.state) && (
            <>
              <PauseCampaign campaign={data} />
              {!data.stopRequested && <CancelCampaign campaign={data} />}
            </>
          )}
        </>
      }
    >
      {error && <ErrorNote message={failureText(error)} onRetry={() => void campaign.refetch()} />}
      <CampaignFigures campaign={data} />
      <CampaignWaves campaign={data} />
      <SimsWithoutApplet campaign={data} />
      <QuarantinedSims campaign={data} />
      <Columns
        rail={
          <>
            <OctetBudget campaign={data} />
            <CampaignWakes campaign={data} />
            <CampaignFacts campaign={data} />
            <BadCells campaign={data} />
            <CampaignHistory campaign={data} />
          </>
        }
      >
        <CampaignOverTime campaign={data} />
        <RunFailedAgain campaign={data} />
        <CampaignFailures campaign={data} />
        <WaitingSims campaign={data} />
        <CampaignSims campaign={data} />
        <HistorySection subject={`campaign:${data.id}`} />
      </Columns>
    </Page>
  )
}

function ResultCsv({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const request = useMutation({
    mutationFn: () => call(getResultCsvUrl, { params: { id: campaign.id } }),
    onSuccess: ({ url }) => download(url),
    onError: (error) => toastFailure(t.csvFailed, error),
  })
  return (
    <Button icon={<IconDownload size={16} />} busy={request.isPending} onClick={() => request.mutate()}>
      {t.resultCsv}
    </Button>
  )
}
