import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { GroupTotals as Totals, ListedGroup } from '@simdeck/contract/groups.ts'
import { groupTypes } from '@simdeck/contract/groups.ts'
import type { Page } from '@simdeck/contract/list.ts'
import { IconDownload, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toastFailure } from '../session/api/failure.ts'
import { queryClient } from '../session/api/query-client.ts'
import { keyOf } from '../session/api/query.ts'
import { MayButton } from '../session/MayButton.tsx'
import { useMay } from '../session/use-me.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { OneChoiceEditor } from '../ui/filter/OneChoiceEditor.tsx'
import { ViewMenu } from '../ui/filter/ViewMenu.tsx'
import { Button } from '../ui/form/Button.tsx'
import { ListScreen } from '../ui/frame/ListScreen.tsx'
import { useTableView } from '../ui/table/persisted.ts'
import { noSelection } from '../ui/table/selection.ts'
import { useSelection } from '../ui/table/use-selection.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { DeleteGroupsDialog } from './DeleteGroupsDialog.tsx'
import { GroupCard, useGroupColumns } from './group-columns.tsx'
import { useGroupList, useGroupSearch, useGroupTotals } from './group-list-query.ts'
import type { GroupSearch } from './group-list-query.ts'
import { groupListText } from './group-list-text.ts'
import { groupText } from './group-text.ts'
import { GroupDialog } from './GroupDialog.tsx'
import { GroupTotals } from './GroupTotals.tsx'
import { saveGroups } from './groups-csv.ts'
import css from './groups.module.css'

/** The cached groups with these ids, on whatever page they were shown. */
function cachedGroups(ids: ReadonlySet<string>): ListedGroup[] {
  const seen = new Map<number, ListedGroup>()
  for (const [, page] of queryClient.getQueriesData<Page<ListedGroup>>({ queryKey: keyOf(endpoints.listGroups) }))
    for (const group of page?.data ?? []) if (ids.has(String(group.id))) seen.set(group.id, group)
  return [...seen.values()]
}

function useTypeFilter({ filters, setFilter }: GroupSearch) {
  const t = useText(groupText)
  const names: Record<string, string> = { 1: t.enterprise, 2: t.reseller }
  return {
    id: 'type',
    name: t.type,
    value: filters.type === undefined ? null : (names[filters.type] ?? null),
    onRemove: () => setFilter('type', null),
    editor: (close: () => void) => (
      <OneChoiceEditor
        options={Object.entries(names).map(([value, words]) => ({ value, words }))}
        value={filters.type ?? null}
        onApply={(next) => setFilter('type', next)}
        close={close}
      />
    ),
  }
}

/** Button that saves the groups that match, with their figures, as a file. */
function GroupsCsv({ query, disabled }: { query: GroupSearch['query']; disabled: boolean }) {
  const t = useText(groupText)
  const list = useText(groupListText)
  const [busy, setBusy] = useState(false)
  const types = { [groupTypes.enterprise]: t.enterprise, [groupTypes.reseller]: t.reseller }
  const save = (): void => {
    setBusy(true)
    saveGroups(query, types)
      .catch((thrown: unknown) => toastFailure(list.notSaved, thrown))
      .finally(() => setBusy(false))
  }
  return (
    <Button icon={<IconDownload size={16} />} busy={busy} disabled={disabled} onClick={save}>
      {list.csv}
    </Button>
  )
}

/** Screen of all groups with their figures, filtered, sorted and paged by the server. */
export function GroupListPage() {
  const t = useText(groupText)
  const list = useText(groupListText)
  const navigate = useNavigate()
  const search = useGroupSearch()
  const groups = useGroupList(search)
  const totals = useGroupTotals()
  const type = useTypeFilter(search)
  const columns = useGroupColumns()
  const view = useTableView('group')
  const [mayDelete, mayDeleteMany] = [useMay('GROUP_DELETE'), useMay('GROUP_DELETE_MULTIPLE')]
  const [creating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<readonly ListedGroup[] | null>(null)
  const { selection, onSelect } = useSelection(search.filters)
  const chosen = selection.kind === 'rows' ? selection.ids : new Set<string>()
  const create = (
    <MayButton permission="GROUP_CREATE" variant="primary" icon={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {t.create}
    </MayButton>
  )
  return (
    <ListScreen
      title={t.groups}
      counts="rows"
      beside={totals && <InGroups totals={totals} />}
      actions={
        <>
          <GroupsCsv query={search.query} disabled={!groups.total} />
          {create}
        </>
      }
      filter={{
        search: {
          value: search.filters.search ?? '',
          placeholder: list.search,
          onChange: (value) => search.setFilter('search', value || null),
        },
        filters: [type],
        onClear: search.clear,
      }}
      bar={{
        bulkActions: (
          <MayButton
            permission={chosen.size > 1 ? 'GROUP_DELETE_MULTIPLE' : 'GROUP_DELETE'}
            variant="danger"
            size="sm"
            icon={<IconTrash size={16} />}
            onClick={() => setDeleting(cachedGroups(chosen))}
          >
            {list.delete}
          </MayButton>
        ),
        end: <ViewMenu list="group" columns={columns} />,
      }}
      list={groups}
      columns={columns}
      rowId={({ id }) => String(id)}
      rowName={({ name }) => name}
      card={(group) => <GroupCard group={group} />}
      selection={selection}
      onSelect={onSelect}
      withoutBoxes={!mayDelete && !mayDeleteMany}
      view={view}
      foot={totals && !groups.filtered ? (cells, ticking) => <GroupTotals totals={totals} cells={cells} ticking={ticking} /> : undefined}
      notFound={<EmptyState title={list.noMatch} actions={<Button onClick={search.clear}>{list.clear}</Button>} />}
      empty={<EmptyState title={list.empty}>{list.emptyWords}</EmptyState>}
    >
      {creating && (
        <GroupDialog
          opened
          group={null}
          onClose={() => setCreating(false)}
          onSaved={({ id }) => void navigate({ to: '/groups/$id', params: { id: String(id) } })}
        />
      )}
      {deleting && deleting.length > 0 && (
        <DeleteGroupsDialog groups={deleting} onClose={() => setDeleting(null)} onDone={() => onSelect(noSelection)} />
      )}
    </ListScreen>
  )
}

/** The number of SIMs in groups, and a link to those that are in none. */
function InGroups({ totals: { all, withoutGroup } }: { totals: Totals }) {
  const list = useText(groupListText)
  return (
    <span className={css.counted}>
      {list.inGroups(formatNumber(all.size), formatNumber(all.size - withoutGroup.size))}
      {withoutGroup.size > 0 && (
        <Link to="/" search={{ group: '0' }}>
          {list.withoutGroup(formatNumber(withoutGroup.size))}
        </Link>
      )}
    </span>
  )
}
