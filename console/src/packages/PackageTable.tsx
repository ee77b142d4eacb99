import { endpoints } from '@simdeck/contract/endpoints.ts'
import { packageSortFields } from '@simdeck/contract/packages.ts'
import type { ManagedPackageAid, OtaPackage } from '@simdeck/contract/packages.ts'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useListSearch } from '../session/address/list-search.ts'
import { Tag } from '../ui/value/Bits.tsx'
import { Button } from '../ui/form/Button.tsx'
import { CardLines } from '../ui/table/CardLines.tsx'
import { Copyable, HexText } from '../ui/value/Copyable.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../ui/filter/FilterBar.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useTableView } from '../ui/table/persisted.ts'
import { useText } from '../ui/words/text.ts'
import { RelativeTime } from '../ui/value/Time.tsx'
import { ViewMenu } from '../ui/filter/ViewMenu.tsx'
import { packageColumns, PackageLink, Pending } from './package-columns.tsx'
import type { PackagesOf } from './package-kinds.ts'
import { packageText } from './package-text.ts'
import css from './packages.module.css'
import { useList } from '../session/address/use-list.ts'
import { ListTable } from '../ui/table/ListTable.tsx'

const filterNames = ['search'] as const
const newestFirst = { column: 'otaVersion', direction: 'desc' } as const
const validFilter = (_: string, value: string): boolean => value.trim().length <= 64

/** Interval at which the number of SIMs with a pending OTA is loaded again. */
const pendingMs = 5000

interface PackageTableProps {
  of: PackagesOf
  aids: readonly ManagedPackageAid[]
  /** Renders the actions on a package. Always the same function. */
  actions: (of: OtaPackage) => ReactNode
}

export function PackageTable({ of, aids, actions }: PackageTableProps) {
  const t = useText(packageText)
  const list = useListSearch({
    list: 'ota',
    filters: filterNames,
    sortable: packageSortFields,
    defaultSort: newestFirst,
    valid: validFilter,
  })
  const packages = useList(endpoints.listPackages, list, {
    query: of,
    process: 'otaList',
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.simsPending > 0) ? pendingMs : false),
  })
  const view = useTableView('ota')
  const maxUsed = Math.max(0, ...(packages.rows ?? []).map((one) => one.simsUsing))
  const mixed = aids.length > 1
  const columns = useMemo(() => packageColumns(t, { maxUsed, mixed, actions }), [t, maxUsed, mixed, actions])
  return (
    <>
      <FilterBar
        search={{ value: list.filters.search ?? '', placeholder: t.search, onChange: (value) => list.setFilter('search', value || null) }}
        filters={[]}
        onClear={list.clear}
        end={
          <>
            {aids.length === 1 && <PackageAid value={aids[0]!.packageAID} />}
            <ViewMenu list="ota" columns={columns} />
          </>
        }
      />
      <ListTable
        label={t.title}
        columns={columns}
        list={packages}
        rowId={(one) => String(one.id)}
        rowName={(one) => `${one.otaVersion} ${one.label}`}
        view={view}
        skeletonRows={7}
        inPage
        notFound={
          <EmptyState title={t.nothingFound} actions={<ClearButton onClear={list.clear} />}>
            {t.nothingFoundWords}
          </EmptyState>
        }
        empty={<EmptyState title={t.empty}>{t.emptyWords}</EmptyState>}
        card={(one) => <PackageCard of={one} />}
      />
      {(packages.rows?.length ?? 0) > 0 && <p className={css.useNote}>{t.useNote}</p>}
    </>
  )
}

function PackageAid({ value }: { value: string }) {
  const t = useText(packageText)
  return (
    <span className={css.aid}>
      {t.packageAid}
      <Copyable value={value} name={t.packageAid}>
        <HexText value={value} />
      </Copyable>
    </span>
  )
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const t = useText(packageText)
  return <Button onClick={onClear}>{t.clear}</Button>
}

function PackageCard({ of }: { of: OtaPackage }) {
  const t = useText(packageText)
  return (
    <CardLines
      name={<PackageLink of={of} />}
      end={<Tag>{of.label}</Tag>}
      second={[t.bytes(formatNumber(of.loadLength)), <RelativeTime key="t" at={of.createdAt} />]}
      parts={[
        { name: t.using, value: formatNumber(of.simsUsing) },
        { name: t.pending, value: <Pending sims={of.simsPending} /> },
      ]}
    />
  )
}
