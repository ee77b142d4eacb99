import { endpoints } from '@simdeck/contract/endpoints.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useListSearch } from '../../session/address/list-search.ts'
import { CardLines } from '../../ui/table/CardLines.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { None } from '../../ui/value/None.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { StatusText } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { RelativeTime, Time } from '../../ui/value/Time.tsx'
import { diagnoseOta } from '../ota/ota-diagnosis.ts'
import { otaPercent } from '../ota/ota-steps.ts'
import { otaText, otaTitle } from '../ota/ota-text.ts'
import { useList } from '../../session/address/use-list.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'

const filters = [] as const
const sortable = ['created_at'] as const

/** All OTAs of the SIM, newest first. */
export function SimOtaTab({ sim }: { sim: Sim }) {
  const t = useText(otaText)
  const language = useLanguage()
  const list = useListSearch({ list: 'otaLog', filters, sortable, defaultSort: { column: 'created_at', direction: 'desc' } })
  const otas = useList(endpoints.listOtaLogs, list, { query: { simId: sim.id }, process: 'otaList' })
  const columns = useMemo((): Column<OtaLog>[] => {
    const title = (log: OtaLog): string => {
      const heldName = log.applet_type === appletTypes.poller ? sim.poller_name : null
      return otaTitle(log, { replaces: false, heldName }, language)
    }
    const result = (log: OtaLog) => {
      if (!['Failed', 'Blocked', 'Interrupted'].includes(log.progress.status)) return <None />
      const { sw, answer } = diagnoseOta(log, language)
      return (
        <>
          {sw && <HexText value={`${sw} `} />}
          {answer}
        </>
      )
    }
    return [
      { id: 'what', header: t.what, cell: title, skeleton: 180 },
      {
        id: 'status',
        header: t.status,
        cell: (log) => <StatusText status={log.progress.status} percent={otaPercent(log)} reason={log.progress.reason} />,
      },
      { id: 'result', header: t.result, cell: result, clipAt: 280, skeleton: 160 },
      {
        id: 'campaign',
        header: t.campaignHead,
        cell: (log) => (
          <Link to="/otas/campaigns/$id" params={{ id: String(log.campaign_id) }}>
            #{log.campaign_id}
          </Link>
        ),
        skeleton: 40,
      },
      {
        id: 'commands',
        header: t.commandsHead,
        align: 'end',
        cell: ({ progress }) => (progress.total > 0 ? `${formatNumber(progress.acked)} / ${formatNumber(progress.total)}` : <None />),
      },
      { id: 'created_at', header: t.createdAt, sortable: true, cell: (log) => <Time at={log.created_at} />, skeleton: 110 },
      { id: 'finished_at', header: t.finishedAt, cell: (log) => <Time at={log.finished_at} relative />, skeleton: 150 },
    ]
  }, [t, language, sim.poller_name])
  return (
    <>
      <ListTable
        label={t.history}
        columns={columns}
        list={otas}
        rowId={(log) => String(log.id)}
        rowName={(log) => `#${log.id}`}
        inPage
        skeletonRows={5}
        empty={<EmptyState title={t.none}>{t.noneNote}</EmptyState>}
        card={(log) => (
          <CardLines
            name={
              <Link to="/otas/campaigns/$id" params={{ id: String(log.campaign_id) }}>
                {columns[0]?.cell(log)}
              </Link>
            }
            end={<StatusText status={log.progress.status} percent={otaPercent(log)} reason={log.progress.reason} />}
            second={[t.campaign(log.campaign_id), <RelativeTime key="t" at={log.finished_at ?? log.created_at} />]}
          />
        )}
      />
    </>
  )
}
