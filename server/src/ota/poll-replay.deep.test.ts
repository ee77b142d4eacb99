import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openDatabase } from '../platform/db/database.ts'
import { pollCounterOf } from '../testing/poll-counter.ts'
import { posted, rawIccid, rawPoll, rawSimFile, rawSimKeys } from '../testing/raw-card.ts'
import { secondPort, withOpenOta } from '../testing/raw-world.ts'
import { startTestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

const keyB = new Uint8Array(randomBytes(16))
type RawPoll = ReturnType<typeof rawPoll>

const nothingToDo = { code: 0, detail: 0, waitSeconds: 0 }
const refusedBelow = (detail: number) => ({ code: 300, detail, waitSeconds: 0 })

/** A server with one SIM under key A, and functions for the actions of its administrator. */
async function withSim() {
  const server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const importKeys = (mode: 'add' | 'update', key?: Uint8Array) => admin(endpoints.importSims, { body: { mode }, file: rawSimFile(key) })
  await importKeys('add')
  const simId = async () => (await admin(endpoints.listSims, { query: {} })).data[0]!.id
  const ended = (id: number) =>
    until(async () => {
      const task = await admin(endpoints.getTask, { params: { id } })
      return task.finishedAt !== null && task
    })
  return {
    server,
    admin,
    simId,
    ended,
    importKeys,
    /** The answer of the device port once it knows the key of the POLL. */
    answered: (poll: RawPoll) => answeredAt(server.devicePort, poll),
    setKey: async (key?: Uint8Array) => admin(endpoints.updateSim, { params: { id: await simId() }, body: { keys: rawSimKeys(key) } }),
    create: () => admin(endpoints.createSim, { body: { iccid: rawIccid, keys: rawSimKeys() } }),
    deleteSim: async () => admin(endpoints.deleteSim, { params: { id: await simId() } }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function answeredAt(port: number, poll: RawPoll) {
  return poll.read(await until(() => posted(port, poll.frame))).close
}

test('after an earlier key is set again, its old POLL is refused and its next POLL accepted; a new key starts without a counter', async () => {
  await using world = await withSim()
  const { answered, setKey } = world
  const recorded = rawPoll(0xfffffff0)
  expect(await answered(recorded)).toEqual(nothingToDo)
  await setKey(keyB)
  const first = rawPoll(0, { key: keyB })
  expect(await answered(first)).toEqual(nothingToDo)
  await setKey()
  expect(await answered(recorded)).toEqual(refusedBelow(0xfffffff0))
  expect(await answered(rawPoll(0xfffffff1))).toEqual(nothingToDo)
  await setKey()
  expect(await answered(recorded)).toEqual(refusedBelow(0xfffffff1))
  await setKey(keyB)
  expect(await answered(first)).toEqual(refusedBelow(0))
  expect(await answered(rawPoll(1, { key: keyB }))).toEqual(nothingToDo)
})

test('a SIM that is deleted and added again, by form or by import, continues from the counter of its key', async () => {
  await using world = await withSim()
  const { admin, answered, create, deleteSim, ended, importKeys } = world
  const recorded = rawPoll(7)
  expect(await answered(recorded)).toEqual(nothingToDo)
  await deleteSim()
  await create()
  expect(await answered(recorded)).toEqual(refusedBelow(7))

  const selection = await admin(endpoints.createSimSelection, { body: { filter: {} } })
  await ended((await admin(endpoints.deleteSims, { body: { selectionId: selection.id, total: 1 } })).id)
  await importKeys('add', keyB)
  expect(await answered(rawPoll(0, { key: keyB }))).toEqual(nothingToDo)
  await deleteSim()
  await importKeys('add')
  expect(await answered(recorded)).toEqual(refusedBelow(7))
  expect(await answered(rawPoll(8))).toEqual(nothingToDo)
})

test('an import that changes CAP_AUTH_KEY, one that restores it, and an undo each use the counter of that key', async () => {
  await using world = await withSim()
  const { admin, answered, deleteSim, ended, importKeys } = world
  const last = rawPoll(0xffffffff)
  expect(await answered(last)).toEqual(nothingToDo)

  await importKeys('update', keyB)
  const first = rawPoll(3, { key: keyB })
  expect(await answered(first), 'a used up counter ends with its key').toEqual(nothingToDo)
  await importKeys('update')
  expect(await answered(last)).toEqual(refusedBelow(0xffffffff))

  const undone = async (mode: 'add' | 'update', key?: Uint8Array) => {
    const checked = await admin(endpoints.checkSimImport, { body: { mode }, file: rawSimFile(key) })
    await admin(endpoints.startSimImport, { params: { id: checked.id }, body: { skipBadLines: false } })
    await ended(checked.id)
    return async () => ended((await admin(endpoints.undoSimImport, { params: { id: checked.id } })).id)
  }
  const undoUpdate = await undone('update', keyB)
  expect(await answered(first)).toEqual(refusedBelow(3))
  await undoUpdate()
  expect(await answered(last)).toEqual(refusedBelow(0xffffffff))

  await deleteSim()
  const undoAdd = await undone('add', keyB)
  expect(await answered(rawPoll(4, { key: keyB }))).toEqual(nothingToDo)
  await undoAdd()
  await importKeys('add', keyB)
  expect(await answered(first)).toEqual(refusedBelow(4))
})

test('a POLL that is stored after a key change counts for the key that proved it, not for the new key', async () => {
  await using world = await withSim()
  const { answered, server, setKey } = world
  const recorded = rawPoll(90)
  await using writes = await blockWrites(server.databaseUrl)
  expect(await answered(recorded)).toEqual(nothingToDo)
  await writes.reached()
  await setKey(keyB)
  await writes.release()

  // A node that starts now knows only what is stored.
  await until(async () => (await server.db.selectFrom('poll_counters').select('poll_counter').execute()).length > 0)
  const first = rawPoll(0, { key: keyB })
  {
    await using other = await secondPort(server)
    expect(await answeredAt(other.port, first)).toEqual(nothingToDo)
  }
  await setKey()
  await using another = await secondPort(server)
  expect(await answeredAt(another.port, recorded)).toEqual(refusedBelow(90))
})

test('a node that reads a key again first waits until the counters that it accepted under that key are stored', async () => {
  await using world = await withSim()
  const { server, setKey } = world
  await using second = await secondPort(server)
  const simId = await world.simId()
  const recorded = rawPoll(7)
  expect(await answeredAt(second.port, recorded)).toEqual(nothingToDo)
  await using writes = await blockWrites(server.databaseUrl)
  const flushed = second.node.batch.flush()
  await writes.reached()
  await setKey(keyB)
  const changed = second.table.refresh([simId])
  // One of the two connections waits. A table that did not wait would have read the new key by the end of these reads.
  for (let n = 0; n < 5; n++) await pollCounterOf(server.db, simId)
  await setKey()
  const changedBack = second.table.refresh([simId])
  await writes.release()
  await Promise.all([flushed, changed, changedBack])
  expect(await answeredAt(second.port, recorded)).toEqual(refusedBelow(7))
})

test('a node whose last SIM was deleted stores its accepted counters before it reads all SIMs again', async () => {
  await using world = await withSim()
  const { server, create, deleteSim } = world
  await using second = await secondPort(server)
  const recorded = rawPoll(7)
  expect(await answeredAt(second.port, recorded)).toEqual(nothingToDo)
  await using writes = await blockWrites(server.databaseUrl)
  const flushed = second.node.batch.flush()
  await writes.reached()
  const deleted = await world.simId()
  await deleteSim()
  await second.table.refresh([deleted])
  expect(second.table.size).toBe(0)
  await create()
  const simId = await world.simId()
  const read = second.table.reload()
  // One of the two connections waits. A table that did not wait would have read the SIM by the end of these reads.
  for (let n = 0; n < 5; n++) await pollCounterOf(server.db, simId)
  await writes.release()
  await Promise.all([flushed, read])
  expect(await answeredAt(second.port, recorded)).toEqual(refusedBelow(7))
})

test('a POLL under a former key for a due OTA gets no answer, and no counter is stored for the new key', async () => {
  await using server = await withOpenOta()
  await using second = await secondPort(server)
  const admin = await server.signIn('ADMIN')
  const [sim] = (await admin(endpoints.listSims, { query: {} })).data
  await admin(endpoints.updateSim, { params: { id: sim!.id }, body: { keys: rawSimKeys(keyB) } })
  expect(await posted(second.port, rawPoll(5).frame)).toBeNull()
  expect(await server.db.selectFrom('ota_sessions').selectAll().execute()).toEqual([])
  expect(await server.db.selectFrom('poll_counters').selectAll().execute()).toEqual([])
})

/** Blocks writes of counters until `release`, and writes of the SIM until a counter is about to be written. */
async function blockWrites(databaseUrl: string) {
  const sim = await runOpen(databaseUrl, 'select 1 from sims for no key update')
  const counters = await runOpen(databaseUrl, 'lock table poll_counters in share mode')
  return {
    /** Waits until counters are about to be written. */
    async reached() {
      const waiting = `select 1 from pg_locks where relation = 'poll_counters'::regclass and not granted`
      await until(async () => (await counters.client.query(waiting)).rowCount === 1)
      await sim.release()
    },
    release: () => counters.release(),
    async [Symbol.asyncDispose]() {
      await sim.release()
      await counters.release()
    },
  }
}

/** Runs the statement in a transaction that stays open until `release`, so that its locks stay, too. */
async function runOpen(databaseUrl: string, statement: string) {
  const database = openDatabase(databaseUrl, { max: 1 })
  const client = await database.pool.connect()
  await client.query(`begin; ${statement}`)
  let isOpen = true
  return {
    client,
    async release() {
      if (!isOpen) return
      isOpen = false
      await client.query('commit')
      client.release()
      await database.close()
    },
  }
}

test('a POLL replayed to another node changes neither the last contact nor the data of the SIM', async () => {
  await using world = await withSim()
  const { server, admin } = world
  await using second = await secondPort(server)
  const pollWithImei = (counter: number, imei: string) => rawPoll(counter, { imei })
  const recorded = [pollWithImei(5, '351111111111111'), pollWithImei(9, '352222222222222')]
  for (const poll of recorded) expect(await world.answered(poll)).toEqual(nothingToDo)
  const sim = async () => (await admin(endpoints.listSims, { query: {} })).data[0]!
  await until(async () => (await sim()).imei === '352222222222222')
  const longAgo = new Date(Date.now() - 3 * 86_400_000)
  await server.db.updateTable('sim_contacts').set({ last_poll: longAgo }).execute()
  await server.db.updateTable('sims').set({ connection: 0 }).execute()
  for (const poll of recorded) {
    expect(await answeredAt(second.port, poll)).toEqual(nothingToDo)
    await second.node.batch.flush()
  }
  expect(await sim()).toMatchObject({ imei: '352222222222222', connection: 0, last_poll: longAgo.toISOString() })
  expect(await answeredAt(second.port, pollWithImei(10, '353333333333333'))).toEqual(nothingToDo)
  await second.node.batch.flush()
  expect(await sim()).toMatchObject({ imei: '353333333333333', connection: 1 })
})

test('the data of a POLL is stored later if the SIM was locked when its counter was stored', async () => {
  await using world = await withSim()
  const { server, admin } = world
  await using second = await secondPort(server)
  const simId = await world.simId()
  expect(await answeredAt(second.port, rawPoll(7))).toEqual(nothingToDo)
  const sim = await runOpen(server.databaseUrl, 'select 1 from sims for no key update')
  await second.node.batch.flush()
  expect(await pollCounterOf(server.db, simId)).toBe(7)
  const lastPoll = async () => (await admin(endpoints.getSim, { params: { id: simId } })).last_poll
  expect(await lastPoll()).toBeNull()
  await sim.release()
  await second.node.batch.flush()
  expect(await lastPoll()).not.toBeNull()
})
