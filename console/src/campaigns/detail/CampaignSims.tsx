import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'
import { listOtaLogs } from '@simdeck/contract/ota.ts'
import { otaStatuses } from '@simdeck/contract/ota-progress.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useListSearch } from '../../session/address/list-search.ts'
import { Button } from '../../ui/form/Button.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import { Iccid } from '../../ui/value/Copyable.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { None } from '../../ui/value/None.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { PageTabs } from '../../ui/frame/Page.tsx'
import { otaStatusText } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { actionName } from '../action-name.ts'
import { campaignText } from '../campaign-text.ts'
import { outcomeOf } from '../results/failure-causes.ts'
import { ProgressStatus } from '../../sims/status/ProgressStatus.tsx'
import css from '../campaign.module.css'
import { useList } from '../../session/address/use-list.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'

const filters = ['status'] as const
/** Statuses of the filter. A cancelled OTA is Failed on the server, but has a status of its own here. */
const choices = [...otaStatuses, 'Cancelled'] as const
const sortable = ['created_at', 'updated_at'] as const
const simOf = (log: OtaLog): number => log.sim_id

/** OTAs of a campaign, live. A SIM has one row, or two if its applet is replaced. */
export function CampaignSims({ campaign: { id: campaignId, total } }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const statusNames = useText(otaStatusText)
  const list = useListSearch({ list: 'otaLog', filters, sortable })
  const status = choices.find((known) => known === list.filters.status)
  const cancelled = status === 'Failed' ? 'false' : status === 'Cancelled' ? 'true' : undefined
  const logs = useList(listOtaLogs, list, {
    query: { status: status === 'Cancelled' ? 'Failed' : status, cancelled, campaignId },
    live: { topic: 'jobs', simOf },
  })
  const columns = useColumns()
  return (
    <section>
      <div className={css.tableTitle}>
        <h2>{t.perSim}</h2>
        <span className={css.of}>
          {t.simsAndOtas(formatNumber(total), logs.total !== undefined && !status ? formatNumber(logs.total) : null)}
        </span>
      </div>
      <PageTabs
        label={t.statusFilter}
        tabs={[null, ...choices].map((value) => ({
          words: value ? statusNames[value] : t.all,
          active: (status ?? null) === value,
          link: { to: '.', search: value ? { status: value } : {}, resetScroll: false },
        }))}
      />
      <ListTable
        label={t.perSim}
        inPage
        columns={columns}
        list={logs}
        rowId={(log) => String(log.id)}
        rowName={(log) => log.device_alias ?? log.iccid}
        skeletonRows={10}
        card={(log) => <LogCard log={log} />}
        empty={
          <EmptyState title={t.noRows} actions={status && <Button onClick={list.clear}>{t.showAll}</Button>}>
            {t.noRowsWords}
          </EmptyState>
        }
      />
    </section>
  )
}

function OtaStatusText({ log: { progress } }: { log: OtaLog }) {
  return <ProgressStatus status={progress.status} progress={progress} />
}

function SimName({ log }: { log: OtaLog }) {
  return (
    <Link to="/sims/$id/$cid/ota" params={{ id: String(log.sim_id), cid: log.iccid }}>
      {log.device_alias ?? <Iccid value={log.iccid} />}
    </Link>
  )
}

function Answer({ log }: { log: OtaLog }) {
  const language = useLanguage()
  const outcome = outcomeOf(log)
  if (!outcome) return <None />
  return (
    <>
      {outcome.code && <span className={css.code}>{outcome.code} </span>}
      {outcome.meaning[language]}
    </>
  )
}

/** The whole result of an OTA. It may take several lines, so that the table fits beside the facts of the campaign. */
function AnswerCell({ log }: { log: OtaLog }) {
  return (
    <span className={css.answer}>
      <Answer log={log} />
    </span>
  )
}

function useColumns(): Column<OtaLog>[] {
  const t = useText(campaignText)
  const language = useLanguage()
  return useMemo(
    () => [
      { id: 'alias', header: t.alias, cell: (log) => <SimName log={log} />, clipAt: 170, skeleton: 140 },
      { id: 'iccid', header: 'ICCID', cell: (log) => <Iccid value={log.iccid} />, skeleton: 130 },
      { id: 'action', header: t.action, cell: (log) => actionName(log, language) },
      { id: 'status', header: t.status, cell: (log) => <OtaStatusText log={log} /> },
      { id: 'answer', header: t.answer, cell: (log) => <AnswerCell log={log} />, skeleton: 80 },
      {
        id: 'commands',
        header: t.commands,
        align: 'end',
        cell: ({ progress }) => (progress.total > 0 ? `${formatNumber(progress.acked)} / ${formatNumber(progress.total)}` : <None />),
        skeleton: 40,
      },
      {
        id: 'interruptions',
        header: t.interruptions,
        align: 'end',
        cell: (log) => (log.interruptions > 0 ? formatNumber(log.interruptions) : <None />),
        skeleton: 20,
      },
      { id: 'began', header: t.began, cell: (log) => <Time at={log.started_at} />, skeleton: 110 },
      { id: 'ended', header: t.ended, cell: (log) => <Time at={log.finished_at} />, skeleton: 110 },
    ],
    [t, language],
  )
}

function LogCard({ log }: { log: OtaLog }) {
  const t = useText(campaignText)
  const language = useLanguage()
  const { acked, total } = log.progress
  return (
    <>
      <CardLines
        name={<SimName log={log} />}
        end={<OtaStatusText log={log} />}
        second={[actionName(log, language), total > 0 && `${t.commands} ${formatNumber(acked)} / ${formatNumber(total)}`]}
      />
      {outcomeOf(log) && (
        <p className={css.soft}>
          <Answer log={log} />
        </p>
      )}
    </>
  )
}
