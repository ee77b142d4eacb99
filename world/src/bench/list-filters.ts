import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from './bench.ts'

type Query = QueryIn<typeof endpoints.listSims>

/** Queries for every filter of the list, with values of the present fleet: common, medium and rare ones. */
export async function listFilters(bench: Bench): Promise<Record<string, Query>> {
  const [sim] = await bench.query<Record<'id' | 'iccid' | 'imsi' | 'msisdn' | 'imei' | 'external_device_id' | 'device_alias', string>>(
    `select * from sims where imei is not null and msisdn is not null and external_device_id is not null and device_alias is not null
     order by id offset $1 limit 1`,
    [Math.floor(bench.sims / 20)],
  )
  if (!sim) throw new Error('there is no SIM with all of its numbers')
  /** Distinct values of a column, most frequent first. */
  const valuesOf = async (column: string): Promise<string[]> => {
    const rows = await bench.query<{ value: string }>(
      `select ${column}::text as value from sims where ${column} is not null group by ${column} order by count(*) desc`,
    )
    return rows.map(({ value }) => value)
  }
  const filters: Record<string, Query> = { none: {} }
  for (const name of ['type', 'operator', 'cm_platform', 'status', 'status_poller', 'status_other_applet', 'poller_version'] as const) {
    const values = await valuesOf(name)
    for (const value of new Set([values[0], values[values.length >> 1], values.at(-1)]))
      if (value) filters[`${name}=${value}`] = { [name]: value }
  }
  const groups = await valuesOf('group_id')
  const [version = '1.0'] = await valuesOf('other_applet_version')
  const [applet = 'Telemetry'] = await valuesOf('other_applet_name')
  const [newest] = await bench.query<{ at: Date }>('select max(last_poll) as at from sim_contacts')
  const hoursAgo = (hours: number) => new Date((newest?.at ?? new Date()).getTime() - hours * 3_600_000).toISOString()
  return {
    ...filters,
    'connection=on': { connection: 'on' },
    'connection=off': { connection: 'off' },
    'connection=ota': { connection: 'ota' },
    'group, largest': { group: groups[0] },
    'group, smallest': { group: groups.at(-1) },
    'group=none': { group: '0' },
    applet: { applet: applet.slice(1, 5) },
    applet_version: { applet_version: version },
    'modified, a week': { modified_start: hoursAgo(168) },
    'modified, before a week': { modified_end: hoursAgo(168) },
    'last poll, 10 minutes': { last_poll_start: hoursAgo(1 / 6) },
    'last poll, before a day': { last_poll_end: hoursAgo(24) },
    id: { id: Number(sim.id) },
    external_device_id: { external_device_id: sim.external_device_id },
    'device_alias, 2 letters': { device_alias: sim.device_alias.slice(0, 2) },
    'device_alias, its end': { device_alias: sim.device_alias.slice(-5) },
    'iccid, 6 digits': { iccid: sim.iccid.slice(-6) },
    'imsi, 4 digits': { imsi: sim.imsi.slice(-4) },
    'msisdn, 4 digits': { msisdn: sim.msisdn.slice(-4) },
    'imei, 5 digits': { imei: sim.imei.slice(-5) },
    'search, 1 digit': { search: '7' },
    'search, 3 digits': { search: sim.imsi.slice(-3) },
    'search, 5 digits': { search: sim.imsi.slice(-5) },
    'search, a word': { search: sim.device_alias.slice(0, 3) },
  }
}
