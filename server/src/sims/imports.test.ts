import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import type { ImportMode, Task } from '@simdeck/contract/tasks.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { sweepImports } from './import/import-works.ts'

const key = '00112233445566778899AABBCCDDEEFF'
const keyHeader = 'cap_auth_key,encrypt_key,scp03_enc,scp03_mac,scp03_dek'
const fiveKeys = [key, key, key, key, key].join(',')
const iccid = (n: number): string => `89811000000000${String(n).padStart(5, '0')}`

let server: TestServer
let call: TestCall & { accessToken: string }
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.db.deleteFrom('sims').execute()
  await server.db.deleteFrom('tasks').execute()
  await server.db.deleteFrom('sim_import_lines').execute()
})

type Options = { mode?: ImportMode; encoding?: 'utf-8' | 'shift_jis'; columns?: (SimCsvColumn | null)[] }

function check(file: string | Uint8Array, { columns, ...body }: Options = {}, by: TestCall = call): Promise<Task> {
  const fields = { ...body, ...(columns ? { columns: JSON.stringify(columns) } : {}) }
  return by(endpoints.checkSimImport, { body: fields, file: new File([file as BlobPart], 'fleet 東京.csv') })
}
const start = (id: number, skipBadLines = false) => call(endpoints.startSimImport, { params: { id }, body: { skipBadLines } })
const undo = (id: number) => call(endpoints.undoSimImport, { params: { id } })
const getTask = (id: number) => call(endpoints.getTask, { params: { id } })
const ended = (id: number) =>
  until(async () => {
    const task = await getTask(id)
    return ['completed', 'failed', 'cancelled'].includes(task.state) && task
  })
const sims = async () => (await call(endpoints.listSims, { query: { sort: 'iccid:ASC', take: 100 } })).data
const staged = () => server.db.selectFrom('sim_import_lines').select('line').execute()

async function codeOf(refused: Promise<unknown>): Promise<string | undefined> {
  const error = await refused.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error(`not refused: ${String(error)}`)
  return error.body?.code
}

test('a checked file shows its bad lines, is started once with explicit consent to skip them, and is undone', async () => {
  const file = `機器名,番号,メモ,グループ\r\n東京ゲート,${iccid(1)},x,本社\r\n,${iccid(2)},,\r\n壊れた,123,,\r\n二重,${iccid(1)},,\r\n`
  const sjis = new Uint8Array(Array.from(file).flatMap((character) => shiftJis[character] ?? [character.charCodeAt(0)]))
  const columns: (SimCsvColumn | null)[] = ['device_alias', 'iccid', null, 'group']
  const task = await check(sjis, { encoding: 'shift_jis', columns })
  expect(task).toMatchObject({ kind: 'simImport', state: 'checked', title: 'fleet 東京.csv', total: 2, done: 0 })
  expect(task.import).toMatchObject({ lines: 4, good: 2, bad: 2, encoding: 'shift_jis', mode: 'add', canUndo: false })
  const { data: bad } = await call(endpoints.listTaskResults, { params: { id: task.id }, query: {} })
  expect(bad).toMatchObject([
    { line: 4, column: 'iccid', iccid: null, message: 'An ICCID has 19 or 20 digits' },
    { line: 5, column: 'iccid', iccid: iccid(1), message: 'This ICCID stands in the file more than once' },
  ])
  expect(await sims()).toEqual([])

  expect(await codeOf(start(task.id))).toBe('importBadLines')
  expect(await codeOf(call(endpoints.startSimImport, { params: { id: 999_999 }, body: {} }))).toBe('taskNotFound')
  await start(task.id, true)
  expect(await ended(task.id)).toMatchObject({
    state: 'completed',
    succeeded: 2,
    done: 2,
    total: 2,
    import: { canUndo: true, skipBadLines: true },
  })
  expect(await sims()).toMatchObject([{ iccid: iccid(1), device_alias: '東京ゲート', group: { name: '本社' } }, { iccid: iccid(2) }])
  expect(await codeOf(start(task.id, true))).toBe('importNotChecked')
  expect(await staged()).toEqual([])
  const logged = await server.db
    .selectFrom('action_logs')
    .select(['status', 'request_params'])
    .where('action', '=', 'simImport')
    .orderBy('id', 'desc')
    .execute()
  expect(logged.find(({ status }) => status === 200)?.request_params).toContain('"sims":2')

  const undone = await undo(task.id)
  expect(await ended(undone.id)).toMatchObject({ kind: 'simImportUndo', state: 'completed', succeeded: 2, import: { undoTaskId: task.id } })
  expect(await sims()).toEqual([])
  expect((await getTask(task.id)).import).toMatchObject({ canUndo: false, undoTaskId: undone.id })
  expect(await codeOf(undo(task.id))).toBe('importNotUndoable')
  expect(server.logged()).not.toContain(iccid(1))
})

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

