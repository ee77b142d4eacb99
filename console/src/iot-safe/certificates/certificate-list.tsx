import { endpoints } from '@simdeck/contract/endpoints.ts'
import {
  certificateOrigins,
  certificateSortFields,
  certStatuses,
  csrStatuses,
  keyPairStatuses,
  managementStatuses,
  type SimCertificate,
} from '@simdeck/contract/sim-certificates.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useListSearch } from '../../session/address/list-search.ts'
import { useList } from '../../session/address/use-list.ts'
import type { DateRange } from '../../ui/filter/date-range.ts'
import { DateRangeEditor, dateRangeText, dateRangeWords } from '../../ui/filter/DateRangeEditor.tsx'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { OneChoiceEditor } from '../../ui/filter/OneChoiceEditor.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Iccid } from '../../ui/value/Copyable.tsx'
import { None } from '../../ui/value/None.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { CertificateStatus, ManagementMark } from './CertificateStatus.tsx'
import { certificateText } from './certificate-text.ts'
import { certText, csrText, keyPairText, managementText, originText } from './certificate-words.ts'

const choices = {
  keyPairStatus: keyPairStatuses,
  csrStatus: csrStatuses,
  certStatus: certStatuses,
  managementStatus: managementStatuses,
  origin: certificateOrigins,
} as const
type ChoiceName = keyof typeof choices
const choiceNames = Object.keys(choices) as ChoiceName[]

const periods = {
  created: ['createdAtFrom', 'createdAtTo'],
  updated: ['updatedAtFrom', 'updatedAtTo'],
  validFrom: ['validFromStart', 'validFromEnd'],
  validTo: ['validToStart', 'validToEnd'],
} as const
type PeriodName = keyof typeof periods
const periodNames = Object.keys(periods) as PeriodName[]

const filterNames = ['iccid', ...choiceNames, ...periodNames.flatMap((name) => periods[name])] as const
type FilterName = (typeof filterNames)[number]

const isChoice = (name: string): name is ChoiceName => Object.hasOwn(choices, name)
const isMoment = (value: string): boolean => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
function valid(name: FilterName, value: string): boolean {
  if (name === 'iccid') return /^\d{1,20}$/.test(value)
  return isChoice(name) ? choices[name].some((one) => one === value) : isMoment(value)
}

/** State of the list of certificates in the address. */
export const useCertificateSearch = () => useListSearch({ list: 'default', filters: filterNames, sortable: certificateSortFields, valid })
type CertificateSearch = ReturnType<typeof useCertificateSearch>

export const useCertificates = (search: CertificateSearch) => useList(endpoints.listCertificates, search)

/** Filters of the list besides the ICCID. */
export function useCertificateFilters({ filters, setFilters, setFilter }: CertificateSearch): Filter[] {
  useZone()
  const t = useText(certificateText)
  const rangeWords = useText(dateRangeText)
  const words: Record<ChoiceName, Record<string, string>> = {
    keyPairStatus: useText(keyPairText),
    csrStatus: useText(csrText),
    certStatus: useText(certText),
    managementStatus: useText(managementText),
    origin: useText(originText),
  }
  const names: Record<ChoiceName, string> = {
    keyPairStatus: t.keyPair,
    csrStatus: t.csr,
    certStatus: t.certificate,
    managementStatus: t.management,
    origin: t.origin,
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
  return [...ofChoices, ...ofPeriods]
}

/** Link to the page of a certificate. */
export function CertificateLink({ of: { id, simId, label } }: { of: SimCertificate }) {
  return (
    <Link to="/iot-safe/$simId/certificates/$certId" params={{ simId: String(simId), certId: String(id) }}>
      <bdi>{label}</bdi>
    </Link>
  )
}

const timeOrNone = (at: string | null) => (at === null ? <None /> : <Time at={at} />)

/** Columns of certificates; `sim` adds those that name the SIM. */
export function useCertificateColumns({ sim }: { sim: boolean }): Column<SimCertificate>[] {
  const t = useText(certificateText)
  return useMemo(
    () => [
      { id: 'label', header: t.label, cell: (one) => <CertificateLink of={one} />, clipAt: 240, skeleton: 120 },
      ...(sim
        ? [{ id: 'iccid', header: t.iccid, sortable: true, cell: ({ iccid }: SimCertificate) => <Iccid value={iccid} />, skeleton: 138 }]
        : []),
      { id: 'status', header: t.status, cell: (one) => <CertificateStatus of={one} />, skeleton: 80 },
      { id: 'management', header: t.management, cell: (one) => <ManagementMark of={one} />, skeleton: 60 },
      { id: 'origin', header: t.origin, cell: ({ origin }) => origin, skeleton: 40 },
      { id: 'slot', header: t.slot, align: 'end', cell: ({ slotId }) => slotId, skeleton: 20 },
      { id: 'subject', header: t.subject, cell: ({ csrSubject }) => <bdi>{csrSubject}</bdi>, clipAt: 300, skeleton: 160 },
      { id: 'signedBy', header: t.signedBy, cell: ({ signedBy }) => signedBy ?? <None />, clipAt: 200, skeleton: 100 },
      { id: 'valid_to', header: t.validTo, sortable: true, cell: (one) => timeOrNone(one.valid_to), skeleton: 110 },
      {
        id: 'updatedAt',
        header: t.updated,
        sortable: true,
        cell: ({ updatedAt }) => <Time at={updatedAt} relative="aligned" />,
        skeleton: 110,
      },
    ],
    [t, sim],
  )
}
