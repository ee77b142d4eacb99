import { endpoints } from '@simdeck/contract/endpoints.ts'
import { otaStatuses } from '@simdeck/contract/ota-progress.ts'
import { simIdsIn, soughtProblem } from '@simdeck/contract/sim-search.ts'
import { cmPlatforms, operators, simStatuses, simTypes } from '@simdeck/contract/sim-values.ts'
import { connectionFilters, silences, simSortFields } from '@simdeck/contract/sims.ts'
import type { simFilterShape } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { useListSearch } from '../../session/address/list-search.ts'
import { queryOf } from '../../session/api/query.ts'
import { useList } from '../../session/address/use-list.ts'
import type { Sim } from '@simdeck/contract/sims.ts'

export type SimFilterName = keyof typeof simFilterShape

const oneOf =
  (choices: readonly string[]) =>
  (value: string): boolean =>
    value.split(',').every((part) => part === '' || choices.includes(part))
const upTo100 = (value: string): boolean => value.trim() !== '' && value.length <= 100
const isSought = (value: string): boolean => soughtProblem(value) === null
const upTo64 = (value: string): boolean => value.length <= 64
const instant = (value: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

/**
 * True for values that the server accepts. The contract's schemas are not used, because they would add their library to the first
 * screen.
 */
export const simFilterChecks: Record<SimFilterName, (value: string) => boolean> = {
  search: isSought,
  id: (value) => simIdsIn(value) !== null,
  type: oneOf(simTypes),
  external_device_id: upTo64,
  operator: oneOf(operators),
  cm_platform: oneOf(cmPlatforms),
  status: oneOf(simStatuses),
  connection: oneOf(connectionFilters),
  device_alias: upTo100,
  iccid: isSought,
  imsi: isSought,
  msisdn: isSought,
  imei: isSought,
  group: (value) => /^\d{1,15}(,\d{1,15}){0,99}$/.test(value),
  applet: upTo100,
  applet_version: (value) => value.trim() !== '' && value.length <= 20,
  poller_version: (value) => value.trim() !== '' && value.length <= 20,
  status_poller: oneOf(otaStatuses),
  status_other_applet: oneOf(otaStatuses),
  modified_start: instant,
  modified_end: instant,
  last_poll_start: instant,
  last_poll_end: instant,
  silent: oneOf(silences),
}
const filterNames = Object.keys(simFilterChecks) as SimFilterName[]
const valid = (name: SimFilterName, value: string): boolean => simFilterChecks[name](value)
const defaultSort = { column: 'last_poll', direction: 'desc' } as const

/** Filters, sort and page of the SIM list in the address. */
export function useSimSearch() {
  return useListSearch({ list: 'sim', filters: filterNames, sortable: simSortFields, defaultSort, valid, cursors: true })
}
export type SimSearch = ReturnType<typeof useSimSearch>

const simOf = ({ id }: Sim): number => id

/** The page of SIMs that the address names. `live`: rows that an event changes are highlighted. */
export const useSims = (search: SimSearch, { live = false } = {}) =>
  useList(endpoints.listSims, search, live ? { live: { topic: 'sims', simOf } } : {})

/** Number of all SIMs; queried only while a filter is set. */
export function useSimTotal(filtered: boolean): { count: number; about: boolean } | undefined {
  const query = { take: 1 }
  const { data } = useQuery({
    ...queryOf(endpoints.listSims, { query }),
    enabled: filtered,
  })
  return filtered && data ? { count: data.totalItems, about: data.totalIsEstimate === true } : undefined
}