test('an undo of an update restores every field, keys and group; an import with a SIM changed since is not undone', async () => {
  const first = await check(
    `iccid,device_alias,group,imsi,${keyHeader}\n${iccid(1)},one,A,440101234567890,${fiveKeys}\n${iccid(2)},two,,,,,,,\n`,
  )
  await start(first.id)
  await ended(first.id)
  const before = await sims()
  const keysBefore = await server.db.selectFrom('sim_keys').selectAll().execute()
  const other = randomBytes(32).toString('hex')
  const newKeys = [other, other, other, other, other].join(',')
  const second = await check(
    `iccid,device_alias,group,status,${keyHeader}\n${iccid(2)},zwei,B,ACTIVATED,${newKeys}\n${iccid(1)},eins,,,${newKeys}\n`,
    { mode: 'update' },
  )
  await start(second.id)
  expect(await ended(second.id)).toMatchObject({ state: 'completed', succeeded: 2, import: { canUndo: true } })
  expect(await sims()).toMatchObject([
    { device_alias: 'eins', group: { name: 'A' } },
    { device_alias: 'zwei', group: { name: 'B' }, has_keys: true },
  ])
  expect((await getTask(first.id)).import?.canUndo).toBe(false)
  expect(await codeOf(undo(first.id))).toBe('importNotUndoable')
  await ended((await undo(second.id)).id)
  const without = (rows: Awaited<ReturnType<typeof sims>>) => rows.map((sim) => ({ ...sim, updated_at: '' }))
  expect(without(await sims())).toEqual(without(before))
  expect(await server.db.selectFrom('sim_keys').selectAll().execute()).toEqual(keysBefore)

  const third = await check(`iccid\n${iccid(3)}\n${iccid(4)}\n`)
  await start(third.id)
  await ended(third.id)
  const touched = (await sims()).find((sim) => sim.iccid === iccid(4))!
  await call(endpoints.updateSim, { params: { id: touched.id }, body: { device_alias: 'kept' } })
  expect(await codeOf(undo(third.id))).toBe('importTouched')
  await server.db.deleteFrom('sims').where('id', '=', touched.id).execute()
  expect(await codeOf(undo(third.id))).toBe('importTouched')
  expect(await sims()).toHaveLength(3)
})

test('an import fails on changes since its check and on lost lines; without GROUP_CREATE, lines with a new group are bad', async () => {
  const late = await check(`iccid\n${iccid(1)}\n${iccid(2)}\n`)
  await call(endpoints.createSim, { body: { iccid: iccid(2) } })
  await start(late.id)
  expect(await ended(late.id)).toMatchObject({ state: 'failed', failure: 'importStale' })
  expect(await sims()).toHaveLength(1)

  const lost = await check(`iccid\n${iccid(3)}\n`)
  await server.db.deleteFrom('sim_import_lines').execute()
  await start(lost.id)
  expect(await ended(lost.id)).toMatchObject({ state: 'failed', failure: 'importLost' })

  const nothing = await check(`iccid\n`)
  expect(await codeOf(start(nothing.id))).toBe('importNothing')
  const discarded = await check(`iccid\n${iccid(5)}\n`)
  await call(endpoints.cancelTask, { params: { id: discarded.id } })
  expect(await codeOf(start(discarded.id))).toBe('importNotChecked')

  const old = await check(`iccid\n${iccid(6)}\n`)
  const day = new Date(Date.now() - 25 * 3_600_000)
  await server.db.updateTable('tasks').set({ created_at: day }).where('id', '=', old.id).execute()
  const dead = await server.db
    .insertInto('tasks')
    .values({ kind: 'simImport', state: 'checking', title: 'x', created_at: day, created_by: null, created_by_name: '' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await sweepImports(server.db)
  expect([(await getTask(old.id)).state, (await getTask(dead.id)).state]).toEqual(['cancelled', 'cancelled'])
  expect(await staged()).toEqual([])

  await server.db.deleteFrom('role_permissions').where('permission', '=', 'GROUP_CREATE').where('role_id', '=', 2).execute()
  const groups = await check(`iccid,group\n${iccid(7)},Nobody's\n${iccid(8)},\n`)
  expect(groups.import).toMatchObject({ good: 1, bad: 1 })
  const { data } = await call(endpoints.listTaskResults, { params: { id: groups.id }, query: {} })
  expect(data).toMatchObject([{ line: 2, column: 'group', message: 'There is no group with this name, and you may not create one' }])
})

const mebibyte = 1024 * 1024
const boundary = 'simdeck-test'

/** Sends a file of any length while it is generated; returns the number of octets sent and the answer. */
async function stream(pieces: Iterable<string | Uint8Array>, path = '/v1/sims/imports'): Promise<{ sent: number; answer: string }> {
  const { port } = new URL(server.url)
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  let answer = ''
  let sent = 0
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  socket.on('error', () => undefined).on('data', (data: Buffer) => (answer += data.toString()))
  const chunk = (text: string | Uint8Array) => {
    const bytes = Buffer.from(text)
    sent += bytes.length
    return socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]))
  }
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${call.accessToken}\r\ntransfer-encoding: chunked\r\n` +
      `content-type: multipart/form-data; boundary=${boundary}\r\n\r\n`,
  )
  chunk(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\ncontent-type: text/csv\r\n\r\n`)
  for (const piece of pieces) {
    if (!chunk(piece)) await Promise.race([new Promise((done) => socket.once('drain', done)), closed])
    if (socket.destroyed || answer !== '') break
  }
  if (answer === '' && !socket.destroyed) {
    chunk(`\r\n--${boundary}--\r\n`)
    socket.write('0\r\n\r\n')
  }
  await until(() => answer.includes('\r\n\r\n') || socket.destroyed)
  socket.destroy()
  await closed
  return { sent, answer }
}

