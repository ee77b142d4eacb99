import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { codeOf, iccid, ImportsOfTest, type Options, refusalOf } from './imports.fixture.ts'

const imports = new ImportsOfTest()
const mebibyte = 1024 * 1024
const boundary = 'simdeck-test'

/** Sends a file of any length while it is generated; returns the number of octets sent and the answer. */
async function stream(pieces: Iterable<string | Uint8Array>, path = '/v1/sims/imports'): Promise<{ sent: number; answer: string }> {
  const { port } = new URL(imports.server.url)
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
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${imports.call.accessToken}\r\ntransfer-encoding: chunked\r\n` +
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

const tooLong = `iccid,device_alias\n${iccid(1)},${'x'.repeat(70_000)}\n`
const neverClosed = `iccid,device_alias\n${iccid(1)},"${`never\n`.repeat(20_000)}`
const utf16 = Buffer.from(`iccid,device_alias\n${iccid(1)},a\n${iccid(2)},\u3042\n`, 'utf16le')

test.each<[name: string, file: string | Uint8Array, options: Options, problem?: [path: string, message: string]]>([
  ['a ZIP file', Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(5000)]), {}],
  ['random octets', randomBytes(100_000), {}],
  ['random octets as Shift_JIS', randomBytes(100_000), { encoding: 'shift_jis' }],
  ['a file of U+0000', '\0'.repeat(1000), {}],
  ['a file in UTF-16', utf16, {}],
  ['a file with a line of more than 64 KiB', tooLong, {}, ['line 2', 'The line is too long (at most 64 KiB)']],
  ['a file with an open quotation mark', neverClosed, {}, ['line 2', 'A quotation mark is never closed']],
  [
    'a file with another number of columns than named',
    `iccid\n`,
    { columns: ['iccid', 'imsi'] },
    ['line 1', 'The number of columns is not that of the header'],
  ],
])('%s is refused as a whole and leaves no task', async (_name, file, options, problem) => {
  const { body } = await refusalOf(imports.check(file, options))
  expect(body?.code).toBe('csvHeader')
  if (problem) expect([body?.fields?.[0]?.path, body?.fields?.[0]?.message]).toEqual(problem)
  expect(await imports.server.db.selectFrom('tasks').select('id').execute()).toEqual([])
})

test('hostile cells are refused by line', async () => {
  const lines = await imports.check(
    `iccid,device_alias,external_device_id\n${iccid(1)},a\0b,\n${iccid(2)},=cmd|'/c calc'!A0,@x\n,,,,\n${iccid(3)},"a\nb",c\n`,
  )
  expect(lines.import).toMatchObject({ lines: 4, good: 1, bad: 3 })
  expect((await imports.problems(lines.id)).map(({ line, column }) => [line, column])).toEqual([
    [2, 'device_alias'],
    [4, null],
    [5, 'device_alias'],
  ])
})

test.each([
  ['after a header', 'iccid\n'],
  ['from the first octet', ''],
])('a file of 200 MiB commas %s is refused before half of it was sent', async (_name, header) => {
  const { answer, sent } = await stream(
    (function* () {
      if (header) yield header
      yield* repeated(',', 200 * mebibyte)
    })(),
  )
  expect(answer).toContain('csvHeader')
  expect(sent).toBeLessThan(100 * mebibyte)
})

test('a file of many bad lines is checked within 200 MiB of memory, and writes no SIM', async () => {
  const before = process.memoryUsage.rss()
  const { answer } = await stream(
    (function* () {
      yield 'iccid,imsi\n'
      yield* repeated(',,,\n', mebibyte / 8)
    })(),
  )
  expect(answer).toContain('"state":"checked"')
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * mebibyte)
  expect(await imports.server.db.selectFrom('sims').select('id').execute()).toEqual([])
})

test('an interrupted upload leaves only its cancelled task', async () => {
  const { port } = new URL(imports.server.url)
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.write(
    `POST /v1/sims/imports HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${imports.call.accessToken}\r\ncontent-length: 1000000\r\n` +
      `content-type: multipart/form-data; boundary=${boundary}\r\n\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\niccid\n${iccid(1)}\n${iccid(2)}\n`,
  )
  const [checking] = await until(async () => {
    const { data } = await imports.call(endpoints.listTasks, { query: { state: 'checking' } })
    return data.length > 0 && data
  })
  socket.destroy()
  expect(await imports.ended(checking!.id)).toMatchObject({ state: 'cancelled' })
  expect(await imports.staged()).toEqual([])
})

test('a field after the file is refused', async () => {
  const form = new FormData()
  form.set('file', new File([`iccid\n${iccid(1)}\n`], 'x.csv'))
  form.set('mode', 'update')
  const late = await fetch(`${imports.server.url}/v1/sims/import`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${imports.call.accessToken}` },
  })
  expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([400, 'invalidInput'])
  expect(await imports.sims()).toEqual([])
})

test('a member has at most five files in check or waiting; discarding one makes room', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => imports.check(`iccid\n${iccid(at)}\n`)))
  const open = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(open.length).toBeLessThanOrEqual(5)
  while (open.length < 5) open.push(await imports.check(`iccid\n${iccid(40 + open.length)}\n`))
  expect(await codeOf(imports.check(`iccid\n${iccid(10)}\n`))).toBe('importsOpen')
  expect(await codeOf(imports.call(endpoints.importSims, { body: {}, file: new File(['iccid\n'], 'a.csv') }))).toBe('importsOpen')
  const other = await imports.server.signIn('ADMIN')
  expect((await imports.check(`iccid\n${iccid(10)}\n`, {}, other)).state).toBe('checked')
  await imports.call(endpoints.cancelTask, { params: { id: open[0]!.id } })
  expect((await imports.check(`iccid\n${iccid(10)}\n`)).state).toBe('checked')
})

test('a file above the size limit is refused while it arrives with the limit, and leaves only a failed task', async () => {
  await using small = await startTestServer({ IMPORT_MAX_MB: '1' })
  const admin = await small.signIn('ADMIN')
  const lines = (count: number) =>
    `iccid,device_alias\n${Array.from({ length: count }, (_, n) => `${iccid(n)},${'x'.repeat(60)}\n`).join('')}`
  expect((await imports.check(lines(10_000), {}, admin)).state).toBe('checked')
  const before = await small.db.selectFrom('sim_import_lines').select('line').execute()
  const refusal = await imports.check(lines(20_000), {}, admin).catch((error: unknown) => error)
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
    const socket = connect(Number(new URL(imports.server.url).port), '127.0.0.1')
    const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\niccid\n`
    const headers = `authorization: Bearer ${imports.call.accessToken}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9999`
    socket.write(`POST /v1/sims/imports HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n\r\n${head}`)
    return socket
  })
  await until(async () => (await imports.server.db.selectFrom('tasks').select('id').where('state', '=', 'checking').execute()).length === 3)
  expect(await codeOf(imports.check(`iccid\n${iccid(1)}\n`))).toBe('tooManyRequests')
  const other = await imports.server.signIn('ADMIN')
  expect((await imports.check(`iccid\n${iccid(1)}\n`, {}, other)).state).toBe('checked')
  for (const socket of slow) socket.destroy()
  await until(async () => (await imports.server.db.selectFrom('tasks').select('id').where('state', '=', 'checking').execute()).length === 0)
})
