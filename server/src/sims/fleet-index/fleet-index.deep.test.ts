import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { type Db, isTransient, openDatabase } from '../../platform/db/database.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts'
import { makeTemplate } from '../../testing/databases.ts'
import { startIndexedServer } from '../../testing/fleet-index.ts'
import type { TestCall, TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { bySql } from '../list/by-sql.ts'
import { selectSims } from '../selections/selections.ts'
import { addRandomSims, changeSims } from './changes.fixture.ts'
import { FleetFollower } from './follower.ts'
import { knownOf } from './known.fixture.ts'
import { Dice, type Question, randomQuestion } from './questions.fixture.ts'

const questions = 10_000
const atOnce = 20

/** A PostgreSQL of its own, which can crash and start again at the same address. */
async function ownPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'simdeck-index-'))
  const first = await startEmbeddedPostgres(folder)
  let running = first
  return {
    url: first.url,
    async crash() {
      const [pid] = readFileSync(join(running.cluster, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      await until(() => {
        try {
          return !process.kill(Number(pid), 0)
        } catch {
          return true
        }
      })
      running = await startEmbeddedPostgres(folder, { settings: { port: new URL(first.url).port } })
    },
    async [Symbol.asyncDispose]() {
      await running.stop()
      for (const each of [running.cluster, folder]) await rm(each, { recursive: true, force: true })
    },
  }
}

/** Repeats a call until the database is available. */
async function persistently<Result>(call: () => Promise<Result>): Promise<Result> {
  return until(async () => {
    try {
      return { result: await call() }
    } catch (error) {
      if (isTransient(error)) return null
      throw error
    }
  }).then(({ result }) => result)
}

/** Imports SIMs, undoes about half of the imports, and changes aliases, all through the API. */
async function changeByApi({ signIn }: TestServer, dice: Dice, serial: number): Promise<void> {
  const call = await signIn('ADMIN')
  const ended = async (id: number) => until(async () => (await call(endpoints.getTask, { params: { id } })).finishedAt)
  const lines = Array.from({ length: 50 }, (_, n) => `8999${String(serial).padStart(6, '0')}${String(n).padStart(9, '0')},Imported ${n}`)
  const file = new File([`iccid,device_alias\n${lines.join('\n')}\n`], 'sims.csv')
  await call(endpoints.importSims, { body: { mode: 'add' }, file })
  const [task] = (await call(endpoints.listTasks, { query: {} })).data
  if (dice.isOneIn(2)) await ended((await call(endpoints.undoSimImport, { params: { id: task!.id } })).id)
  const { id: selectionId } = await call(endpoints.createSimSelection, { body: { filter: { status: 'ACTIVATED' } } })
  await ended((await call(endpoints.setAliases, { body: { selectionId, pattern: 'Changed {n}' } })).id)
}

type Nodes = { db: Db; follower: FleetFollower; call: TestCall }

/**
 * Compares a page that PostgreSQL finds with the page of an index in this process and with the answer of the API. Null if all three are
 * equal.
 */
async function differenceOf({ query, filter, sort, skip, take }: Question, { db, follower, call }: Nodes): Promise<object | null> {
  await until(async () => persistently(() => follower.catchUp(60_000)))
  const expected = await bySql.page(db, { filter, sort, skip, take })
  if (filter.selection !== undefined) await follower.select(filter.selection)
  const here = follower.data!.list({ filter, sort, skip, take, now: follower.now })
  const page = await until(async () => {
    const answer = await call(endpoints.listSims, { query: { ...query, ...(sort && { sort }), skip, take } })
    return answer.asOf === undefined ? answer : null
  })
  const there = { ids: page.data.map(({ id }) => id), total: page.totalItems }
  const texts = [here, there, expected].map((found) => JSON.stringify(found))
  return texts.every((text) => text === texts[0]) ? null : { here, there, expected }
}

test(
  'ten thousand random pages of two nodes equal those of PostgreSQL, despite random changes and crashes of PostgreSQL',
  async () => {
    await using postgres = await ownPostgres()
    await makeTemplate(postgres.url)
    const dice = new Dice(14)
    await using server = await startIndexedServer((db) => addRandomSims(db, dice, 400), postgres.url)
    const database = openDatabase(server.databaseUrl, { max: 4 })
    const { db } = database
    // A change that waits for a lock of the open transaction fails after 50 ms.
    const impatient = new URL(server.databaseUrl)
    impatient.searchParams.set('options', '-c lock_timeout=50ms')
    const changing = openDatabase(impatient.href, { max: 3 })
    const begin = () => persistently(() => changing.db.startTransaction().execute())
    const follower = new FleetFollower(database)
    await follower.load()
    await selectSims(db, { filter: { status: ['ACTIVATED'] } }, null)
    let call = await server.signIn('MEMBER')
    const wrong: string[] = []
    let open = await begin()

    for (let asked = 0, round = 0; asked < questions && wrong.length === 0; asked += atOnce, round++) {
      for (let n = dice.below(4); n >= 0; n--) await changeSims(dice.isOneIn(10) ? open : changing.db, dice).catch(() => undefined)
      const callsApi = round % 100 === 30
      if (callsApi || dice.isOneIn(15)) {
        // A transaction in which a change was given up cannot be committed.
        await (dice.isOneIn(3) ? open.rollback() : open.commit()).execute().catch(() => undefined)
        if (callsApi) await changeByApi(server, dice, round)
        open = await begin()
      }
      if (round % 100 === 60) {
        await open.rollback().execute()
        await postgres.crash()
        await persistently(() => follower.load())
        call = await persistently(() => server.signIn('MEMBER'))
        open = await begin()
      }
      const known = await knownOf(db)
      for (let n = 0; n < atOnce; n++) {
        const question = randomQuestion(dice, known)
        // Jobs of the server change SIMs meanwhile. Only a difference that remains after three attempts counts.
        for (let tries = 1; ; tries++) {
          const differs = await differenceOf(question, { db, follower, call })
          if (differs && tries === 3) wrong.push(JSON.stringify({ asked, question, differs }))
          if (!differs || tries === 3) break
        }
      }
    }
    await open.rollback().execute()
    await changing.close()
    await database.close()
    expect(wrong).toEqual([])
  },
  30 * 60_000,
)