function* repeated(text: string, bytes: number): Generator<Uint8Array> {
  const piece = Buffer.from(text.repeat(Math.ceil(Math.min(bytes, mebibyte) / text.length)))
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
}

test('hostile files are refused by line, or as a whole early; nothing is written, and memory use stays low', async () => {
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(5000)])
  const asWhole = async (file: string | Uint8Array, options?: Options) => {
    const error = await check(file, options).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof CallError)) throw new Error('not refused')
    return [error.body?.code, error.body?.fields?.[0]?.path, error.body?.fields?.[0]?.message]
  }
  expect((await asWhole(zip))[0]).toBe('csvHeader')
  expect((await asWhole(randomBytes(100_000)))[0]).toBe('csvHeader')
  expect((await asWhole(randomBytes(100_000), { encoding: 'shift_jis' }))[0]).toBe('csvHeader')
  expect((await asWhole('\0'.repeat(1000)))[0]).toBe('csvHeader')
  expect(await asWhole(`iccid,device_alias\n${iccid(1)},${'x'.repeat(70_000)}\n`)).toEqual([
    'csvHeader',
    'line 2',
    'The line is too long (at most 64 KiB)',
  ])
  expect(await asWhole(`iccid,device_alias\n${iccid(1)},"${`never\n`.repeat(20_000)}`)).toEqual([
    'csvHeader',
    'line 2',
    'A quotation mark is never closed',
  ])
  expect(await asWhole(`iccid\n`, { columns: ['iccid', 'imsi'] })).toEqual([
    'csvHeader',
    'line 1',
    'The number of columns is not that of the header',
  ])
  expect((await asWhole(Buffer.from(`iccid,device_alias\n${iccid(1)},a\n${iccid(2)},\u3042\n`, 'utf16le')))[0]).toBe('csvHeader')
  expect(await server.db.selectFrom('tasks').select('id').execute()).toEqual([])

  const lines = await check(
    `iccid,device_alias,external_device_id\n${iccid(1)},a\0b,\n${iccid(2)},=cmd|'/c calc'!A0,@x\n,,,,\n${iccid(3)},"a\nb",c\n`,
  )
  expect(lines.import).toMatchObject({ lines: 4, good: 1, bad: 3 })
  const { data } = await call(endpoints.listTaskResults, { params: { id: lines.id }, query: {} })
  expect(data.map(({ line, column }) => [line, column])).toEqual([
    [2, 'device_alias'],
    [4, null],
    [5, 'device_alias'],
  ])

  const before = process.memoryUsage.rss()
  const commas = await stream(
    (function* () {
      yield 'iccid\n'
      yield* repeated(',', 200 * mebibyte)
    })(),
  )
  expect(commas.answer).toContain('csvHeader')
  expect(commas.sent).toBeLessThan(100 * mebibyte)
  const bare = await stream(repeated(',', 200 * mebibyte))
  expect(bare.answer).toContain('csvHeader')
  const tall = await stream(
    (function* () {
      yield 'iccid,imsi\n'
      yield* repeated(',,,\n', mebibyte / 8)
    })(),
  )
  expect(tall.answer).toContain('"state":"checked"')
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * mebibyte)
  expect(await server.db.selectFrom('sims').select('id').execute()).toEqual([])
})

