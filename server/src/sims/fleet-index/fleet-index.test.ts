import { expect, inject, test } from 'vitest'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import { type Db, openDatabase, type OpenDatabase } from '../../platform/db/database.ts'
import { makeDatabase } from '../../testing/databases.ts'
import { until } from '../../testing/until.ts'
import { bySql } from '../list/by-sql.ts'
import type { Share } from '../sql/shares.ts'
import { selectSims } from '../selections/selections.ts'
import { addRandomSims, changeSims } from './changes.fixture.ts'
import { FleetFollower } from './follower.ts'
import { knownOf } from './known.fixture.ts'
import { Dice, randomFilter, randomQuestion } from './questions.fixture.ts'

/** A database and two indexes that follow it, as on two nodes. */
async function followed() {
  const made = await makeDatabase(inject('postgresUrl'))
  const databases = Array.from({ length: 3 }, () => openDatabase(made.url, { max: 4 }))
  const [database, ...nodes] = databases as [OpenDatabase, ...OpenDatabase[]]
  return {
    db: database.db,
    /** Statements in one call are one transaction. */
    execute: (statements: string) => database.pool.query(statements),
    pool: database.pool,
    nodes,
    followers: nodes.map((node) => new FleetFollower(node)),
    async [Symbol.asyncDispose]() {
      for (const each of databases) await each.close()
      await made.drop()
    },
  }
}

/** The random pages for which the index and PostgreSQL find different SIMs. */
async function differences(db: Db, follower: FleetFollower, dice: Dice, questions: number): Promise<string[]> {
  const wrong: string[] = []
  expect(await follower.catchUp(60_000)).toBe(true)
  const values = await knownOf(db)
  for (let n = 0; n < questions; n++) {
    const { filter, sort, skip, take } = randomQuestion(dice, values)
    if (filter.selection !== undefined) await follower.select(filter.selection)
    const found = follower.data!.list({ filter, sort, skip, take, now: follower.now })
    const expected = await bySql.page(db, { filter, sort, skip, take })
    if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push(JSON.stringify({ filter, sort, skip, take, found, expected }))
  }
  return wrong
}

test('after any changes, the index finds the same pages as PostgreSQL, on each node', async () => {
  await using fleet = await followed()
  const dice = new Dice(20_261_123)
  await addRandomSims(fleet.db, dice, 300)
  await Promise.all(fleet.followers.map((follower) => follower.load()))
  await selectSims(fleet.db, { filter: { status: ['ACTIVATED', 'SUSPENDED'] } }, null)
  const wrong: string[] = []
  for (let round = 0; round < 25 && wrong.length === 0; round++) {
    for (let n = dice.below(4); n >= 0; n--) await changeSims(fleet.db, dice)
    wrong.push(...(await differences(fleet.db, fleet.followers[round % 2]!, dice, 10)))
  }
  expect(wrong).toEqual([])
})

test('the index counts values and last polls as PostgreSQL does', async () => {
  await using fleet = await followed()
  const [follower] = fleet.followers as [FleetFollower, FleetFollower]
  const dice = new Dice(7)
  await addRandomSims(fleet.db, dice, 200)
  for (let n = 0; n < 30; n++) await changeSims(fleet.db, dice)
  await follower.load()
  const values = await knownOf(fleet.db)
  const times = [30, 7, 2, 1].map((days) => new Date(Date.now() - days * 86_400_000))
  for (let n = 0; n < 40; n++) {
    const filter = { ...randomFilter(dice, values), selection: undefined }
    for (const of of ['status', 'poller_version', 'connection', 'group', 'applet', 'tags'] as const)
      expect([filter, of, follower.data!.values(filter, of, 100, follower.now)]).toEqual([
        filter,
        of,
        await bySql.values(fleet.db, filter, of),
      ])
    const sorted = (shares: readonly Share[]) =>
      shares
        .map(({ values: { status, poller_name: poller, other_applet_name: name, other_applet_version: version }, count }) =>
          JSON.stringify([status, poller, name, version, count]),
        )
        .toSorted()
    for (const of of [['status'], ['poller_name', 'other_applet_name', 'other_applet_version']] as const)
      expect([filter, of, sorted(follower.data!.shares(filter, of, follower.now))]).toEqual([
        filter,
        of,
        sorted(await bySql.shares(fleet.db, filter, of)),
      ])
    const starts = [-44, -90, -100, -120]
    expect([filter, follower.data!.signals(filter, starts, follower.now)]).toEqual([filter, await bySql.signals(fleet.db, filter, starts)])
    const polls = follower.data!.polls(
      filter,
      times.map((time) => Number(time) * 1000),
      follower.now,
    )
    expect([filter, polls]).toEqual([filter, await bySql.polls(fleet.db, filter, times)])
  }
})

