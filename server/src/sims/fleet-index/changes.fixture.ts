import { cmPlatforms, operators, simStatuses } from '@simdeck/contract/sim-values.ts'
import { otaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import { aliases, appletNames, type Dice, externalIds, tags, versions } from './questions.fixture.ts'

let serial = 0

const digits = (dice: Dice, count: number) => Array.from({ length: count }, () => dice.below(10)).join('')

function randomSim(dice: Dice) {
  serial += 1
  return {
    iccid: `8981${String(serial).padStart(6, '0')}${digits(dice, dice.of([9, 10]))}`,
    imsi: dice.isOneIn(4) ? null : `44010${digits(dice, 10)}`,
    msisdn: dice.isOneIn(4) ? null : dice.of([`+8190${digits(dice, 8)}`, `8190${digits(dice, 8)}`, `090${digits(dice, 8)}`]),
    imei: dice.isOneIn(3) ? null : `3520990${digits(dice, 8)}`,
    type: dice.of(['SIM', 'eUICC'] as const),
    ...randomValues(dice),
  }
}

function randomValues(dice: Dice) {
  return {
    device_alias: dice.of(aliases),
    external_device_id: dice.of(externalIds),
    status: dice.of(simStatuses),
    operator: dice.of(operators),
    cm_platform: dice.of(cmPlatforms),
    poller_version: dice.of(versions),
    other_applet_version: dice.of(versions),
    other_applet_name: dice.of(appletNames),
    poller_name: dice.of(appletNames),
    status_poller: dice.of([null, ...otaStatuses]),
    status_other_applet: dice.of([null, ...otaStatuses]),
    connection: dice.of([0, 1, 2] as const),
    has_keys: dice.isOneIn(2),
    standby_poller_instance_aid: dice.isOneIn(2) ? null : 'F00001',
    imei_changed_at: dice.isOneIn(2) ? null : new Date(Date.now() - dice.below(30 * 86_400_000)),
    updated_at: new Date(Date.now() - dice.below(30 * 86_400_000)),
    tags: dice.isOneIn(2) ? [] : [...new Set(dice.some(tags))].toSorted(),
  }
}

const groupIds = async (db: Db) => (await db.selectFrom('groups').select('id').execute()).map(({ id }) => id)

/** The ids of up to `most` random SIMs. Without SIMs, it returns the id 0, which no SIM has. */
async function someIds(db: Db, dice: Dice, most: number): Promise<number[]> {
  const rows = await db.selectFrom('sims').select('id').orderBy('id').execute()
  return rows.length === 0 ? [0] : Array.from({ length: 1 + dice.below(most) }, () => dice.of(rows).id)
}

const makers: Record<string, (db: Db, dice: Dice) => Promise<unknown>> = {
  add: (db, dice) =>
    db
      .insertInto('sims')
      .values(Array.from({ length: 1 + dice.below(40) }, () => randomSim(dice)))
      .execute(),
  change: async (db, dice) =>
    db
      .updateTable('sims')
      .set(randomValues(dice))
      .where('id', 'in', await someIds(db, dice, 3))
      .execute(),
  changeMany: async (db, dice) =>
    db
      .updateTable('sims')
      .set({ status: dice.of(simStatuses) })
      .where('id', 'in', await someIds(db, dice, 200))
      .execute(),
  poll: async (db, dice) =>
    db
      .updateTable('sim_contacts')
      .set({
        last_poll: new Date(Date.now() - dice.below(40 * 86_400_000)),
        poll_seconds: dice.of([null, 0, 60, 300, 301, 3_600, 86_400, 900_000, 2 ** 31 - 1]),
        rsrp: -dice.below(140),
        cell_id: dice.below(2 ** 28),
        radio: dice.of([null, 0, 3, 8]),
      })
      .where('sim_id', 'in', await someIds(db, dice, 50))
      .execute(),
  remove: async (db, dice) =>
    db
      .deleteFrom('sims')
      .where('id', 'in', await someIds(db, dice, 10))
      .execute(),
  group: async (db, dice) =>
    db
      .updateTable('sims')
      .set({ group_id: dice.of([null, ...(await groupIds(db))]) })
      .where('id', 'in', await someIds(db, dice, 50))
      .execute(),
  addGroup: (db, dice) =>
    db
      .insertInto('groups')
      .values({ name: `${dice.of(['北', 'a', 'B', 'z', 'Ä'])}${digits(dice, 12)}` })
      .execute(),
  renameGroup: async (db, dice) =>
    db
      .updateTable('groups')
      .set({ name: `${dice.of(['東', 'b', 'C', '0'])}${digits(dice, 12)}` })
      .where('id', 'in', [0, ...(await groupIds(db)).slice(0, 2)].slice(0, 2))
      .execute(),
  removeGroup: async (db, dice) =>
    dice.isOneIn(4) &&
    db
      .deleteFrom('groups')
      .where('id', 'in', [0, ...(await groupIds(db)).slice(-1)])
      .execute(),
  addKeys: async (db, dice) => {
    const key = Buffer.alloc(16)
    const keys = {
      cap_auth_key: key,
      encrypt_key: key,
      scp03_enc: key,
      scp03_mac: key,
      scp03_dek: key,
      security_domain_aid: 'A000000151000000',
      key_version_number: 48,
    }
    const rows = [...new Set(await someIds(db, dice, 20))]
      .filter((id) => id > 0)
      .map((sim_id) => ({ sim_id, ...keys, security_level: dice.of([1, 3, 17, 19, 51]) }))
    await db
      .insertInto('sim_keys')
      .values(rows)
      .onConflict((conflict) => conflict.column('sim_id').doUpdateSet({ security_level: dice.of([1, 3, 51]) }))
      .execute()
  },
  removeKeys: async (db, dice) =>
    db
      .deleteFrom('sim_keys')
      .where('sim_id', 'in', await someIds(db, dice, 10))
      .execute(),
}

/** Makes one random change to SIMs, groups or keys. */
export async function changeSims(db: Db, dice: Dice): Promise<void> {
  await makers[dice.of(Object.keys(makers))]!(db, dice)
}

/** Adds `count` random SIMs. */
export async function addRandomSims(db: Db, dice: Dice, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 500)
    await db
      .insertInto('sims')
      .values(Array.from({ length: Math.min(left, 500) }, () => randomSim(dice)))
      .execute()
}
