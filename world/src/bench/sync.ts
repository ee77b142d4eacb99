import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import { CarrierServer } from '../carriers/carrier-server.ts'
import type { Bench } from './bench.ts'
import { listAsker } from './list-asker.ts'
import { mebibytes, percentile, spread } from './report.ts'

const callsPerSecond = 1000
const changesPerMinute = 500
const lookMs = 1_000
const dayMs = 86_400_000
const env = { CARRIER_PRIVATE_RANGES: '127.0.0.0/8', FLEET_INDEX_FROM: '1' }
/** Each device of these, in order of ICCIDs, has another status at the carrier than here. */
const everyDiffering = 100
const goalMs = 60_000

type Sim = { id: number; iccid: string; status: SimStatus }

/**
 * Synchronises all SIMs from a carrier, whose devices change meanwhile, with the server killed in the middle; then for `minutes` only the
 * changes. Pages of the list are requested from the kill on.
 */
export async function benchSync(bench: Bench): Promise<void> {
  const { call, query, sims } = bench
  await query(`update sims set cm_platform = 'jasper' where cm_platform <> 'jasper'`)
  const all = await query<Sim>('select id, iccid, status from sims order by iccid')
  const credentials = { username: 'bench', apiKey: randomBytes(16).toString('hex') }
  await using carrier = await CarrierServer.start({ platform: 'jasper', ...credentials, callsPerSecond: 2 * callsPerSecond })
  for (const [index, { iccid, status }] of all.entries())
    carrier.devices.add(iccid, index % everyDiffering === 0 ? otherThan(status) : status, Date.now() - dayMs)
  const changes = new CarrierChanges(carrier, all)
  await bench.restart(env)
  await bench.logLine('the index of the SIM list is loaded')
  await call(endpoints.createConnector, {
    body: { platform: 'jasper', name: 'Bench', baseUrl: carrier.url, ...credentials, callsPerSecond },
  })
  const syncedTo = async () => (await call(endpoints.listConnectors, {}))[0]?.syncedTo ?? null
  const asker = listAsker(bench)

  const startedAt = performance.now()
  const changing = changes.make()
  const read = async () =>
    Number((await query<{ sync_read: number | null }>('select sync_read from connector_accounts'))[0]?.sync_read ?? 0)
  while ((await read()) < sims / 2 && (await syncedTo()) === null) await pause(lookMs)
  await changing.stop()
  const readBeforeKill = await read()
  await bench.restart(env)
  const first = await asker.meanwhile(async () => {
    changing.goOn()
    while ((await syncedTo()) === null) await pause(lookMs)
    await changing.stop()
    return (performance.now() - startedAt) / 1000
  })
  const listCalls = carrier.listed.length
  const delaysFirst = await changes.delays(query)
  const afterwards = await asker.meanwhile(async () => {
    changing.goOn()
    await pause(bench.flags.minutes * 60_000)
    await changing.stop()
  })
  const delays = await changes.delays(query)
  const [differing] = await query<{ count: number }>(
    `select count(*)::int as count from sims join unnest($1::text[], $2::text[]) as given(iccid, status) using (iccid)
      where sims.status <> given.status`,
    [all.map(({ iccid }) => iccid), all.map(({ iccid }) => carrier.devices.get(iccid)!.status)],
  )
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const shown = (values: readonly number[]) => [0.5, 0.95, 1].map((share) => seconds(percentile(values, share))).join(', ')
  bench.report(
    `Synchronisation of ${sims} SIMs, the server killed in the middle, and ${changesPerMinute} changes a minute at the carrier`,
    ['measurement', 'value'],
    [
      ['time until all devices were read, s', first.done.toFixed(0)],
      ['devices read before the kill', readBeforeKill],
      ['calls for lists', listCalls],
      ['devices a second', (sims / first.done).toFixed(0)],
      ['changes while all devices were read', delaysFirst.length],
      ['their delay until they showed, p50, p95, slowest, s', shown(delaysFirst)],
      ['changes afterwards', delays.length],
      [`their delay, p50, p95, slowest, s (goal: ${seconds(goalMs)})`, shown(delays)],
      ['calls for lists at one time, at most', carrier.mostListing],
      ['SIMs whose status differs at the end', differing?.count ?? '—'],
      ['pages of the list after the kill: p50, p95, slowest, ms', spread(first.times).join(', ')],
      ['pages of the list afterwards: p50, p95, slowest, ms', spread(afterwards.times).join(', ')],
      ['memory of the server (RSS)', mebibytes(await bench.rssNow())],
    ],
  )
}

const otherThan = (status: SimStatus): SimStatus => (status === 'ACTIVATED' ? 'DEACTIVATED' : 'ACTIVATED')

/** Changes of statuses at a carrier, each of another device, at an even pace. */
class CarrierChanges {
  readonly #carrier: CarrierServer
  readonly #sims: readonly Sim[]
  #made = 0
  #reported = 0
  readonly #changed: { id: number; at: number }[] = []

  constructor(carrier: CarrierServer, sims: readonly Sim[]) {
    this.#carrier = carrier
    this.#sims = sims
  }

  /** Begins to make changes, until `stop`. */
  make(): { stop: () => Promise<void>; goOn: () => void } {
    let running: Promise<void> = Promise.resolve()
    let isOver = true
    const goOn = (): void => {
      isOver = false
      running = (async () => {
        while (!isOver) {
          this.#change()
          await pause(60_000 / changesPerMinute)
        }
      })()
    }
    goOn()
    return {
      goOn,
      stop: async () => {
        isOver = true
        await running
      },
    }
  }

  #change(): void {
    // A step that is coprime to the number of SIMs reaches each of them once, spread over the whole list.
    const at = (this.#made++ * 7_919 + 1) % this.#sims.length
    // The carrier may change these to the status that they have here, which nobody would see.
    if (at % everyDiffering === 0) return this.#change()
    const { id, iccid } = this.#sims[at]!
    const { status } = this.#carrier.devices.get(iccid)!
    this.#changed.push({ id, at: Date.now() })
    this.#carrier.devices.change(iccid, otherThan(status))
  }

  /** The times in ms from each change since the last call until the SIM had it here; waits until all have it. */
  async delays(query: Bench['query']): Promise<number[]> {
    const changed = this.#changed.slice(this.#reported)
    this.#reported = this.#changed.length
    for (;;) {
      const rows = await query<{ ms: number }>(
        `select extract(epoch from min(c.at) - given.at)::float8 * 1000 as ms
          from unnest($1::bigint[], $2::timestamptz[]) as given(id, at) join sim_status_changes c on c.sim_id = given.id and c.at >= given.at
          group by given.id, given.at`,
        [changed.map(({ id }) => id), changed.map(({ at }) => new Date(at))],
      )
      if (rows.length === changed.length) return rows.map(({ ms }) => ms)
      await pause(lookMs)
    }
  }
}