test('the index shows the changes of a long transaction once it is committed, and never those of one that is rolled back', async () => {
  await using fleet = await followed()
  const [follower] = fleet.followers as [FleetFollower, FleetFollower]
  const dice = new Dice(3)
  await addRandomSims(fleet.db, dice, 50)
  await follower.load()
  const count = async () => {
    expect(await follower.catchUp(60_000)).toBe(true)
    return follower.data!.count({ status: ['PURGED'] }, follower.now)
  }
  const before = await count()
  const other = await fleet.db.startTransaction().execute()
  await other.updateTable('sims').set({ status: 'PURGED' }).execute()
  for (let n = 0; n < 5; n++) {
    await fleet.db.updateTable('sim_contacts').set({ rsrp: -n }).execute()
    expect(await count()).toBe(before)
  }
  await other.commit().execute()
  expect(await count()).toBe(50)

  const third = await fleet.db.startTransaction().execute()
  await third.updateTable('sims').set({ status: 'RETIRED' }).execute()
  await third.rollback().execute()
  expect(await count()).toBe(50)
  expect(await differences(fleet.db, follower, dice, 20)).toEqual([])
})

test('an index is loaded again if changes that it has not read were deleted or lost by PostgreSQL', async () => {
  await using fleet = await followed()
  const [follower] = fleet.followers as [FleetFollower, FleetFollower]
  const dice = new Dice(5)
  await addRandomSims(fleet.db, dice, 50)
  await follower.load()
  const reload = async () => {
    expect(await follower.catchUp(0)).toBe(false)
    await follower.load()
    expect(await differences(fleet.db, follower, dice, 20)).toEqual([])
  }
  await fleet.db.updateTable('sims').set({ status: 'RETIRED' }).execute()
  await fleet.db.deleteFrom('sim_changes').execute()
  // Transactions of other tests, in other databases, can hold the horizon back for a moment.
  const { rows } = await fleet.pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  await until(async () => {
    const isPast = 'select pg_current_xact_id(), pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as past'
    return (await fleet.pool.query<{ past: boolean }>(isPast, [rows[0]!.xid])).rows[0]?.past
  })
  await fleet.pool.query(`insert into sim_change_horizons (at) values (now() - interval '11 minutes')`)
  await reload()
  expect(follower.data!.count({ status: ['RETIRED'] }, follower.now)).toBe(50)
  await fleet.db
    .insertInto('sim_changes')
    .values({ sim_ids: [-1] })
    .execute()
  await reload()
})

test('an index is loaded again after the crash of one process of PostgreSQL, which empties unlogged tables and keeps the start time', async () => {
  await using fleet = await followed()
  const [follower] = fleet.followers as [FleetFollower, FleetFollower]
  await addRandomSims(fleet.db, new Dice(11), 50)
  await follower.load()
  expect(await follower.catchUp(60_000)).toBe(true)
  await fleet.execute(`update sims set status = 'RETIRED'; truncate sim_changes, sim_change_horizons`)
  expect(await follower.catchUp(0)).toBe(false)
  await follower.load()
  expect(await follower.catchUp(60_000)).toBe(true)
  expect(follower.data!.count({ status: ['RETIRED'] }, follower.now)).toBe(50)
})

test('the new name of a group is read again if it could not be read at first', async () => {
  await using fleet = await followed()
  const { db, execute } = fleet
  const [follower] = fleet.followers as [FleetFollower, FleetFollower]
  await addRandomSims(db, new Dice(13), 50)
  await execute(`with two as (insert into groups (name) values ('first'), ('second') returning id)
    update sims set group_id = (select min(id) + sims.id % 2 from two)`)
  await follower.load()
  await execute(`update groups set name = 'renamed ' || (1000 - id); alter table groups rename to groups_away`)
  await expect(follower.catchUp(0)).rejects.toThrow('groups')
  await execute('alter table groups_away rename to groups')
  expect(await follower.catchUp(60_000)).toBe(true)
  const page = { filter: {}, sort: 'group:ASC', skip: 0, take: 50 }
  expect(follower.data!.list({ ...page, now: follower.now })).toEqual(await bySql.page(db, page))
})

