import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { expect, inject, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import type { Api } from '@simdeck/contract/endpoint.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { makeAccount } from '../../auth/first-member.ts'
import { readConfig } from '../../config.ts'
import { Sealer } from '../crypto/seal.ts'
import { createDatabase, dropDatabase } from './administration.ts'
import { openDatabase } from './database.ts'
import { createLog } from '../log.ts'
import { startServer } from '../../server.ts'
import { sealKeys } from '../../key-sets/seal-keys.ts'
import { codeOf } from '../../testing/people.ts'
import { posted, rawIccid, rawPoll, rawSimKeys } from '../../testing/raw-card.ts'
import { until } from '../../testing/until.ts'

const otherIccid = '8981100023451420184'

test('a database without fingerprints keeps its poll counters; a SIM whose keys were sealed under another master key cannot poll without that key', async () => {
  await using database = await databaseBefore('0016-poll-counters')
  const { db } = database
  const masterKey = randomBytes(32).toString('hex')
  const otherMasterKey = randomBytes(32).toString('hex')
  await addSim(new Sealer(masterKey), rawIccid, 7)
  await addSim(new Sealer(otherMasterKey), otherIccid, 9)

  {
    await using server = await start(database.url, masterKey)
    const replayed = rawPoll(7)
    expect(replayed.read((await posted(server.devicePort!, replayed.frame))!).close).toEqual({ code: 300, detail: 7, waitSeconds: 0 })
    const next = rawPoll(8)
    expect(next.read((await posted(server.devicePort!, next.frame))!).close.code).toBe(0)
    expect(await posted(server.devicePort!, rawPoll(10, { iccid: otherIccid }).frame)).toBeNull()
  }
  {
    await using server = await start(database.url, otherMasterKey)
    const replayed = rawPoll(9, { iccid: otherIccid })
    expect(replayed.read((await posted(server.devicePort!, replayed.frame))!).close).toEqual({ code: 300, detail: 9, waitSeconds: 0 })
  }
  expect(await db.selectFrom('earlier_poll_counters').selectAll().execute()).toEqual([])

  async function addSim(sealer: Sealer, iccid: string, counter: number) {
    const plain = rawSimKeys()
    const { cap_auth_fingerprint: _, ...keys } = sealKeys(sealer, iccid, {
      cap_auth_key: fromHex(plain.cap_auth_key),
      encrypt_key: fromHex(plain.encrypt_key),
      scp03_enc: fromHex(plain.scp03_enc),
      scp03_mac: fromHex(plain.scp03_mac),
      scp03_dek: fromHex(plain.scp03_dek),
    })
    const { id } = await db.insertInto('sims').values({ iccid, has_keys: true }).returning('id').executeTakeFirstOrThrow()
    const row = { sim_id: id, security_domain_aid: 'A000000151000000', key_version_number: 48, ...keys }
    await db.insertInto('sim_keys').values(row).execute()
    await sql`insert into sim_polls (sim_id, poll_counter) values (${id}, ${counter})`.execute(db)
  }
})

test('keys without a fingerprint that wait in a checked import or in an undo are not written', async () => {
  await using database = await databaseBefore('0016-poll-counters')
  const { db } = database
  const details = { fileName: 'a.csv', mode: 'update', encoding: 'utf-8', lines: 1, good: 1, bad: 0, skipBadLines: false, undoTaskId: null }
  const { rows: tasks } = await sql<{ id: number }>`
    insert into tasks (kind, state, title, import, total, created_by_name)
    select 'simImport', state, 'a.csv', ${JSON.stringify(details)}::jsonb, 1, 'x' from unnest(array['checked', 'completed']) as state
    returning id`.execute(db)
  const [checked, completed] = tasks.map(({ id }) => id) as [number, number]
  await db.insertInto('sims').values({ iccid: rawIccid, has_keys: true }).execute()
  await sql`insert into sim_import_lines (task_id, line, bad, given_keys, iccid, cap_auth_key)
    values (${checked}, 2, false, 1, ${rawIccid}, '\\x00')`.execute(db)
  await sql`insert into sim_import_undos values (${completed}, now())`.execute(db)
  await sql`insert into sim_import_undo_sims (sim_id, before, keys_before) select id, '{}', '{"cap_auth_key": "\\\\x00"}' from sims`.execute(
    db,
  )

  await using server = await start(database.url, randomBytes(32).toString('hex'))
  const baseUrl = (api: Api) => `http://127.0.0.1:${server.httpPort}${basePaths[api]}`
  const { password } = await makeAccount(db, { email: 'a@example.com', name: 'A', role: 'ADMIN' })
  const login = await createClient({ baseUrl, headers: () => ({}) })(endpoints.login, { body: { email: 'a@example.com', password } })
  const admin = createClient({ baseUrl, headers: () => ({ authorization: `Bearer ${tokensOf(login).accessToken}` }) })
  expect(await codeOf(admin(endpoints.undoSimImport, { params: { id: completed } }))).toBe('importNotUndoable')
  await admin(endpoints.startSimImport, { params: { id: checked }, body: { skipBadLines: false } })
  const ended = await until(async () => {
    const task = await admin(endpoints.getTask, { params: { id: checked } })
    return task.finishedAt !== null && task
  })
  expect(ended).toMatchObject({ state: 'failed', failure: 'importLost' })
})

async function start(databaseUrl: string, masterKey: string) {
  const env = { PORT: '0', DEVICE_PORT: '0', METRICS_PORT: '0', DATABASE_URL: databaseUrl, MASTER_KEY: masterKey, OVERLOAD_MS: '60000' }
  const server = await startServer({
    config: readConfig({ ...env, ROOT_PASSWORD: 'Initial-root-1' }),
    databaseUrl,
    masterKey,
    log: createLog('silent'),
    consoleFolder: null,
    showAccounts: () => undefined,
  })
  return { ...server, [Symbol.asyncDispose]: server.close }
}

/** A database with all migrations before the named one. */
async function databaseBefore(name: string) {
  const serverUrl = inject('postgresUrl')
  const databaseName = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, databaseName)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${databaseName}` }).toString()
  const database = openDatabase(url, { max: 2 })
  const folder = join(import.meta.dirname, 'migrations')
  const earlier: Record<string, Migration> = {}
  for (const file of readdirSync(folder).toSorted())
    if (file < name) earlier[file.replace('.ts', '')] = (await import(join(folder, file))) as Migration
  const { error } = await new Migrator({ db: database.db, provider: { getMigrations: async () => earlier } }).migrateToLatest()
  if (error) throw error
  return {
    db: database.db,
    url,
    async [Symbol.asyncDispose]() {
      await database.close()
      await dropDatabase(serverUrl, databaseName)
    },
  }
}
