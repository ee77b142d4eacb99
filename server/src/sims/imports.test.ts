import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import { codeOf, iccid, ImportsOfTest } from './import/imports.fixture.ts'
import { sweepImports } from './import/import-task-handlers.ts'

const imports = new ImportsOfTest()
const key = '00112233445566778899AABBCCDDEEFF'
const keyHeader = 'cap_auth_key,encrypt_key,scp03_enc,scp03_mac,scp03_dek'
const fiveKeys = [key, key, key, key, key].join(',')
const dayAgo = (): Date => new Date(Date.now() - 25 * 3_600_000)

/** Shift_JIS octets of the characters in the test's file. */
const shiftJis: Record<string, number[]> = Object.fromEntries(
  Object.entries({
    機: '8b40',
    器: '8aed',
    名: '96bc',
    番: '94d4',
    号: '8d86',
    メ: '8381',
    モ: '8382',
    グ: '834f',
    ル: '838b',
    ー: '815b',
    プ: '8376',
    東: '938c',
    京: '8b9e',
    ゲ: '8351',
    ト: '8367',
    本: '967b',
    社: '8ed0',
    壊: '89f3',
    れ: '82ea',
    た: '82bd',
    二: '93f1',
    重: '8f64',
  }).map(([character, hex]) => [character, [...Buffer.from(hex, 'hex')]]),
)

/** Checks a file in Shift_JIS, in Japanese and with a column to leave out, of which two lines are good and two bad. */
function checkJapaneseFile() {
  const file = `機器名,番号,メモ,グループ\r\n東京ゲート,${iccid(1)},x,本社\r\n,${iccid(2)},,\r\n壊れた,123,,\r\n二重,${iccid(1)},,\r\n`
  const sjis = new Uint8Array(Array.from(file).flatMap((character) => shiftJis[character] ?? [character.charCodeAt(0)]))
  const columns: (SimCsvColumn | null)[] = ['device_alias', 'iccid', null, 'group']
  return imports.check(sjis, { encoding: 'shift_jis', columns })
}

test('a checked file shows its bad lines, and nothing is written', async () => {
  const task = await checkJapaneseFile()
  expect(task).toMatchObject({ kind: 'simImport', state: 'checked', title: 'fleet 東京.csv', total: 2, done: 0 })
  expect(task.import).toMatchObject({ lines: 4, good: 2, bad: 2, encoding: 'shift_jis', mode: 'add', canUndo: false })
  expect(await imports.problems(task.id)).toMatchObject([
    { line: 4, column: 'iccid', iccid: null, message: 'An ICCID has 19 or 20 digits' },
    { line: 5, column: 'iccid', iccid: iccid(1), message: 'This ICCID stands in the file more than once' },
  ])
  expect(await imports.sims()).toEqual([])
})

test('an import with bad lines needs consent to skip them, and writes the good ones', async () => {
  const { id } = await checkJapaneseFile()
  expect(await codeOf(imports.start(id))).toBe('importBadLines')
  await imports.start(id, true)
  expect(await imports.ended(id)).toMatchObject({
    state: 'completed',
    succeeded: 2,
    done: 2,
    total: 2,
    import: { canUndo: true, skipBadLines: true },
  })
  expect(await imports.sims()).toMatchObject([
    { iccid: iccid(1), device_alias: '東京ゲート', group: { name: '本社' } },
    { iccid: iccid(2) },
  ])
  expect(await imports.staged()).toEqual([])
})

test('the action log has the number of imported SIMs, and the process log no ICCID', async () => {
  await imports.imported(`iccid\n${iccid(1)}\n${iccid(2)}\n`)
  const logged = await imports.server.db
    .selectFrom('action_logs')
    .select(['status', 'request_params'])
    .where('action', '=', 'simImport')
    .orderBy('id', 'desc')
    .execute()
  expect(logged.find(({ status }) => status === 200)?.request_params).toContain('"sims":2')
  expect(imports.server.logged()).not.toContain(iccid(1))
})

test('an undo of an import removes its SIMs, once', async () => {
  const task = await imports.imported(`iccid\n${iccid(1)}\n${iccid(2)}\n`)
  const undone = await imports.undo(task.id)
  expect(await imports.ended(undone.id)).toMatchObject({
    kind: 'simImportUndo',
    state: 'completed',
    succeeded: 2,
    import: { undoTaskId: task.id },
  })
  expect(await imports.sims()).toEqual([])
  expect((await imports.getTask(task.id)).import).toMatchObject({ canUndo: false, undoTaskId: undone.id })
  expect(await codeOf(imports.undo(task.id))).toBe('importNotUndoable')
})

