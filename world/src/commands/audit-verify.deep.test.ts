import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { ActionLog } from '@simdeck/server/platform/audit/action-log.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { runCommand } from '../testing/command.ts'

let server: TestServer
let root: TestCall
beforeAll(async () => {
  server = await startTestServer()
  root = await server.signIn('ROOT')
})
afterAll(() => server[Symbol.asyncDispose]())

const logs = () => server.db.selectFrom('action_logs').selectAll().orderBy('id')
const rename = (name: string) => root(endpoints.putMe, { body: { name } })

/** Runs the command on the server's database, as an operator does. */
async function verify(env: Record<string, string> = { DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey }) {
  const { code, output, failure } = await runCommand('audit-verify', env)
  return { code, output: `${output}${failure}` }
}

/** Writes five rows of an unbroken chain. */
beforeEach(async () => {
  await server.db.deleteFrom('action_logs').execute()
  await server.db.deleteFrom('action_log_head').execute()
  for (let n = 1; n <= 5; n += 1) await rename(`Name ${n}`)
})

test('an unchanged chain is reported as unbroken', async () => {
  expect(await verify()).toEqual({ code: 0, output: '5 rows, the chain holds' })
})

const fields = [
  ['action', 'memberDelete'],
  ['url', '/v1/other'],
  ['method', 'DELETE'],
  ['request_params', '{"name":"Someone else"}'],
  ['request_by', 'someone@example.com'],
  ['member_id', 999],
  ['api_credential_id', 7],
  ['request_at', new Date(0)],
  ['status', 500],
  ['message', 'Invalid input'],
  ['client_type', 'OPEN_API'],
  ['ip', '192.0.2.1'],
  ['mac', randomBytes(32)],
] as const
test.each(fields)('a row with a changed %s is reported', async (field, value) => {
  const rows = await logs().execute()
  await server.db
    .updateTable('action_logs')
    .set({ [field]: value })
    .where('id', '=', 3)
    .execute()
  const { fault } = await new ActionLog(server.masterKey).verify(server.db)
  expect(fault).toMatchObject({ id: 3, fault: 'changed', at: field === 'request_at' ? value : rows[2]?.request_at })
})

test('the command prints the id and the time of a changed row, and fails', async () => {
  const [, second] = await logs().execute()
  await server.db.updateTable('action_logs').set({ request_by: 'someone@example.com' }).where('id', '=', 2).execute()
  const time = second!.request_at.toISOString()
  expect(await verify()).toEqual({
    code: 1,
    output: `Row 2 of ${time} is not the one that was written there: it was changed, moved or put in`,
  })
})

test('a row deleted from the middle is reported as missing after the row before it', async () => {
  const rows = await logs().execute()
  await server.db.deleteFrom('action_logs').where('id', '=', 3).execute()
  const time = rows[1]!.request_at.toISOString()
  expect(await verify()).toEqual({ code: 1, output: `Row 3 is missing: it was removed, after the row of ${time}` })
})

test('rows deleted from the start or the end are reported as missing', async () => {
  const rows = await logs().execute()
  await server.db.deleteFrom('action_logs').where('id', '>', 3).execute()
  const time = rows[2]!.request_at.toISOString()
  expect(await verify()).toEqual({ code: 1, output: `Row 4 is missing: it was removed, after the row of ${time}` })
  await server.db.deleteFrom('action_logs').where('id', '<', 3).execute()
  expect(await verify()).toEqual({ code: 1, output: 'Row 1 is missing: it was removed from the start' })
  await server.db.deleteFrom('action_logs').execute()
  expect(await verify()).toEqual({ code: 1, output: 'Row 1 is missing: it was removed from the start' })
})

test('the first of two rows that changed places is reported', async () => {
  const swap = async (a: number, b: number) => {
    await server.db.updateTable('action_logs').set({ id: 1000 }).where('id', '=', a).execute()
    await server.db.updateTable('action_logs').set({ id: a }).where('id', '=', b).execute()
    await server.db.updateTable('action_logs').set({ id: b }).where('id', '=', 1000).execute()
  }
  await swap(2, 4)
  expect((await verify()).output).toMatch(/^Row 2 of /)
})

test('an inserted row is reported even if the stored head of the chain refers to it', async () => {
  const rows = await logs().execute()
  const last = rows.at(-1)!
  const forged = { ...last, id: 6, request_by: 'forger@example.com', mac: randomBytes(32) }
  await server.db.insertInto('action_logs').values(forged).execute()
  expect((await verify()).output).toMatch(/^Row 6 of /)
  await server.db.updateTable('action_log_head').set({ id: 6, mac: forged.mac }).execute()
  expect((await verify()).output).toMatch(/^Row 6 of /)
  await server.db.deleteFrom('action_logs').where('id', '=', 6).execute()
  expect((await verify()).output).toMatch(/^The record of the last row is not the one that was written; the last row is 5 of /)
})

test('a head that is reset to hide deleted rows is reported', async () => {
  const [, , third] = await logs().execute()
  await server.db.deleteFrom('action_logs').where('id', '>', 3).execute()
  await server.db.updateTable('action_log_head').set({ id: 3, mac: third!.mac }).execute()
  expect(await verify()).toMatchObject({ code: 1, output: expect.stringMatching(/^The record of the last row is not/) })
  await server.db.deleteFrom('action_log_head').execute()
  expect(await verify()).toMatchObject({ code: 1, output: expect.stringMatching(/^The record of the last row is not/) })
})

test('verification fails with another master key and without an installation', async () => {
  const other = await verify({ DATABASE_URL: server.databaseUrl, MASTER_KEY: randomBytes(32).toString('hex') })
  expect(other).toMatchObject({ code: 1, output: expect.stringMatching(/^Row 1 of /) })
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'simdeck-none-'))
  const none = await verify({ DATA_DIR })
  expect(none).toEqual({ code: 1, output: `There is no installation in ${DATA_DIR}: set DATA_DIR, or DATABASE_URL and MASTER_KEY` })
  expect((await verify({ DATABASE_URL: server.databaseUrl })).output).toContain('MASTER_KEY')
})

test('a hundred simultaneous calls with different outcomes leave an unbroken chain', async () => {
  const calls = Array.from({ length: 100 }, (_, n) =>
    n % 3 === 0
      ? rename(`Parallel ${n}`)
      : n % 3 === 1
        ? root(endpoints.updateMember, { params: { email: 'nobody@example.com' }, body: { name: 'x' } })
        : root(endpoints.createApiCredential, { body: { name: `Program ${n}`, role_id: 3 } }),
  )
  await Promise.all(calls.map(codeOf))
  expect(await verify()).toEqual({ code: 0, output: '105 rows, the chain holds' })
})

const refuseAtCommit = `
create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
create constraint trigger refuse after update on members deferrable initially deferred for each row execute function refuse();`

test('a change that fails at its commit leaves a row of failure and none of success', async () => {
  const database = openDatabase(server.databaseUrl, { max: 1 })
  await database.pool.query(refuseAtCommit)
  expect(await codeOf(rename('Forbidden'))).toBe('serverError')
  await database.pool.query('drop function refuse cascade')
  await database.close()
  expect((await root(endpoints.getMe, {})).name).toBe('Name 5')
  const rows = await logs().where('id', '>', 5).execute()
  expect(rows).toMatchObject([{ action: 'memberUpdate', status: 500, message: 'The server could not handle the request' }])
  expect(await verify()).toEqual({ code: 0, output: '6 rows, the chain holds' })
})
