import { endpoints } from '@simdeck/contract/endpoints.ts'
import { managementStatuses } from '@simdeck/contract/sim-certificates.ts'
import { fileSortFields, fileStatuses, type SimFile } from '@simdeck/contract/sim-files.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useListSearch } from '../../session/address/list-search.ts'
import { useList } from '../../session/address/use-list.ts'
import type { DateRange } from '../../ui/filter/date-range.ts'
import { DateRangeEditor, dateRangeText, dateRangeWords } from '../../ui/filter/DateRangeEditor.tsx'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { TextEditor } from '../../ui/filter/FilterEditors.tsx'
import { OneChoiceEditor } from '../../ui/filter/OneChoiceEditor.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Iccid } from '../../ui/value/Copyable.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { managementText } from '../certificates/certificate-words.ts'
import { ManagementMark } from '../certificates/CertificateStatus.tsx'
import { fileStatusText, fileText } from './file-text.ts'
import { FileStatus } from './FileStatus.tsx'

const choices = { status: fileStatuses, managementStatus: managementStatuses } as const
type ChoiceName = keyof typeof choices
const choiceNames = Object.keys(choices) as ChoiceName[]
const periods = { created: ['createdAtFrom', 'createdAtTo'], updated: ['updatedAtFrom', 'updatedAtTo'] } as const
type PeriodName = keyof typeof periods
const periodNames = Object.keys(periods) as PeriodName[]
const filterNames = ['iccid', 'objectLabel', ...choiceNames, ...periodNames.flatMap((name) => periods[name])] as const
type FilterName = (typeof filterNames)[number]

const isChoice = (name: string): name is ChoiceName => Object.hasOwn(choices, name)
const isMoment = (value: string): boolean => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
function valid(name: FilterName, value: string): boolean {
  if (name === 'iccid') return /^\d{1,20}$/.test(value)
  if (name === 'objectLabel') return value.trim().length >= 1 && value.length <= 62
  return isChoice(name) ? choices[name].some((one) => one === value) : isMoment(value)
}

/** State of the list of files in the address. */
export const useFileSearch = () => useListSearch({ list: 'default', filters: filterNames, sortable: fileSortFields, valid })
type FileSearch = ReturnType<typeof useFileSearch>

export const useFiles = (search: FileSearch) => useList(endpoints.listFiles, search)

/** Filters of the list besides the ICCID. */
export function useFileFilters({ filters, setFilters, setFilter }: FileSearch): Filter[] {
  useZone()
  const t = useText(fileText)
  const rangeWords = useText(dateRangeText)
  const words: Record<ChoiceName, Record<string, string>> = { status: useText(fileStatusText), managementStatus: useText(managementText) }
  const names: Record<ChoiceName, string> = { status: t.status, managementStatus: t.management }
  const label = filters.objectLabel ?? null
  const ofLabel: Filter = {
    id: 'objectLabel',
    name: t.label,
    value: label,
    onRemove: () => setFilter('objectLabel', null),
    editor: (close) => (
      <TextEditor label={t.label} value={label ?? ''} onApply={(text) => setFilter('objectLabel', text || null)} close={close} />
    ),
  }
  const ofChoices = choiceNames.map((name): Filter => {
    const value = filters[name] ?? null
    return {
      id: name,
      name: names[name],
      value: value === null ? null : (words[name][value] ?? value),
      onRemove: () => setFilter(name, null),
      editor: (close) => (
        <OneChoiceEditor
          options={choices[name].map((one) => ({ value: one as string, words: words[name][one] ?? one }))}
          value={value}
          onApply={(picked) => setFilter(name, picked)}
          close={close}
        />
      ),
    }
  })
  const ofPeriods = periodNames.map((name): Filter => {
    const [from, to] = periods[name]
    const value = { start: filters[from] ?? null, end: filters[to] ?? null }
    const set = ({ start, end }: DateRange): void => setFilters({ [from]: start, [to]: end })
    return {
      id: name,
      name: t[name],
      value: dateRangeWords(value, rangeWords),
      onRemove: () => set({ start: null, end: null }),
      editor: (close) => <DateRangeEditor value={value} onApply={set} close={close} />,
    }
  })
  return [ofLabel, ...ofChoices, ...ofPeriods]
}

/** Link to the page of a file. */
export function FileLink({ of: { id, simId, label } }: { of: SimFile }) {
  return (
    <Link to="/iot-safe/$simId/files/$fileId" params={{ simId: String(simId), fileId: String(id) }}>
      <bdi>{label}</bdi>
    </Link>
  )
}

/** Columns of the files on all SIMs. */
export function useFileColumns(): Column<SimFile>[] {
  const t = useText(fileText)
  return useMemo(
    () => [
      { id: 'objectLabel', header: t.label, sortable: true, cell: (file) => <FileLink of={file} />, clipAt: 240, skeleton: 120 },
      { id: 'iccid', header: t.iccid, sortable: true, cell: ({ iccid }) => <Iccid value={iccid} />, skeleton: 138 },
      { id: 'status', header: t.status, cell: (file) => <FileStatus of={file} />, skeleton: 80 },
      { id: 'management', header: t.management, cell: (file) => <ManagementMark of={file} />, skeleton: 60 },
      {
        id: 'size',
        header: t.size,
        align: 'end',
        cell: ({ octets, capacity }) => t.sizeOf(formatNumber(octets), formatNumber(capacity)),
        skeleton: 80,
      },
      { id: 'createdAt', header: t.created, sortable: true, cell: ({ createdAt }) => <Time at={createdAt} />, skeleton: 110 },
      {
        id: 'updatedAt',
        header: t.updated,
        sortable: true,
        cell: ({ updatedAt }) => <Time at={updatedAt} relative="aligned" />,
        skeleton: 110,
      },
    ],
    [t],
  )
}
