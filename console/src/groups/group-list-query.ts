import { statusesInUse } from '@simdeck/contract/dashboard.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { groupSortFields } from '@simdeck/contract/groups.ts'
import { useQuery } from '@tanstack/react-query'
import { useListSearch } from '../session/address/list-search.ts'
import { useList } from '../session/address/use-list.ts'
import { keepRows } from '../session/api/query-client.ts'
import { queryOf } from '../session/api/query.ts'
import { useSettings } from '../session/settings.ts'

const filterNames = ['search', 'type'] as const
type FilterName = (typeof filterNames)[number]

const valid = (name: FilterName, value: string): boolean => (name === 'type' ? /^[12]$/.test(value) : value.length <= 100)

/** The time after which figures are fetched again; their SIMs poll all the time. */
const figuresMs = 15_000

/** State of the list of groups in the address: filters, sort and page. */
export const useGroupSearch = () =>
  useListSearch({
    list: 'group',
    filters: filterNames,
    sortable: groupSortFields,
    defaultSort: { column: 'name', direction: 'asc' },
    valid,
  })
export type GroupSearch = ReturnType<typeof useGroupSearch>

/** Current page of groups with their figures. */
export const useGroupList = (search: GroupSearch) =>
  useList(endpoints.listGroups, search, { query: { figures: 'true' }, refetchInterval: figuresMs })

/** The figures of the SIMs in no group and of all SIMs; undefined until known. */
export const useGroupTotals = () => useQuery({ ...queryOf(endpoints.getGroupTotals, {}), ...keepRows, refetchInterval: figuresMs }).data

/** The number of SIMs of a filter; undefined until known. */
export function useSimCount(filters: Record<string, string>): number | undefined {
  const { data } = useQuery({
    ...queryOf(endpoints.listSims, { query: { ...filters, take: 1 } }),
    ...keepRows,
    refetchInterval: figuresMs,
  })
  return data?.totalItems
}

/** The filters of the SIM list behind the figures of a group; 0 stands for no group, null for all SIMs. */
export function filtersOf(id: number | null) {
  const group: Record<string, string> = id === null ? {} : { group: String(id) }
  return {
    all: group,
    online: { ...group, connection: 'on,ota' },
    silent: { ...group, status: statusesInUse.join(','), connection: 'off', silent: `${useSettings.getState().silentIntervals}x` },
    failedApplets: { ...group, status_other_applet: 'Failed,Blocked' },
    failedPollers: { ...group, status_poller: 'Failed,Blocked' },
    withoutKeys: { ...group, has_keys: 'false' },
    changedImeis: { ...group, imei_status: 'changed' },
  }
}

export { figuresMs }
