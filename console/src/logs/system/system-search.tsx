import { actionNames, clientTypes, subjectKinds } from '@simdeck/contract/actions.ts'
import type { ActionName } from '@simdeck/contract/actions.ts'
import { useListSearch } from '../../session/address/list-search.ts'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { useText } from '../../ui/words/text.ts'
import { choiceFilter, isMoment, textFilter, useTimeFilter } from '../screen/filters.tsx'
import { logText } from '../log-text.ts'
import { actionText } from './action-words.ts'
import { systemText } from './system-text.ts'

const filterNames = ['title', 'message', 'status', 'client_type', 'person', 'sim', 'subject', 'created_start', 'created_end'] as const
type FilterName = (typeof filterNames)[number]

const iccid = /^\d{19,20}$/
const subject = new RegExp(`^(${subjectKinds.join('|')}):\\w{1,80}$`)
const among = (names: readonly string[], value: string): boolean => names.includes(value)

function valid(name: FilterName, value: string): boolean {
  if (name === 'title') return among(actionNames, value)
  if (name === 'status') return among(['success', 'failure'], value)
  if (name === 'client_type') return among(clientTypes, value)
  if (name === 'sim') return iccid.test(value)
  if (name === 'subject') return subject.test(value)
  if (name === 'created_start' || name === 'created_end') return isMoment(value)
  return value.length <= (name === 'message' ? 200 : 100)
}

/** State of the system log in the address: filters, sort and page. */
export const useSystemSearch = () =>
  useListSearch({
    list: 'systemLog',
    filters: filterNames,
    sortable: ['request_at'],
    defaultSort: { column: 'request_at', direction: 'desc' },
    valid,
  })

/** Filters of the system log besides the search. */
export function useSystemFilters(search: ReturnType<typeof useSystemSearch>): Filter[] {
  const t = useText(systemText)
  const logs = useText(logText)
  const names: Record<ActionName, string> = useText(actionText)
  const time = useTimeFilter(search)
  const { filters, setFilter } = search
  const results: Record<string, string> = { success: logs.success, failure: t.failed }
  const of = (id: FilterName, name: string) => ({ id, name, value: filters[id], onSet: (next: string | null) => setFilter(id, next) })
  return [
    time,
    choiceFilter({ ...of('title', t.action), values: actionNames, words: (value) => names[value as ActionName] }),
    choiceFilter({ ...of('status', t.result), values: ['success', 'failure'], words: (value) => results[value]! }),
    choiceFilter({ ...of('client_type', t.source), values: clientTypes, words: (value) => value }),
    textFilter({ ...of('person', t.person), problem: () => null }),
    textFilter({ ...of('sim', t.iccid), problem: (typed) => (iccid.test(typed) ? null : t.notAnIccid) }),
    ...(filters.subject ? [textFilter({ ...of('subject', t.subject), problem: (typed) => (subject.test(typed) ? null : t.subject) })] : []),
  ]
}