test('an interrupted upload leaves only its cancelled task; a field after the file is refused', async () => {
  const { port } = new URL(server.url)
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.write(
    `POST /v1/sims/imports HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${call.accessToken}\r\ncontent-length: 1000000\r\n` +
      `content-type: multipart/form-data; boundary=${boundary}\r\n\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\niccid\n${iccid(1)}\n${iccid(2)}\n`,
  )
  const [checking] = await until(async () => {
    const { data } = await call(endpoints.listTasks, { query: { state: 'checking' } })
    return data.length > 0 && data
  })
  socket.destroy()
  expect(await ended(checking!.id)).toMatchObject({ state: 'cancelled' })
  expect(await staged()).toEqual([])

  const form = new FormData()
  form.set('file', new File([`iccid\n${iccid(1)}\n`], 'x.csv'))
  form.set('mode', 'update')
  const late = await fetch(`${server.url}/v1/sims/import`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${call.accessToken}` },
  })
  expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([400, 'invalidInput'])
  expect(await sims()).toEqual([])
})

test('a member has at most five files in check or waiting; discarding one makes room', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => check(`iccid\n${iccid(at)}\n`)))
  const open = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(open.length).toBeLessThanOrEqual(5)
  while (open.length < 5) open.push(await check(`iccid\n${iccid(40 + open.length)}\n`))
  expect(await codeOf(check(`iccid\n${iccid(10)}\n`))).toBe('importsOpen')
  expect(await codeOf(call(endpoints.importSims, { body: {}, file: new File(['iccid\n'], 'a.csv') }))).toBe('importsOpen')
  const other = await server.signIn('ADMIN')
  expect((await check(`iccid\n${iccid(10)}\n`, {}, other)).state).toBe('checked')
  await call(endpoints.cancelTask, { params: { id: open[0]!.id } })
  expect((await check(`iccid\n${iccid(10)}\n`)).state).toBe('checked')
})

test('a file above the size limit is refused while it arrives with the limit, and leaves only a failed task', async () => {
  await using small = await startTestServer({ IMPORT_MAX_MB: '1' })
  const admin = await small.signIn('ADMIN')
  const lines = (count: number) =>
    `iccid,device_alias\n${Array.from({ length: count }, (_, n) => `${iccid(n)},${'x'.repeat(60)}\n`).join('')}`
  expect((await check(lines(10_000), {}, admin)).state).toBe('checked')
  const before = await small.db.selectFrom('sim_import_lines').select('line').execute()
  const refusal = await check(lines(20_000), {}, admin).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ body: { code: 'payloadTooLarge', detail: 'The limit is 1 MB' } })
  expect(await codeOf(admin(endpoints.importSims, { body: {}, file: new File([lines(20_000)], 'a.csv') }))).toBe('payloadTooLarge')
  const { data: tasks } = await admin(endpoints.listTasks, { query: { take: 20 } })
  expect(tasks.map(({ state, failure }) => [state, failure])).toEqual([
    ['failed', 'payloadTooLarge'],
    ['failed', 'payloadTooLarge'],
    ['checked', null],
  ])
  const limits = [await admin(endpoints.init, {}), await small.anonymous(endpoints.init, {})].map(({ env }) => env.importMaxMb)
  expect(limits).toEqual([1, null])
  expect(await small.db.selectFrom('sim_import_lines').select('line').execute()).toHaveLength(before.length)
  expect(await small.db.selectFrom('sims').select('id').execute()).toEqual([])
})

test('slow uploads of one member leave room for files of others', async () => {
  const slow = [0, 1, 2].map(() => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\niccid\n`
    const headers = `authorization: Bearer ${call.accessToken}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9999`
    socket.write(`POST /v1/sims/imports HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n\r\n${head}`)
    return socket
  })
  await until(async () => (await server.db.selectFrom('tasks').select('id').where('state', '=', 'checking').execute()).length === 3)
  expect(await codeOf(check(`iccid\n${iccid(1)}\n`))).toBe('tooManyRequests')
  const other = await server.signIn('ADMIN')
  expect((await check(`iccid\n${iccid(1)}\n`, {}, other)).state).toBe('checked')
  for (const socket of slow) socket.destroy()
  await until(async () => (await server.db.selectFrom('tasks').select('id').where('state', '=', 'checking').execute()).length === 0)
})
