import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Group } from '@simdeck/contract/groups.ts'
import type { CountedFilter } from '@simdeck/contract/sim-counts.ts'
import { joinedTexts } from '@simdeck/contract/list.ts'
import { simStatuses } from '@simdeck/contract/sim-values.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keepRows } from '../session/api/query-client.ts'
import { queryOf } from '../session/api/query.ts'
import { Figure } from '../ui/value/Bits.tsx'
import { BarList, BarLists } from '../ui/value/BarList.tsx'
import { SimStatusText, simStatusTone } from '../ui/value/StatusText.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { Section } from '../ui/frame/Page.tsx'
import { formatNumber, formatPercent } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { Signals } from '../dashboard/fleet/FleetShares.tsx'
import { GroupCampaigns } from './GroupCampaigns.tsx'
import { GroupCurve } from './GroupCurve.tsx'
import { SimsLink } from './group-columns.tsx'
import { figuresMs, filtersOf, useSimCount } from './group-list-query.ts'
import { groupPageText } from './group-list-text.ts'
import css from './groups.module.css'

const shownValues = 8
const isStatus = (value: string | null): value is SimStatus => simStatuses.some((status) => status === value)

/** The SIMs of a group now: online, silent, failed, and by status and versions. Each figure leads to its SIMs. */
export function GroupFigures({ group }: { group: Group }) {
  const t = useText(groupPageText)
  const filters = filtersOf(group.id)
  const online = useSimCount(filters.online)
  const { data: figures } = useQuery({
    ...queryOf(endpoints.getGroupFigures, { params: { id: group.id } }),
    ...keepRows,
    refetchInterval: figuresMs,
  })
  const expected = figures?.points.at(-1)?.expected
  return (
    <>
      <Section title={t.now}>
        {group.size === 0 && <Note tone="started">{t.noSimsWords}</Note>}
        <div className={css.curve}>
          <GroupCurve id={group.id} figures={figures}>
            <b>
              <SimsLink count={online} filter={filters.online} />
            </b>
            {t.onlineOf(formatNumber(group.size))} {online !== undefined && group.size > 0 && formatPercent(online, group.size, 1)}
            {expected !== undefined && <span>{t.expected(formatNumber(expected))}</span>}
          </GroupCurve>
        </div>
        <div className={css.figures}>
          <Counted name={t.silent} filter={filters.silent} />
          <Counted name={t.failedApplets} filter={filters.failedApplets} />
          <Counted name={t.failedPollers} filter={filters.failedPollers} />
          <Counted name={t.withoutKeys} filter={filters.withoutKeys} />
          <Counted name={t.changedImeis} filter={filters.changedImeis} />
        </div>
      </Section>
      <Section title={t.figures}>
        <BarLists>
          <Values group={group} of="status" title={t.statuses} name={statusName} />
          <Values group={group} of="applet_version" title={t.applets} />
          <Values group={group} of="poller_version" title={t.pollers} />
        </BarLists>
        <div className={css.signals}>
          <BarLists>
            {figures && (
              <Signals fleet={{ signals: figures.signals, online: figures.signals.reduce((sum, { count }) => sum + count, 0) }} />
            )}
          </BarLists>
        </div>
      </Section>
      <GroupCampaigns group={group} />
    </>
  )
}

const statusName = (value: string): ReactNode => (isStatus(value) ? <SimStatusText status={value} /> : value)

function Counted({ name, filter }: { name: string; filter: Record<string, string> }) {
  return <Figure name={name} value={<SimsLink count={useSimCount(filter)} filter={filter} />} />
}

interface ValuesProps {
  group: Group
  of: CountedFilter
  title: string
  name?: (value: string) => ReactNode
}

/** The SIMs of the group by one field, most first. */
function Values({ group, of, title, name = (value) => value }: ValuesProps) {
  const t = useText(groupPageText)
  const id = String(group.id)
  const { data = [] } = useQuery({
    ...queryOf(endpoints.countSimValues, { query: { of, group: id } }),
    ...keepRows,
    refetchInterval: figuresMs,
  })
  return (
    <BarList
      title={title}
      whole={group.size}
      none={t.noSims}
      rows={data.slice(0, shownValues).map(({ value, count }) => ({
        id: String(value),
        name: value === null ? t.blank : name(value),
        count,
        filter: value === null ? null : { group: id, [of]: joinedTexts([value]) },
        tone: of === 'status' && isStatus(value) ? simStatusTone(value) : 'ready',
      }))}
    />
  )
}
