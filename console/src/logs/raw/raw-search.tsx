import { clientTypes } from '@simdeck/contract/actions.ts'
import { proxyKinds } from '@simdeck/contract/raw-logs.ts'
import type { ProxyKind } from '@simdeck/contract/raw-logs.ts'
import { useListSearch } from '../../session/address/list-search.ts'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import { choiceFilter, isMoment, textFilter, useTimeFilter } from '../screen/filters.tsx'
import { rawText } from './raw-text.ts'

const apiFilters = ['route', 'caller', 'status', 'client_type', 'created_start', 'created_end'] as const
const proxyFilters = ['host', 'kind', 'status', 'created_start', 'created_end'] as const
type FilterName = (typeof apiFilters)[number] | (typeof proxyFilters)[number]

const choices: Partial<Record<FilterName, readonly string[]>> = {
  status: ['success', 'failure'],
  client_type: clientTypes,
  kind: proxyKinds,
}
const lengths: Partial<Record<FilterName, number>> = { route: 200, caller: 100, host: 300 }

function valid(name: FilterName, value: string): boolean {
  if (name === 'created_start' || name === 'created_end') return isMoment(value)
  return choices[name]?.includes(value) ?? value.length <= (lengths[name] ?? 0)
}

const byTime = { list: 'systemLog', sortable: ['at'], defaultSort: { column: 'at', direction: 'desc' }, valid } as const

/** State of the raw API log in the address. */
export const useRawApiSearch = () => useListSearch({ ...byTime, filters: apiFilters })
/** State of the raw proxy log in the address. */
export const useRawProxySearch = () => useListSearch({ ...byTime, filters: proxyFilters })

/** Filters of the raw API log besides the route. */
export function useRawApiFilters(search: ReturnType<typeof useRawApiSearch>): Filter[] {
  const t = useText(rawText)
  const results = useResults()
  const time = useTimeFilter(search)
  const { filters, setFilter } = search
  const of = (id: (typeof apiFilters)[number], name: string) => ({
    id,
    name,
    value: filters[id],
    onSet: (next: string | null) => setFilter(id, next),
  })
  return [
    time,
    textFilter({ ...of('caller', t.callerExact), problem: () => null }),
    choiceFilter({ ...of('status', t.result), values: ['success', 'failure'], words: (value) => results[value]! }),
    choiceFilter({ ...of('client_type', t.source), values: clientTypes, words: (value) => value }),
  ]
}

/** Filters of the raw proxy log besides the host. */
export function useRawProxyFilters(search: ReturnType<typeof useRawProxySearch>): Filter[] {
  const t = useText(rawText)
  const results = useResults()
  const time = useTimeFilter(search)
  const { filters, setFilter } = search
  const of = (id: (typeof proxyFilters)[number], name: string) => ({
    id,
    name,
    value: filters[id],
    onSet: (next: string | null) => setFilter(id, next),
  })
  return [
    time,
    choiceFilter({ ...of('kind', t.kind), values: proxyKinds, words: (value) => t[value as ProxyKind] }),
    choiceFilter({ ...of('status', t.result), values: ['success', 'failure'], words: (value) => results[value]! }),
  ]
}

function useResults(): Record<string, string> {
  const t = useText(rawText)
  const { success } = useText(logText)
  return { success, failure: t.failed }
}
