import { endpoints } from '@simdeck/contract/endpoints.ts'
import { type IotSafeSegment, iotSafeSegments, type IotSafeSim, iotSafeSortFields } from '@simdeck/contract/iot-safe-sims.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useListSearch } from '../session/address/list-search.ts'
import { useList } from '../session/address/use-list.ts'
import type { DateRange } from '../ui/filter/date-range.ts'
import { DateRangeEditor, dateRangeText, dateRangeWords } from '../ui/filter/DateRangeEditor.tsx'
import { type Filter, TextEditor } from '../ui/filter/FilterBar.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { Iccid } from '../ui/value/Copyable.tsx'
import { None } from '../ui/value/None.tsx'
import { Time } from '../ui/value/Time.tsx'
import { useNow } from '../ui/words/clock.ts'
import { formatBytes, formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { useZone } from '../ui/words/zone.ts'
import { CertificateStatus, ManagementMark, StepStatus } from './certificates/CertificateStatus.tsx'
import { iotSafeText } from './iot-safe-text.ts'
import css from './iot-safe.module.css'

const periods = ['lastPolled', 'created', 'updated'] as const
type Period = (typeof periods)[number]
type PeriodFilter = `${Period}_${'start' | 'end'}`

const filterNames = [
  'search',
  'iccid',
  'segment',
  ...periods.flatMap((period): [PeriodFilter, PeriodFilter] => [`${period}_start`, `${period}_end`]),
] as const satisfies readonly ('search' | 'iccid' | 'segment' | PeriodFilter)[]

const isMoment = (value: string): boolean => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
function valid(name: (typeof filterNames)[number], value: string): boolean {
  if (name === 'search') return value.length <= 100
  if (name === 'iccid') return /^\d{1,20}$/.test(value)
  return name === 'segment' ? isSegment(value) : isMoment(value)
}
const isSegment = (value: string): value is IotSafeSegment => iotSafeSegments.some((one) => one === value)

/** State of the list of IoT SAFE SIMs in the address: filters, sort and page. */
export const useIotSafeSearch = () => useListSearch({ list: 'default', filters: filterNames, sortable: iotSafeSortFields, valid })
type IotSafeSearch = ReturnType<typeof useIotSafeSearch>

export const useIotSafeSims = (search: IotSafeSearch) => useList(endpoints.listIotSafeSims, search)

/** Filters of the list besides search and segment. */
export function useIotSafeFilters({ filters, setFilters, setFilter }: IotSafeSearch): Filter[] {
  useZone()
  const t = useText(iotSafeText)
  const rangeWords = useText(dateRangeText)
  const names: Record<Period, string> = { lastPolled: t.lastPoll, created: t.created, updated: t.updated }
  const iccid: Filter = {
    id: 'iccid',
    name: t.iccid,
    value: filters.iccid ?? null,
    onRemove: () => setFilter('iccid', null),
    editor: (close) => (
      <TextEditor
        label={t.iccid}
        value={filters.iccid ?? ''}
        onApply={(text) => setFilter('iccid', text.replaceAll(/\D/g, '').slice(0, 20) || null)}
        close={close}
      />
    ),
  }
  const ofPeriods = periods.map((period): Filter => {
    const value = { start: filters[`${period}_start`] ?? null, end: filters[`${period}_end`] ?? null }
    const set = ({ start, end }: DateRange): void => setFilters({ [`${period}_start`]: start, [`${period}_end`]: end })
    return {
      id: period,
      name: names[period],
      value: dateRangeWords(value, rangeWords),
      onRemove: () => set({ start: null, end: null }),
      editor: (close) => <DateRangeEditor value={value} onApply={set} close={close} />,
    }
  })
  return [iccid, ...ofPeriods]
}

/** Link to the IoT SAFE screen of a SIM, with its alias or else its ICCID. */
export function IotSafeLink({ sim: { id, iccid, device_alias: alias } }: { sim: IotSafeSim }) {
  return (
    <Link to="/iot-safe/$simId" params={{ simId: String(id) }}>
      <bdi>{alias ?? iccid}</bdi>
    </Link>
  )
}

export function ObjectCount({ sim: { objects } }: { sim: IotSafeSim }) {
  const t = useText(iotSafeText)
  return objects === null ? t.notRead : formatNumber(objects)
}

/** State of the newest certificate of a SIM. */
export function NewestCertificate({ sim: { newest } }: { sim: IotSafeSim }) {
  const t = useText(iotSafeText)
  if (newest === null) return <StepStatus state="waiting">{t.notIssued}</StepStatus>
  return <CertificateStatus of={newest} />
}

const dayMs = 86_400_000
/** From this number of days on, the end of a certificate is near. */
const nearDays = 30

/** The day on which the first certificate of a SIM ends, and the days until then. */
export function EarliestEnd({ sim: { earliestEnd } }: { sim: IotSafeSim }) {
  const t = useText(iotSafeText)
  const now = useNow()
  if (earliestEnd === null) return <None />
  const days = Math.max(0, Math.floor((Date.parse(earliestEnd) - now) / dayMs))
  return (
    <>
      <Time at={earliestEnd} /> <span className={days < nearDays ? css.near : css.days}>{t.daysLeft(formatNumber(days))}</span>
    </>
  )
}

const timeOrNone = (at: string | null) => (at === null ? <None /> : <Time at={at} />)

export function useIotSafeColumns(): Column<IotSafeSim>[] {
  const t = useText(iotSafeText)
  return useMemo(
    () => [
      { id: 'sim', header: t.sim, cell: (sim) => <IotSafeLink sim={sim} />, clipAt: 280, skeleton: 140 },
      { id: 'iccid', header: t.iccid, sortable: true, cell: ({ iccid }) => <Iccid value={iccid} />, skeleton: 138 },
      { id: 'certificate', header: t.newest, cell: (sim) => <NewestCertificate sim={sim} />, skeleton: 90 },
      { id: 'valid', header: t.validCount, align: 'end', cell: ({ certificates }) => formatNumber(certificates), skeleton: 20 },
      { id: 'end', header: t.earliestEnd, cell: (sim) => <EarliestEnd sim={sim} />, skeleton: 150 },
      {
        id: 'management',
        header: t.management,
        cell: ({ newest }) => (newest?.managementStatus ? <ManagementMark of={newest} /> : <None />),
      },
      { id: 'version', header: t.applet, cell: ({ version }) => version ?? <None />, skeleton: 30 },
      { id: 'objects', header: t.objects, align: 'end', cell: (sim) => <ObjectCount sim={sim} />, skeleton: 30 },
      {
        id: 'free',
        header: t.free,
        align: 'end',
        cell: ({ freeOctets }) => (freeOctets === null ? <None /> : formatBytes(freeOctets)),
        skeleton: 50,
      },
      { id: 'readAt', header: t.readAt, sortable: true, cell: ({ readAt }) => timeOrNone(readAt), skeleton: 120 },
      { id: 'last_polled_at', header: t.lastPoll, sortable: true, cell: (sim) => timeOrNone(sim.last_polled_at), skeleton: 120 },
      { id: 'created_at', header: t.created, sortable: true, cell: (sim) => <Time at={sim.created_at} />, skeleton: 110 },
      { id: 'updated_at', header: t.updated, sortable: true, cell: (sim) => <Time at={sim.updated_at} />, skeleton: 110 },
    ],
    [t],
  )
}