test('an undo of an update restores every field, keys and group', async () => {
  await imports.imported(
    `iccid,device_alias,group,imsi,${keyHeader}\n${iccid(1)},one,A,440101234567890,${fiveKeys}\n${iccid(2)},two,,,,,,,\n`,
  )
  const before = await imports.sims()
  const keysNow = async () => {
    const rows = await imports.server.db.selectFrom('sim_keys').selectAll().execute()
    return rows.map((row) => ({ ...row, changed_at: null }))
  }
  const keysBefore = await keysNow()
  const other = randomBytes(32).toString('hex')
  const newKeys = [other, other, other, other, other].join(',')
  const update = await imports.imported(
    `iccid,device_alias,group,status,${keyHeader}\n${iccid(2)},zwei,B,ACTIVATED,${newKeys}\n${iccid(1)},eins,,,${newKeys}\n`,
    { mode: 'update' },
  )
  expect(update).toMatchObject({ state: 'completed', succeeded: 2, import: { canUndo: true } })
  expect(await imports.sims()).toMatchObject([
    { device_alias: 'eins', group: { name: 'A' } },
    { device_alias: 'zwei', group: { name: 'B' }, has_keys: true },
  ])
  const keyless = async () => (await imports.sims({ has_keys: 'false' })).map((sim) => sim.iccid)
  expect(await keyless()).toEqual([])
  await imports.ended((await imports.undo(update.id)).id)
  expect(await keyless()).toEqual([iccid(2)])
  const without = (rows: typeof before) => rows.map((sim) => ({ ...sim, updated_at: '' }))
  expect(without(await imports.sims())).toEqual(without(before))
  expect(await keysNow()).toEqual(keysBefore)
})

test('an import cannot be undone after a later import', async () => {
  const first = await imports.imported(`iccid\n${iccid(1)}\n`)
  await imports.imported(`iccid,device_alias\n${iccid(1)},eins\n`, { mode: 'update' })
  expect((await imports.getTask(first.id)).import?.canUndo).toBe(false)
  expect(await codeOf(imports.undo(first.id))).toBe('importNotUndoable')
})

test('an import with a SIM that was changed or deleted since is not undone', async () => {
  const { id } = await imports.imported(`iccid\n${iccid(3)}\n${iccid(4)}\n`)
  const touched = (await imports.sims()).find((sim) => sim.iccid === iccid(4))!
  await imports.call(endpoints.updateSim, { params: { id: touched.id }, body: { device_alias: 'kept' } })
  expect(await codeOf(imports.undo(id))).toBe('importTouched')
  await imports.server.db.deleteFrom('sims').where('id', '=', touched.id).execute()
  expect(await codeOf(imports.undo(id))).toBe('importTouched')
  expect(await imports.sims()).toHaveLength(1)
})

test('an import whose SIM was added since its check fails and writes nothing', async () => {
  const { id } = await imports.check(`iccid\n${iccid(1)}\n${iccid(2)}\n`)
  await imports.call(endpoints.createSim, { body: { iccid: iccid(2) } })
  await imports.start(id)
  expect(await imports.ended(id)).toMatchObject({ state: 'failed', failure: 'importStale' })
  expect(await imports.sims()).toHaveLength(1)
})

test('an import whose checked lines were lost fails', async () => {
  const { id } = await imports.check(`iccid\n${iccid(3)}\n`)
  await imports.server.db.deleteFrom('sim_import_lines').execute()
  await imports.start(id)
  expect(await imports.ended(id)).toMatchObject({ state: 'failed', failure: 'importLost' })
})

test.each<[what: string, make: () => Promise<number>, code: string]>([
  ['unknown', () => Promise.resolve(999_999), 'taskNotFound'],
  ['without a line', async () => (await imports.check(`iccid\n`)).id, 'importNothing'],
  ['discarded', discarded, 'importNotChecked'],
  ['already imported', async () => (await imports.imported(`iccid\n${iccid(5)}\n`)).id, 'importNotChecked'],
])('a file that is %s is not started', async (_what, make, code) => {
  expect(await codeOf(imports.start(await make(), true))).toBe(code)
})

async function discarded(): Promise<number> {
  const { id } = await imports.check(`iccid\n${iccid(5)}\n`)
  await imports.call(endpoints.cancelTask, { params: { id } })
  return id
}

test('a checked file that nobody starts is cancelled after a day, and its lines are deleted', async () => {
  const { id } = await imports.check(`iccid\n${iccid(6)}\n`)
  await imports.server.db.updateTable('tasks').set({ created_at: dayAgo() }).where('id', '=', id).execute()
  await sweepImports(imports.server.db)
  expect((await imports.getTask(id)).state).toBe('cancelled')
  expect(await imports.staged()).toEqual([])
})

test('a check whose node died is cancelled', async () => {
  const { id } = await imports.server.db
    .insertInto('tasks')
    .values({ kind: 'simImport', state: 'checking', title: 'x', created_at: dayAgo(), created_by: null, created_by_name: '' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await sweepImports(imports.server.db)
  expect((await imports.getTask(id)).state).toBe('cancelled')
})

test('without GROUP_CREATE, a line with a new group is bad', async () => {
  await imports.server.db.deleteFrom('role_permissions').where('permission', '=', 'GROUP_CREATE').where('role_id', '=', 2).execute()
  const { id, import: checked } = await imports.check(`iccid,group\n${iccid(7)},Nobody's\n${iccid(8)},\n`)
  expect(checked).toMatchObject({ good: 1, bad: 1 })
  expect(await imports.problems(id)).toMatchObject([
    { line: 2, column: 'group', message: 'There is no group with this name, and you may not create one' },
  ])
})
