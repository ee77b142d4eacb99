import { memberStatuses } from '@simdeck/contract/members.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { DateRange } from '../ui/filter/date-range.ts'
import { DateRangeEditor, dateRangeText, dateRangeWords } from '../ui/filter/DateRangeEditor.tsx'
import { TextEditor } from '../ui/filter/FilterBar.tsx'
import type { Filter } from '../ui/filter/FilterBar.tsx'
import { OneChoiceEditor } from '../ui/filter/OneChoiceEditor.tsx'
import { useText } from '../ui/words/text.ts'
import { useZone } from '../ui/words/zone.ts'
import type { MemberFilterName, MemberSearch } from './member-query.ts'
import { memberStatusText, memberText, roleText } from './member-text.ts'

/** Filters of the member list besides the name. */
export function useMemberFilters({ filters, setFilter, setFilters }: MemberSearch): Filter[] {
  useZone()
  const t = useText(memberText)
  const roles: Record<number, string> = useText(roleText)
  const statuses: Record<number, string> = useText(memberStatusText)
  const rangeWords = useText(dateRangeText)

  const choice = (id: MemberFilterName, name: string, names: Record<number, string>, numbers: readonly number[]): Filter => ({
    id,
    name,
    value: filters[id] === undefined ? null : (names[Number(filters[id])] ?? null),
    onRemove: () => setFilter(id, null),
    editor: (close) => (
      <OneChoiceEditor
        options={numbers.map((number) => ({ value: String(number), words: names[number] ?? '' }))}
        value={filters[id] ?? null}
        onApply={(next) => setFilter(id, next)}
        close={close}
      />
    ),
  })
  const created = { start: filters.created_start ?? null, end: filters.created_end ?? null }
  const setCreated = ({ start, end }: DateRange): void => setFilters({ created_start: start, created_end: end })
  return [
    choice('role_id', t.role, roles, Object.values(roleIds)),
    choice('status', t.status, statuses, Object.values(memberStatuses)),
    {
      id: 'email',
      name: t.email,
      value: filters.email ?? null,
      onRemove: () => setFilter('email', null),
      editor: (close) => (
        <TextEditor label={t.email} value={filters.email ?? ''} onApply={(next) => setFilter('email', next || null)} close={close} />
      ),
    },
    {
      id: 'created',
      name: t.created,
      value: dateRangeWords(created, rangeWords),
      onRemove: () => setCreated({ start: null, end: null }),
      editor: (close) => <DateRangeEditor value={created} onApply={setCreated} close={close} />,
    },
  ]
}
