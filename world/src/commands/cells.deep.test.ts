import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { runCommand } from '../testing/command.ts'

const header = 'radio,mcc,net,area,cell,unit,lon,lat,range,samples,changeable,created,updated,averageSignal'
const eci = (site: number, sector: number) => site * 256 + sector
const tower = (cell: number, longitude: number, latitude: number, range = 500, area = 7) =>
  `LTE,440,10,${area},${cell},0,${longitude},${latitude},${range},3,1,1500000000,1600000000,-90`

let server: TestServer
let call: TestCall
let ids: number[]
let env: Record<string, string>
const folder = mkdtempSync(join(tmpdir(), 'simdeck-cells-'))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const cells = (path: string) => runCommand('cells', env, path)
async function positions() {
  const { data } = await call(endpoints.listSims, { query: { sort: 'iccid:ASC' } })
  return data.map(({ longitude, latitude, accuracy }) => [longitude, latitude, accuracy])
}

beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  env = { DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey }
  const at = { radio: 8, mcc: '440', mnc: '10', lac: 7, last_poll: new Date() }
  ids = await addSims(server.db, [
    { ...at, cell_id: eci(1000, 1) },
    { ...at, cell_id: eci(1000, 9) },
    { ...at, cell_id: eci(5000, 1) },
    { ...at, cell_id: eci(5000, 1), lac: 8 },
    {},
  ])
})
afterAll(() => server[Symbol.asyncDispose]())

test('cell towers are imported, bad lines are counted and named, and SIMs get the position of their cell, site or area', async () => {
  const lines = [
    header,
    tower(eci(1000, 1), 139.7, 35.6, 400),
    tower(eci(1000, 2), 139.8, 35.8, 600),
    tower(eci(2000, 1), 139.9, 35.8, 500),
    'LTE,440,10,7',
    tower(eci(3000, 1), 239.9, 35.8),
    'CDMA,440,10,7,1,0,139,35,500,1,1,1,1,0',
    'LTE,440,1O,7,1,0,139,35,500,1,1,1,1,0',
  ]
  const outcome = await cells(file('japan.csv', `${lines.join('\r\n')}\r\n`))
  expect(outcome.output).toBe('3 cell towers imported; 1 lines of other radio technologies left out; 3 bad lines left out')
  expect(outcome.failure.split('\n').slice(0, 3)).toEqual(['line 5: bad number of fields', 'line 6: bad position', 'line 8: bad net'])
  expect(outcome.code).toBe(0)
  const [exact, site, area, ...others] = await positions()
  expect(exact).toEqual([139.7, 35.6, 400])
  expect(site).toEqual([139.75, 35.7, 600])
  expect(area!.slice(0, 2)).toEqual([139.8, 35.733333])
  expect(area![2]).toBeGreaterThan(600)
  expect(others).toEqual([
    [null, null, null],
    [null, null, null],
  ])
})

test('a compressed file replaces the towers, and a file that cannot be used leaves them', async () => {
  expect((await cells(file('new.csv.gz', gzipSync(`${tower(eci(1000, 1), 140, 36)}\n`)))).output).toBe('1 cell towers imported')
  const replaced = [
    [140, 36, 500],
    [140, 36, 500],
    [140, 36, 500],
  ]
  expect((await positions()).slice(0, 3)).toEqual(replaced)
  const whole = gzipSync(`${tower(eci(1000, 1), 1, 1)}\n`.repeat(5_000))
  for (const path of [file('cut.csv.gz', whole.subarray(0, 60)), file('empty.csv', `${header}\n`), join(folder, 'absent.csv')]) {
    const { code, output, failure } = await cells(path)
    expect([path, code, output]).toEqual([path, 1, ''])
    expect(failure).not.toBe('')
  }
  expect((await positions()).slice(0, 3)).toEqual(replaced)
  expect(await runCommand('cells', env)).toMatchObject({ code: 2 })
})

test('an import that was killed goes on at its line, and has each tower once', async () => {
  const many = Array.from({ length: 250_000 }, (_, at) => tower(eci(10_000 + (at >> 8), at & 255), 139 + at / 1e6, 35))
  const path = file('many.csv', `${header}\n${many.join('\n')}\n`)
  const running = spawn(process.execPath, ['world/src/commands/cells.ts', path], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await once(running.stderr, 'data')
  running.kill('SIGKILL')
  await once(running, 'close')
  expect((await positions())[0]).toEqual([140, 36, 500])
  expect((await cells(path)).output).toMatch(/^250,000 cell towers imported; resumed after line [12]\d\d,\d{3}$/)
  const { count } = await server.db
    .selectFrom('cell_towers')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(250_000)
  expect(ids).toHaveLength(5)
})

test('new towers wait for a reader of the old ones, and nobody waits for them meanwhile', async () => {
  const path = file('late.csv', `${tower(eci(1000, 1), 141, 37)}\n`)
  const running = await server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('cell_towers').select('cell').limit(1).execute()
    const command = spawn(process.execPath, ['world/src/commands/cells.ts', path], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let told = ''
    for await (const text of command.stderr) if ((told += String(text)).includes('wait until another session')) break
    // Another session reads the old towers while the import waits.
    const { cell } = await server.db.selectFrom('cell_towers').select('cell').limit(1).executeTakeFirstOrThrow()
    expect(Number(cell)).toBeGreaterThanOrEqual(eci(10_000, 0))
    return command
  })
  if (running.exitCode === null) await once(running, 'exit')
  expect(running.exitCode).toBe(0)
  expect((await positions())[0]).toEqual([141, 37, 500])
})
