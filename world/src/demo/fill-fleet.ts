import { createHash } from 'node:crypto'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { CopyCell } from '@simdeck/server/platform/db/copy.ts'
import { Sealer } from '@simdeck/server/platform/crypto/seal.ts'
import type { OpenDatabase } from '@simdeck/server/platform/db/database.ts'
import { fillTables, type Filling, vacuumTables } from '@simdeck/server/platform/db/fill.ts'
import { migrate } from '@simdeck/server/platform/db/migrate.ts'
import { sealKeys } from '@simdeck/server/key-sets/seal-keys.ts'
import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import { messageCode, sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { heldApplets } from './held-applets.ts'
import { plausibleGroups } from './plausible-groups.ts'
import { seedCells } from './plausible-cells.ts'
import { iccidOf, lowestSerial, plausibleSim } from './plausible-sim.ts'

type PlausibleSim = ReturnType<typeof plausibleSim>

const simsAtOnce = 50_000
/** Below this number of SIMs, updating the indexes row by row costs less than rebuilding them. */
const manySims = 20_000
/** Number of SIMs whose last poll is in the raw log. */
const loggedSims = 500

/**
 * Adds plausible SIMs with their groups, after the highest ICCID of an earlier call, and the demo's packages that are missing. The same
 * seed gives the same SIMs. Without `keys` the SIMs have no keys, so they cannot be run as virtual SIMs.
 */
export async function fillFleet(options: {
  database: OpenDatabase
  masterKey: string
  sims: number
  seed: string
  keys: boolean
  onProgress: (done: number) => void
}): Promise<void> {
  const { database, sims, seed, keys } = options
  await migrate(database.db)
  const sealer = new Sealer(options.masterKey)
  const applets = await heldApplets(database, sealer)
  const tables = ['sims', 'sim_contacts', 'sim_ota', 'sim_locations', ...(keys ? ['sim_keys'] : [])]
  await fillTables(database, { tables, withoutIndexes: sims >= manySims }, async (filling) => {
    await filling.query(`lock table sims in share row exclusive mode`)
    const groups = await groupIds(filling)
    const { firstId, serial } = await reserve(filling, sims)
    const nowMs = Date.now()
    await addSeedCells(filling)
    for (let from = 0; from < sims; from += simsAtOnce) {
      const chunk = Array.from({ length: Math.min(simsAtOnce, sims - from) }, (_, index) => ({
        id: firstId + from + index,
        ...plausibleSim({ seed, serial: serial + from + index, nowMs, applets }),
      }))
      await copyObjects(filling, 'sims', chunk, ({ id, sim, group }) => ({
        id,
        ...sim,
        has_keys: keys,
        group_id: group && groups.get(group.name)!,
      }))
      await copyObjects(filling, 'sim_contacts', chunk, ({ id, contact }) => ({ sim_id: id, ...contact }))
      await copyObjects(filling, 'sim_locations', chunk.flatMap(locationOf), (location) => location)
      await copyObjects(filling, 'sim_ota', chunk.flatMap(slotsOf), (slot) => slot)
      if (keys) await copyKeys(filling, chunk, sealer, seed)
      if (from === 0) await copyPolls(filling, chunk.slice(0, loggedSims))
      options.onProgress(from + chunk.length)
    }
    // Triggers are off: without this, running nodes do not learn of the SIMs.
    await filling.query(`insert into sim_changes (sim_ids) values ('{-1}')`)
  })
  await vacuumTables(database, [...tables, 'groups', 'raw_ota_service_logs'])
}

/** Adds the cell towers of seeded SIMs, unless the installation has them. */
async function addSeedCells(filling: Filling): Promise<void> {
  const cells = seedCells()
  const network = { radio: 8, mcc: 440, net: 10 }
  const [known] = await filling.query('select from cell_towers where mcc = 440 and net = 10 and radio = 8 and cell = $1', [cells[0]!.cell])
  if (known) return
  await copyObjects(filling, 'cell_towers', cells, ({ area, cell, longitude, latitude, rangeMetres }) => ({
    ...network,
    area,
    cell,
    longitude: Math.round(longitude * 1e6),
    latitude: Math.round(latitude * 1e6),
    range_metres: rangeMetres,
    updated: 0,
  }))
}

/** The base station of the last poll. */
function locationOf({ id, contact: { last_poll: since, radio, mcc, mnc, lac, cell_id: cell } }: PlausibleSim & { id: number }) {
  if (since === null || radio === null || mcc === null || mnc === null || lac === null || cell === null) return []
  return [{ sim_id: id, slot: 0, since, radio, mcc, mnc, lac, cell_id: cell }]
}

async function groupIds(filling: Filling): Promise<Map<string, number>> {
  for (const [{ name, phone_number, address }] of plausibleGroups)
    await filling.query(
      `insert into groups (name, phone_number, address) select $1, $2, $3 where not exists (select 1 from groups where lower(name) = lower($1))`,
      [name, phone_number, address],
    )
  const rows = await filling.query<{ id: number; name: string }>('select id, name from groups')
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Reserves ids for the SIMs and returns the first free serial number. */
async function reserve(filling: Filling, sims: number): Promise<{ firstId: number; serial: number }> {
  const [next] = await filling.query<{ id: number }>(
    `select setval(pg_get_serial_sequence('sims', 'id'), nextval(pg_get_serial_sequence('sims', 'id')) + $1 - 1) - $1 + 1 as id`,
    [sims],
  )
  const [highest] = await filling.query<{ iccid: string | null }>('select max(iccid) as iccid from sims where iccid between $1 and $2', [
    iccidOf(lowestSerial),
    iccidOf(lowestSerial * 10 - 1),
  ])
  const serial = highest?.iccid ? Number(highest.iccid.slice(7, 18)) + 1 : lowestSerial
  return { firstId: next!.id, serial }
}

/** The installs of a SIM, which have no rows in `ota_jobs`. */
function slotsOf({ id, ota }: PlausibleSim & { id: number }) {
  const slots = Object.keys(ota) as (keyof typeof ota)[]
  return slots.flatMap((slot) => {
    const install = ota[slot]
    return install ? [{ sim_id: id, applet_type: appletTypes[slot], earlier: JSON.stringify({ install }) }] : []
  })
}

const cellOf = (value: CopyCell | Date): CopyCell => (value instanceof Date ? value.toISOString() : value)

async function copyObjects<Item>(
  filling: Filling,
  table: string,
  items: readonly Item[],
  rowOf: (item: Item) => Record<string, CopyCell | Date>,
): Promise<void> {
  const [first] = items
  if (!first) return
  const columns = Object.keys(rowOf(first))
  function* rows() {
    for (const item of items) {
      const row = rowOf(item)
      yield columns.map((column) => cellOf(row[column]!))
    }
  }
  await filling.copy(table, columns, rows())
}

async function copyKeys(filling: Filling, chunk: readonly (PlausibleSim & { id: number })[], sealer: Sealer, seed: string): Promise<void> {
  await copyObjects(filling, 'sim_keys', chunk, ({ id, sim: { iccid } }) => {
    const key = (name: string) => createHash('sha256').update(`${seed} ${iccid} ${name}`).digest().subarray(0, 16)
    const sealed = sealKeys(sealer, iccid, {
      cap_auth_key: key('cap_auth_key'),
      encrypt_key: key('encrypt_key'),
      scp03_enc: key('scp03_enc'),
      scp03_mac: key('scp03_mac'),
      scp03_dek: key('scp03_dek'),
    })
    return { sim_id: id, ...sealed, security_domain_aid: defaultSecurityDomainAid, key_version_number: 48 }
  })
}

/** Logs the last POLL of each of these SIMs and its answer, which reports no work. */
async function copyPolls(filling: Filling, sims: readonly (PlausibleSim & { id: number })[]): Promise<void> {
  const polled = sims.flatMap(({ id, sim, contact }) => (contact.last_poll ? [{ id, sim, contact, at: contact.last_poll }] : []))
  const rows = polled
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .flatMap(({ id, sim, contact, at }) => {
      const poll = {
        iccid: sim.iccid,
        pollerVersion: sim.poller_version,
        receiveBuffer: 1024,
        instanceAid: sim.poller_instance_aid,
        resume: 0,
        ...(contact.rsrp === null ? {} : { rsrp: contact.rsrp, rsrq: contact.rsrq }),
        ...(contact.free_memory === null ? {} : { freeMemory: contact.free_memory }),
      }
      const message = { sim_id: id, session_id: 0, sequence: 0, job_id: null, commands: '[]' }
      const answered = new Date(at.getTime() + 4)
      const fields = { code: sessionCode.done, waitSeconds: 0 }
      return [
        { ...message, at, direction: 'card', code: messageCode.poll, bytes: 98, fields: JSON.stringify(poll) },
        { ...message, at: answered, direction: 'server', code: messageCode.closeSession, bytes: 62, fields: JSON.stringify(fields) },
      ]
    })
  await copyObjects(filling, 'raw_ota_service_logs', rows, (row) => row)
}
