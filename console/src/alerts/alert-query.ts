import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useListSearch } from '../session/address/list-search.ts'
import { useList } from '../session/address/use-list.ts'
import { queryOf, refresh } from '../session/api/query.ts'

/** Rules are judged once a minute; a state that is shown is at most this much older. */
const everyMs = 15_000

const filters = ['name'] as const
const valid = (_: 'name', value: string): boolean => value.length <= 64

/** Search and page of the rules in the address. */
export const useAlertSearch = () => useListSearch({ list: 'default', filters, sortable: [], valid })

export const useAlertRules = (search: ReturnType<typeof useAlertSearch>) =>
  useList(endpoints.listAlertRules, search, { refetchInterval: everyMs })

export const useAlertCounts = () => useQuery({ ...queryOf(endpoints.countAlertRules, {}), refetchInterval: everyMs }).data

/** Page of the firings in the address. */
export function useAlertFirings() {
  const search = useListSearch({ list: 'default', filters: [], sortable: [] })
  return useList(endpoints.listAlertFirings, search, { refetchInterval: everyMs })
}

export const useAlertRule = (id: number | null) =>
  useQuery({ ...queryOf(endpoints.getAlertRule, { params: { id: id ?? 0 } }), enabled: id !== null, refetchInterval: everyMs })

export async function refreshAlerts(): Promise<void> {
  await Promise.all([
    refresh(endpoints.listAlertRules),
    refresh(endpoints.countAlertRules),
    refresh(endpoints.getAlertRule),
    refresh(endpoints.listAlertFirings),
  ])
}
