import { clientTypes } from '@simdeck/contract/actions.ts'
import { securityEventNames, securityOutcomes } from '@simdeck/contract/security-log.ts'
import type { SecurityEventName } from '@simdeck/contract/security-log.ts'
import { useListSearch } from '../../session/address/list-search.ts'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { useText } from '../../ui/words/text.ts'
import { choiceFilter, isMoment, textFilter, useTimeFilter } from '../screen/filters.tsx'
import { logText } from '../log-text.ts'
import { eventText, securityText } from './security-text.ts'

const filterNames = ['event', 'outcome', 'member', 'ip', 'client_type', 'created_start', 'created_end'] as const
type FilterName = (typeof filterNames)[number]

const maxAddressLength = 45
const among = (names: readonly string[], value: string): boolean => names.includes(value)

function valid(name: FilterName, value: string): boolean {
  if (name === 'event') return among(securityEventNames, value)
  if (name === 'outcome') return among(securityOutcomes, value)
  if (name === 'client_type') return among(clientTypes, value)
  if (name === 'created_start' || name === 'created_end') return isMoment(value)
  return value.length <= (name === 'ip' ? maxAddressLength : 100)
}

/** State of the security log in the address: filters, sort and page. */
export const useSecuritySearch = () =>
  useListSearch({ list: 'systemLog', filters: filterNames, sortable: ['at'], defaultSort: { column: 'at', direction: 'desc' }, valid })

/** Filters of the security log besides the search for an account. */
export function useSecurityFilters(search: ReturnType<typeof useSecuritySearch>): Filter[] {
  const t = useText(securityText)
  const logs = useText(logText)
  const names: Record<SecurityEventName, string> = useText(eventText)
  const time = useTimeFilter(search)
  const { filters, setFilter } = search
  const outcomes: Record<string, string> = { success: logs.success, failure: logs.failure('') }
  const of = (id: FilterName, name: string) => ({ id, name, value: filters[id], onSet: (next: string | null) => setFilter(id, next) })
  return [
    time,
    choiceFilter({ ...of('event', t.event), values: securityEventNames, words: (value) => names[value as SecurityEventName] }),
    choiceFilter({ ...of('outcome', t.result), values: securityOutcomes, words: (value) => outcomes[value]! }),
    choiceFilter({ ...of('client_type', t.source), values: clientTypes, words: (value) => value }),
    textFilter({ ...of('ip', t.address), problem: (typed) => (typed.trim().length <= maxAddressLength ? null : t.address) }),
  ]
}
