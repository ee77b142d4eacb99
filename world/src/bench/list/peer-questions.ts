import type { ListQuery } from './filters.ts'

/** The same list for both: a query of Simdeck, and the filter and the order of Directus. */
export type PeerQuestion = { name: string; simdeck: ListQuery; filter: object; sort: string; pages: readonly number[] }

const anyDepth = [1, 100, 5_000]
const top = [1, 100]

const oneOf = (column: string, value: string) => ({ [column]: { _eq: value } })
const both = (...filters: object[]) => ({ _and: filters })

/** Ten lists that both can show. `newest`: the time of the newest poll. */
export function peerQuestions(newest: Date): PeerQuestion[] {
  const daysAgo = (days: number) => new Date(newest.getTime() - days * 86_400_000).toISOString()
  return [
    { name: 'all, by ICCID', simdeck: { sort: 'iccid:ASC' }, filter: {}, sort: 'iccid', pages: anyDepth },
    {
      name: 'operator, by last poll',
      simdeck: { operator: 'jasper', sort: 'last_poll:DESC' },
      filter: oneOf('operator', 'jasper'),
      sort: '-last_poll',
      pages: anyDepth,
    },
    {
      name: 'two statuses, by alias',
      simdeck: { status: 'SUSPENDED,INVENTORY', sort: 'device_alias:ASC' },
      filter: { status: { _in: ['SUSPENDED', 'INVENTORY'] } },
      sort: 'device_alias',
      pages: anyDepth,
    },
    {
      name: 'status not, by change',
      simdeck: { status: 'ACTIVATED', not: 'status', sort: 'updated_at:DESC' },
      filter: { status: { _neq: 'ACTIVATED' } },
      sort: '-updated_at',
      pages: anyDepth,
    },
    {
      name: 'status not and operator, by signal',
      simdeck: { status: 'ACTIVATED', operator: 'ntt', not: 'status', sort: 'rsrp:ASC' },
      filter: both({ status: { _neq: 'ACTIVATED' } }, oneOf('operator', 'ntt')),
      sort: 'rsrp',
      pages: top,
    },
    {
      name: 'part of the alias, by creation',
      simdeck: { device_alias: '札幌', sort: 'created_at:DESC' },
      filter: { device_alias: { _contains: '札幌' } },
      sort: '-created_at',
      pages: top,
    },
    {
      name: 'digits of the ICCID, by ICCID',
      simdeck: { iccid: '4321', sort: 'iccid:ASC' },
      filter: { iccid: { _contains: '4321' } },
      sort: 'iccid',
      pages: [1],
    },
    {
      name: 'silent for a day, by group',
      simdeck: { last_poll_end: daysAgo(1), sort: 'group:ASC' },
      filter: { last_poll: { _lte: daysAgo(1) } },
      sort: 'group_name',
      pages: top,
    },
    {
      name: 'changed in a week and type, by IMSI',
      simdeck: { modified_start: daysAgo(7), type: 'eUICC', sort: 'imsi:ASC' },
      filter: both({ updated_at: { _gte: daysAgo(7) } }, oneOf('type', 'eUICC')),
      sort: 'imsi',
      pages: top,
    },
    {
      name: 'version, OTA status and operator, by memory',
      simdeck: { poller_version: '1.4', status_poller: 'Succeeded', operator: 'ntt', sort: 'free_memory:DESC' },
      filter: both(oneOf('poller_version', '1.4'), oneOf('status_poller', 'Succeeded'), oneOf('operator', 'ntt')),
      sort: '-free_memory',
      pages: anyDepth,
    },
  ]
}

/** Columns of the peer's table that these lists filter or sort by, and those of which they look for parts. */
export const peerIndexes = {
  whole: [
    'iccid',
    'operator',
    'last_poll',
    'status',
    'device_alias',
    'updated_at',
    'rsrp',
    'created_at',
    'group_name',
    'type',
    'imsi',
    'poller_version',
    'status_poller',
    'free_memory',
  ],
  parts: ['device_alias', 'iccid'],
}
