import { differenceKinds, getDriftFigures, listDifferingSims, type DifferenceKind } from '@simdeck/contract/drift.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { useListSearch } from '../session/address/list-search.ts'
import type { Search } from '../session/address/list-search.ts'
import { useList } from '../session/address/use-list.ts'
import { queryOf } from '../session/api/query.ts'
import { useMay } from '../session/use-me.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../ui/filter/FilterBar.tsx'
import { ListBar } from '../ui/filter/ListBar.tsx'
import { Button, LinkButton } from '../ui/form/Button.tsx'
import { Page } from '../ui/frame/Page.tsx'
import { CardLines } from '../ui/table/CardLines.tsx'
import { ListTable } from '../ui/table/ListTable.tsx'
import { noSelection } from '../ui/table/selection.ts'
import { useSelection } from '../ui/table/use-selection.ts'
import { Iccid } from '../ui/value/Copyable.tsx'
import { Time } from '../ui/value/Time.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { SimRowLink, useDriftColumns } from './drift-columns.tsx'
import { driftText } from './drift-text.ts'
import css from './drift.module.css'
import { DriftCsv } from './DriftCsv.tsx'
import { DriftFigures } from './DriftFigures.tsx'
import { DriftPanel } from './DriftPanel.tsx'
import { AcceptSelected, RepairMany } from './ManySims.tsx'
import { useDifferenceWords } from './use-difference-words.ts'

const filterNames = ['kind', 'search'] as const
const sortable = ['readAt'] as const
const valid = (name: string, value: string): boolean => name !== 'kind' || differenceKinds.some((one) => one === value)

/** Screen of the SIMs whose cards differ from what they should hold, with the details of one in a panel beside the list. */
export function DriftPage() {
  const t = useText(driftText)
  const words = useDifferenceWords()
  const may = useMay('OTA_CREATE')
  const search = useListSearch({ list: 'default', filters: filterNames, sortable, valid })
  const list = useList(listDifferingSims, search)
  const { data: figures } = useQuery(queryOf(getDriftFigures, {}))
  const { row: openId }: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const table = useRef<HTMLDivElement>(null)
  const columns = useDriftColumns(openId)
  const { selection, onSelect } = useSelection(search.filters)
  const kind = (search.filters.kind ?? null) as DifferenceKind | null
  const open = list.rows?.find(({ id }) => String(id) === openId)
  const differing = figures ? differenceKinds.reduce((sum, one) => sum + figures.kinds[one], 0) : undefined
  const isUnread = figures !== undefined && figures.unread === figures.sims
  const inView = figures && (kind === null ? differing : figures.kinds[kind])
  const chosen = selection.kind === 'rows' ? [...selection.ids].map(Number) : []
  const close = (): void => {
    void navigate({ to: '.', search: (before: object) => ({ ...before, row: undefined }), replace: true })
    table.current?.querySelector<HTMLElement>('a[aria-current]')?.focus()
  }
  return (
    <Page
      title={t.title}
      count={differing || undefined}
      counts="sims"
      fit
      actions={
        may &&
        !!inView && (
          <>
            <LinkButton icon={<IconRefresh size={16} />} to="/otas/execute" search={{ action: 'inventory', drift: kind ?? 'all' }}>
              {t.readAgain(formatNumber(inView))}
            </LinkButton>
            <RepairMany kind={kind} />
          </>
        )
      }
    >
      {figures && (
        <div className={css.overview}>
          <p>
            {t.intro(formatNumber(figures.sims))}
            {figures.lastReadAt && (
              <>
                {t.between}
                {t.lastRead} <Time at={figures.lastReadAt} />
              </>
            )}
          </p>
          <DriftFigures of={figures} kind={kind} onKind={(next) => search.setFilter('kind', next)} />
        </div>
      )}
      <FilterBar
        search={{
          value: search.filters.search ?? '',
          placeholder: t.search,
          onChange: (value) => search.setFilter('search', value || null),
        }}
        filters={[]}
        onClear={search.clear}
        end={!!list.total && <DriftCsv filter={{ kind: kind ?? undefined, search: search.filters.search }} />}
      />
      <div className={css.split}>
        <div className={css.list} ref={table}>
          <ListBar
            counts="sims"
            matching={list.total}
            selection={selection}
            pageIds={list.rows?.map(({ id }) => String(id)) ?? []}
            onSelect={onSelect}
            bulkActions={<AcceptSelected simIds={chosen} rows={list.rows ?? []} onDone={() => onSelect(noSelection)} />}
          />
          <ListTable
            label={t.title}
            counts="sims"
            list={list}
            columns={columns}
            rowId={({ id }) => String(id)}
            rowName={({ device_alias: alias, iccid }) => alias ?? iccid}
            {...(may && { selection, onSelect })}
            card={(one) => (
              <CardLines
                name={<SimRowLink of={one} openId={openId} />}
                end={
                  <span className={css.found} data-kind={one.kind}>
                    {t[one.kind]}
                  </span>
                }
                second={[<Iccid key="iccid" value={one.iccid} />]}
                parts={[
                  { name: t.meant, value: <bdi>{words(one).meant ?? '—'}</bdi> },
                  { name: t.found, value: <bdi>{words(one).found}</bdi> },
                ]}
              />
            )}
            empty={
              <EmptyState
                title={isUnread ? t.unreadTitle : t.noneTitle}
                actions={
                  may && (
                    <LinkButton to="/otas/execute" search={{ action: 'inventory' }}>
                      {t.read}
                    </LinkButton>
                  )
                }
              >
                {isUnread ? t.unreadWords : t.noneWords}
              </EmptyState>
            }
            notFound={<EmptyState title={t.noneFound} actions={<Button onClick={search.clear}>{t.clear}</Button>} />}
          />
        </div>
        {open && <DriftPanel key={open.id} of={open} onClose={close} />}
      </div>
    </Page>
  )
}
