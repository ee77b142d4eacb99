import { endpoints } from '@simdeck/contract/endpoints.ts'
import { type Signing, signingStatuses } from '@simdeck/contract/signing-history.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useListSearch } from '../../session/address/list-search.ts'
import { useList } from '../../session/address/use-list.ts'
import type { DateRange } from '../../ui/filter/date-range.ts'
import { DateRangeEditor, dateRangeText, dateRangeWords } from '../../ui/filter/DateRangeEditor.tsx'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { OneChoiceEditor } from '../../ui/filter/OneChoiceEditor.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { HexText, Iccid } from '../../ui/value/Copyable.tsx'
import { FailedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { fleetText } from './fleet-text.ts'

const filterNames = ['csrSubject', 'status', 'deviceType', 'signedBy', 'slotId', 'simId', 'iccid', 'createdAtFrom', 'createdAtTo'] as const
type FilterName = (typeof filterNames)[number]

const isMoment = (value: string): boolean => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
const checks: Record<FilterName, (value: string) => boolean> = {
  csrSubject: (value) => value.length <= 200,
  status: (value) => signingStatuses.some((one) => one === value),
  deviceType: (value) => value === 'SIM',
  signedBy: (value) => value.length <= 64,
  slotId: (value) => /^[1-9]\d?$/.test(value),
  simId: (value) => /^[1-9]\d{0,14}$/.test(value),
  iccid: (value) => /^\d{18,20}$/.test(value),
  createdAtFrom: isMoment,
  createdAtTo: isMoment,
}

/** State of the signing history in the address. */
export const useSigningSearch = () =>
  useListSearch({ list: 'default', filters: filterNames, sortable: [], valid: (name, value) => checks[name](value) })
type SigningSearch = ReturnType<typeof useSigningSearch>

export const useSignings = (search: SigningSearch) => useList(endpoints.listSignings, search)

/** Filters besides the subject. Those of a CA, a slot or a SIM come from links and can be removed. */
export function useSigningFilters({ filters, setFilters, setFilter }: SigningSearch, authorities: readonly string[]): Filter[] {
  useZone()
  const t = useText(fleetText)
  const rangeWords = useText(dateRangeText)
  const period = { start: filters.createdAtFrom ?? null, end: filters.createdAtTo ?? null }
  const setPeriod = ({ start, end }: DateRange): void => setFilters({ createdAtFrom: start, createdAtTo: end })
  const choice = (
    name: 'status' | 'deviceType' | 'signedBy' | 'slotId',
    words: string,
    options: readonly { value: string; words: string }[],
  ): Filter => {
    const value = filters[name] ?? null
    return {
      id: name,
      name: words,
      value: value === null ? null : (options.find((one) => one.value === value)?.words ?? value),
      onRemove: () => setFilter(name, null),
      editor: (close) => <OneChoiceEditor options={options} value={value} onApply={(picked) => setFilter(name, picked)} close={close} />,
    }
  }
  const given = (name: 'simId' | 'iccid', words: string): Filter[] => {
    const value = filters[name]
    return value === undefined ? [] : [{ id: name, name: words, value, onRemove: () => setFilter(name, null), editor: () => null }]
  }
  return [
    choice(
      'status',
      t.status,
      signingStatuses.map((one) => ({ value: one, words: t[one] })),
    ),
    choice('deviceType', t.device, [{ value: 'SIM', words: 'SIM' }]),
    choice(
      'signedBy',
      t.signedBy,
      authorities.map((one) => ({ value: one, words: one })),
    ),
    choice(
      'slotId',
      t.slot,
      Array.from({ length: 8 }, (_, at) => ({ value: String(at + 1), words: String(at + 1) })),
    ),
    ...given('simId', 'SIM'),
    ...given('iccid', t.iccid),
    {
      id: 'createdAt',
      name: t.signedAt,
      value: dateRangeWords(period, rangeWords),
      onRemove: () => setPeriod({ start: null, end: null }),
      editor: (close) => <DateRangeEditor value={period} onApply={setPeriod} close={close} />,
    },
  ]
}

export function SigningStatus({ of: { status } }: { of: Signing }) {
  const t = useText(fleetText)
  const isSigned = status === 'Signed'
  return (
    <Status tone={isSigned ? 'succeeded' : 'failed'} glyph={isSigned ? <SucceededGlyph /> : <FailedGlyph />} quiet={isSigned}>
      {t[status]}
    </Status>
  )
}

/** The subject, which links to the certificate on the SIM if that is kept. */
export function SigningSubject({ of: { csrSubject, simId, certId } }: { of: Signing }) {
  if (simId === null || certId === null) return <bdi>{csrSubject}</bdi>
  return (
    <Link to="/iot-safe/$simId/certificates/$certId" params={{ simId: String(simId), certId: String(certId) }}>
      <bdi>{csrSubject}</bdi>
    </Link>
  )
}

export function useSigningColumns(): Column<Signing>[] {
  const t = useText(fleetText)
  return useMemo(
    () => [
      { id: 'subject', header: t.subject, cell: (one) => <SigningSubject of={one} />, clipAt: 320, skeleton: 160 },
      { id: 'status', header: t.status, cell: (one) => <SigningStatus of={one} />, skeleton: 60 },
      { id: 'signedBy', header: t.signedBy, cell: ({ signedBy }) => <bdi>{signedBy}</bdi>, clipAt: 200, skeleton: 100 },
      { id: 'device', header: t.device, cell: ({ deviceType }) => deviceType, skeleton: 30 },
      { id: 'origin', header: t.origin, cell: ({ origin }) => origin ?? <None />, skeleton: 40 },
      { id: 'slot', header: t.slot, align: 'end', cell: ({ slotId }) => slotId ?? <None />, skeleton: 20 },
      { id: 'iccid', header: t.iccid, cell: ({ iccid }) => (iccid === null ? <None /> : <Iccid value={iccid} />), skeleton: 138 },
      { id: 'serial', header: t.serial, cell: ({ serial }) => <HexText value={serial.toUpperCase()} />, clipAt: 200, skeleton: 120 },
      { id: 'validTo', header: t.validTo, cell: (one) => <Time at={one.valid_to} />, skeleton: 110 },
      { id: 'signedAt', header: t.signedAt, cell: ({ createdAt }) => <Time at={createdAt} />, skeleton: 110 },
    ],
    [t],
  )
}
