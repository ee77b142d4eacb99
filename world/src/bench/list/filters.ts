import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from '../bench.ts'

export type ListQuery = QueryIn<typeof endpoints.listSims>

type Numbers = Record<'iccid' | 'imsi' | 'msisdn' | 'imei', string>
type WholeSim = Numbers & Record<'id' | 'external_device_id' | 'device_alias', string>

const pastedNumbers = 500
const selectedSims = 10_000

/** Queries for every filter of the list, with values of the present fleet: common, medium and rare ones; then filters together. */
export async function listFilters(bench: Bench): Promise<Record<string, ListQuery>> {
  const sim = await wholeSim(bench)
  return {
    none: {},
    ...(await choiceFilters(bench)),
    ...(await timeFilters(bench)),
    ...textFilters(sim),
    ...(await listedSims(bench)),
    ...combinedFilters(sim),
  }
}

/** A SIM that has every number and text. */
async function wholeSim(bench: Bench): Promise<WholeSim> {
  const [sim] = await bench.query<WholeSim>(
    `select * from sims where imei is not null and msisdn is not null and external_device_id is not null and device_alias is not null
     order by id offset $1 limit 1`,
    [Math.floor(bench.sims / 20)],
  )
  if (!sim) throw new Error('there is no SIM with all of its numbers')
  return sim
}

/** Distinct values of a column, most frequent first. */
async function valuesOf(bench: Bench, column: string): Promise<string[]> {
  const rows = await bench.query<{ value: string }>(
    `select ${column}::text as value from sims where ${column} is not null group by ${column} order by count(*) desc`,
  )
  return rows.map(({ value }) => value)
}

const columns = {
  type: 'type',
  operator: 'operator',
  cm_platform: 'cm_platform',
  status: 'status',
  status_poller: 'status_poller',
  status_other_applet: 'status_other_applet',
  poller_version: 'poller_version',
  applet_version: 'other_applet_version',
} as const

async function choiceFilters(bench: Bench): Promise<Record<string, ListQuery>> {
  const filters: Record<string, ListQuery> = {}
  for (const [name, column] of Object.entries(columns)) {
    const values = await valuesOf(bench, column)
    for (const value of new Set([values[0], values[values.length >> 1], values.at(-1)]))
      if (value) filters[`${name}=${value}`] = { [name]: value }
    if (values.length > 2) filters[`${name}, two values`] = { [name]: values.slice(1, 3).join(',') }
    filters[`${name}, not the commonest`] = { [name]: values[0], not: name }
  }
  const groups = await valuesOf(bench, 'group_id')
  const [applet = 'Telemetry'] = await valuesOf(bench, 'other_applet_name')
  return {
    ...filters,
    'connection=on': { connection: 'on' },
    'connection=off': { connection: 'off' },
    'connection=ota': { connection: 'ota' },
    'group, largest': { group: groups[0] },
    'group, smallest': { group: groups.at(-1) },
    'group, ten': { group: groups.slice(0, 10).join(',') },
    'group=none': { group: '0' },
    applet: { applet: applet.slice(1, 5) },
  }
}

async function timeFilters(bench: Bench): Promise<Record<string, ListQuery>> {
  const [newest] = await bench.query<{ at: Date | null }>('select max(last_poll) as at from sim_contacts')
  const hoursAgo = (hours: number) => new Date((newest?.at ?? new Date()).getTime() - hours * 3_600_000).toISOString()
  return {
    'modified, a week': { modified_start: hoursAgo(168) },
    'modified, before a week': { modified_end: hoursAgo(168) },
    'last poll, 10 minutes': { last_poll_start: hoursAgo(1 / 6) },
    'last poll, before a day': { last_poll_end: hoursAgo(24) },
    'silent=24h': { silent: '24h' },
    'silent=never': { silent: 'never' },
    'silent=3d, not': { silent: '3d', not: 'silent' },
  }
}

function textFilters(sim: WholeSim): Record<string, ListQuery> {
  return {
    id: { id: sim.id },
    external_device_id: { external_device_id: sim.external_device_id },
    'device_alias, 1 letter': { device_alias: sim.device_alias.slice(0, 1) },
    'device_alias, 2 letters': { device_alias: sim.device_alias.slice(0, 2) },
    'device_alias, its end': { device_alias: sim.device_alias.slice(-5) },
    'device_alias, 2 letters, not': { device_alias: sim.device_alias.slice(0, 2), not: 'device_alias' },
    'iccid, whole': { iccid: sim.iccid },
    'iccid, 6 digits': { iccid: sim.iccid.slice(-6) },
    'imsi, 4 digits': { imsi: sim.imsi.slice(-4) },
    'msisdn, 4 digits': { msisdn: sim.msisdn.slice(-4) },
    'imei, 5 digits': { imei: sim.imei.slice(-5) },
    'search, 1 digit': { search: '7' },
    'search, 2 digits': { search: sim.imsi.slice(-2) },
    'search, 3 digits': { search: sim.imsi.slice(-3) },
    'search, 5 digits': { search: sim.imsi.slice(-5) },
    'search, a whole number': { search: sim.msisdn },
    'search, 1 letter': { search: 'e' },
    'search, 2 letters': { search: sim.device_alias.slice(0, 2) },
    'search, 3 letters': { search: sim.device_alias.slice(0, 3) },
    'search, a word': { search: 'meter' },
    'search, two words': { search: 'meter 12' },
    'search, 3 digits, not': { search: sim.imsi.slice(-3), not: 'search' },
  }
}

/** SIMs named one by one: pasted numbers and a selection. */
async function listedSims(bench: Bench): Promise<Record<string, ListQuery>> {
  const sims = await bench.query<{ id: number } & Numbers>(
    'select id, iccid, msisdn from sims where msisdn is not null and mod(id, $1) = 0 order by id limit $2',
    [Math.max(1, Math.floor(bench.sims / selectedSims / 1.2)), selectedSims],
  )
  const pasted = sims.slice(0, pastedNumbers)
  const selection = await bench.call(endpoints.createSimSelection, { body: { simIds: sims.map(({ id }) => id) } })
  const numbers = (name: keyof Numbers) => pasted.map((sim) => sim[name]).join(',')
  return {
    [`search, ${pasted.length} pasted numbers`]: { search: numbers('iccid') },
    [`msisdn, ${pasted.length} pasted numbers`]: { msisdn: numbers('msisdn') },
    [`selection of ${selection.total}`]: { selection: selection.id },
    [`selection of ${selection.total}, status=ACTIVATED`]: { selection: selection.id, status: 'ACTIVATED' },
  }
}

function combinedFilters(sim: WholeSim): Record<string, ListQuery> {
  return {
    'operator, status': { operator: 'jasper', status: 'ACTIVATED' },
    'connection, status not': { connection: 'off', status: 'ACTIVATED', not: 'status' },
    'silent, type': { silent: '24h', type: 'eUICC' },
    'search, operator': { search: sim.device_alias.slice(0, 2), operator: 'ntt' },
    'status_poller, poller_version not': { status_poller: 'Failed', poller_version: '1.4', not: 'poller_version' },
    'operator, status, connection': { operator: 'ntt', status: 'ACTIVATED', connection: 'on' },
    'group not, silent, status_other_applet': { group: '0', silent: '24h', status_other_applet: 'Succeeded', not: 'group' },
    'search, operator, cm_platform not': { search: '7', operator: 'jasper,other', cm_platform: 'none', not: 'cm_platform' },
  }
}
