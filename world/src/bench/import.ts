import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { endedTaskStates, type Task } from '@simdeck/contract/tasks.ts'
import { copyIn, copyRow } from '@simdeck/server/platform/db/copy.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import type { Bench } from './bench.ts'
import { mebibytes } from './report.ts'

const simColumns = ['iccid', 'imsi', 'msisdn', 'imei', 'device_alias', 'operator', 'cm_platform', 'type', 'external_device_id', 'status']
const keyColumns = ['cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_mac', 'scp03_dek']
const pieceCharacters = 256 * 1024

type Outcome = { what: string; seconds: number; peak: number | null }

/**
 * Imports as many SIMs as the database has, without and with keys. Compares with COPY of the same number of rows into the same tables and
 * indexes.
 */
export async function benchImport(bench: Bench): Promise<void> {
  const rows: (string | number)[][] = []
  for (const [round, withKeys] of [false, true].entries()) {
    const copied = await copyRows(bench, 2 * round, withKeys)
    const imported = await importFile(bench, 2 * round + 1, withKeys)
    for (const { what, seconds, peak } of [copied, ...imported]) {
      rows.push([
        `${what}, ${withKeys ? 'with five keys' : 'without keys'}`,
        seconds.toFixed(1),
        Math.round(bench.sims / seconds),
        (copied.seconds / seconds).toFixed(2),
        peak === null ? '' : mebibytes(peak),
      ])
    }
  }
  bench.note(`Columns: ${simColumns.join(', ')}; with keys also ${keyColumns.join(', ')}. The table held ${bench.sims} SIMs before.`)
  bench.report(`Import of ${bench.sims} lines`, ['', 's', 'lines/s', 'speed ÷ COPY', 'peak memory of the server'], rows)
}

function cellsOf(round: number, n: number): string[] {
  const digits = (length: number) => String(n).padStart(length, '0')
  const iccid = `8981199${round}${digits(11)}`
  return [
    iccid,
    `4401${round}${digits(10)}`,
    `+8180${digits(8)}`,
    `35${round}${digits(12)}`,
    `東京メーター ${round}-${n}`,
    'ntt',
    'ntt',
    'SIM',
    `EXT-${round}-${n}`,
    'ACTIVATED',
  ]
}

function* inPieces(rows: Iterable<string>): Generator<string> {
  let piece = ''
  for (const row of rows) {
    piece += row
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  yield piece
}

async function writeFile(path: string, rows: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(inPieces(rows)), createWriteStream(path))
}

async function importFile(bench: Bench, round: number, withKeys: boolean): Promise<Outcome[]> {
  const path = join(bench.folder, `${round}.csv`)
  await writeFile(
    path,
    (function* () {
      yield `${[...simColumns, ...(withKeys ? keyColumns : [])].join(',')}\n`
      for (let n = 0; n < bench.sims; n++) {
        const keys = withKeys ? keyColumns.map(() => randomBytes(16).toString('hex')) : []
        yield `${[...cellsOf(round, n), ...keys].join(',')}\n`
      }
    })(),
  )
  await bench.forgetPeak()
  const begun = performance.now()
  const checked = await bench.call(endpoints.checkSimImport, { body: {}, file: await openAsBlob(path) })
  const checkedAt = performance.now()
  await bench.call(endpoints.startSimImport, { params: { id: checked.id }, body: {} })
  const { state, failure } = await completed(bench, checked)
  const ended = performance.now()
  if (state !== 'completed') throw new Error(`the import ended as ${state} (${failure ?? 'no reason'})`)
  const peak = await bench.rss()
  return [
    { what: 'Check: upload, every line, staging', seconds: (checkedAt - begun) / 1000, peak: null },
    { what: 'Check and write', seconds: (ended - begun) / 1000, peak },
  ]
}

async function completed(bench: Bench, task: Task): Promise<Task> {
  for (;;) {
    // An overloaded server may answer serverBusy; the request is then repeated.
    const now = await bench.call(endpoints.getTask, { params: { id: task.id } }).catch((error: unknown) => {
      if (error instanceof CallError && error.body?.code === 'serverBusy') return null
      throw error
    })
    if (now && endedTaskStates.includes(now.state)) return now
    await wait(200)
  }
}

/** Writes the same number of rows by COPY in its text format, from a prepared file. */
async function copyRows(bench: Bench, round: number, withKeys: boolean): Promise<Outcome> {
  const [last] = await bench.query<{ id: number }>('select coalesce(max(id), 0) as id from sims')
  const idOf = (n: number) => Number(last?.id) + 1 + n
  const sims = join(bench.folder, `${round}-sims.txt`)
  const keys = join(bench.folder, `${round}-keys.txt`)
  const each = function* (row: (n: number) => string) {
    for (let n = 0; n < bench.sims; n++) yield row(n)
  }
  await writeFile(
    sims,
    each((n) => copyRow([idOf(n), ...cellsOf(round, n)])),
  )
  // A sealed key has 29 octets more than the key of 16 octets.
  const sealed = () => keyColumns.map(() => randomBytes(45))
  if (withKeys)
    await writeFile(
      keys,
      each((n) => copyRow([idOf(n), ...sealed(), 'A000000151000000', 48, randomBytes(16)])),
    )
  const database = openDatabase(bench.databaseUrl, { max: 1 })
  const client = await database.pool.connect()
  try {
    const begun = performance.now()
    await client.query('begin')
    const copy = async (table: string, columns: readonly string[], path: string) => {
      const target = copyIn(client, table, columns)
      for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: pieceCharacters }))
        await target.write(piece as string)
      await target.end()
    }
    await copy('sims', ['id', ...simColumns], sims)
    if (withKeys)
      await copy('sim_keys', ['sim_id', ...keyColumns, 'security_domain_aid', 'key_version_number', 'cap_auth_fingerprint'], keys)
    await client.query('commit')
    const seconds = (performance.now() - begun) / 1000
    await client.query(`select setval(pg_get_serial_sequence('sims', 'id'), max(id)) from sims`)
    return { what: 'COPY', seconds, peak: null }
  } finally {
    client.release()
    await database.close()
  }
}