test('the check finds and corrects SIMs that differ from the database', async () => {
  await using fleet = await followed()
  const [follower] = fleet.followers as [FleetFollower, FleetFollower]
  await addRandomSims(fleet.db, new Dice(9), 30)
  await follower.load()
  expect(await follower.check()).toBe(0)
  await fleet.db.updateTable('sims').set({ status: 'RETIRED' }).where('id', '=', 1).execute()
  await fleet.db.deleteFrom('sim_changes').execute()
  expect(await follower.check()).toBe(1)
  expect(await follower.check()).toBe(0)
  expect(follower.data!.count({ status: ['RETIRED'], id: [1] }, follower.now)).toBe(1)
})

test('the check finds and removes SIMs that were deleted in the database', async () => {
  await using fleet = await followed()
  const [follower] = fleet.followers as [FleetFollower, FleetFollower]
  await addRandomSims(fleet.db, new Dice(15), 30)
  await follower.load()
  await fleet.db.deleteFrom('sims').where('id', 'in', [1, 17, 30]).execute()
  await fleet.db.deleteFrom('sim_changes').execute()
  expect(await follower.check()).toBe(3)
  expect(await follower.check()).toBe(0)
  expect(follower.data!.size).toBe(27)
})

test('the check counts no mismatch while the index misses changes and is loaded again', async () => {
  await using fleet = await followed()
  const [follower] = fleet.followers as [FleetFollower, FleetFollower]
  await addRandomSims(fleet.db, new Dice(16), 30)
  await follower.load()
  await fleet.execute(`update sims set status = 'RETIRED'; truncate sim_changes, sim_change_horizons`)
  expect(await follower.check()).toBe(0)
  await follower.load()
  expect(await follower.catchUp(60_000)).toBe(true)
  expect(await follower.check()).toBe(0)
})

test('a selection that is deleted in the database has no SIMs', async () => {
  await using fleet = await followed()
  const { db } = fleet
  const [follower] = fleet.followers as [FleetFollower, FleetFollower]
  await addRandomSims(db, new Dice(18), 30)
  await follower.load()
  const { id: selection } = await selectSims(db, { filter: {} }, null)
  const count = async () => {
    await follower.select(selection)
    return follower.data!.count({ selection }, follower.now)
  }
  expect(await count()).toBe(30)
  await db.deleteFrom('sim_selections').where('id', '=', selection).execute()
  expect(await count()).toBe(0)
})

test('an index is loaded again after more changes than it can keep in mind', async () => {
  await using fleet = await followed()
  const { db } = fleet
  const follower = new FleetFollower(fleet.nodes[0]!, { maxPending: 20 })
  await addRandomSims(db, new Dice(20), 50)
  await follower.load()
  await db.updateTable('sims').set({ status: 'PURGED' }).where('id', '<=', 10).execute()
  expect(await follower.catchUp(60_000)).toBe(true)
  await db.updateTable('sims').set({ status: 'RETIRED' }).execute()
  expect(await follower.catchUp(0)).toBe(false)
  await follower.load()
  expect(await follower.catchUp(60_000)).toBe(true)
  expect(follower.data!.count({ status: ['RETIRED'] }, follower.now)).toBe(50)
})

test('the index finds the SIMs that are set aside now, and all others, as PostgreSQL does', async () => {
  await using fleet = await followed()
  const { db, followers } = fleet
  const [follower] = followers as [FleetFollower]
  await addRandomSims(db, new Dice(7), 40)
  await follower.load()
  const ids = (await db.selectFrom('sims').select('id').orderBy('id').execute()).map(({ id }) => id)
  const campaign = { name: 'a', state: 'completed', action: 'install', targets: '[]', total: 0, excluded: 0 } as const
  const { id: campaign_id } = await db.insertInto('campaigns').values(campaign).returning('id').executeTakeFirstOrThrow()
  const find = async (filter: SimFilter) => {
    await follower.prepare(filter)
    const asked = { filter, sort: 'id:ASC', skip: 0, take: 50 }
    const found = follower.data!.list({ ...asked, now: follower.now })
    expect(found).toEqual(await bySql.page(db, asked))
    return found.ids
  }
  expect(await find({ quarantined: ['true'] })).toEqual([])
  await db
    .insertInto('quarantined_sims')
    .values(ids.slice(3, 9).map((sim_id) => ({ sim_id, campaign_id, code: 402 })))
    .execute()
  expect(await find({ quarantined: ['true'] })).toEqual(ids.slice(3, 9))
  expect(await find({ quarantined: ['true'], not: ['quarantined'] })).toEqual(ids.filter((id) => !ids.slice(3, 9).includes(id)))
  await db.deleteFrom('quarantined_sims').where('sim_id', '=', ids[3]!).execute()
  expect(await find({ quarantined: ['true'] })).toEqual(ids.slice(4, 9))
  expect(await find({ quarantined: [] })).toEqual([])
})
