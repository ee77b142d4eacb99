import { randomBytes } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { endedTaskStates, type Task } from '@simdeck/contract/tasks.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { wrapKey } from '@simdeck/protocol/crypto/key-wrap.ts'
import { kcv } from '@simdeck/protocol/scp03/keys.ts'
import type { Bench } from './bench.ts'
import { listAsker } from './list-asker.ts'
import { mebibytes, spread } from './report.ts'

const columns = ['iccid', 'cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_enc_kcv', 'scp03_mac', 'scp03_dek'] as const
const transportKey = new Uint8Array(randomBytes(32))
const otherKey = new Uint8Array(randomBytes(32))
const restMs = 10_000
const lookMs = 500

/** One line in ten has one of these faults. */
const faults = ['unknownSim', 'transportKey', 'checkValue', 'keyForm', 'twice'] as const
const faultyEvery = 10
type Fault = (typeof faults)[number]

/** Sets the keys of all SIMs by a file with keys under a transport key, one line in ten of which has a fault. */
export async function benchKeyImport(bench: Bench): Promise<void> {
  const iccids = (await bench.query<{ iccid: string }>('select iccid from sims order by id')).map(({ iccid }) => iccid)
  let busy = 0
  /** Repeats a call that the server answers by serverBusy. */
  const call: Bench['call'] = async (endpoint, input) => {
    for (;;) {
      try {
        return await bench.call(endpoint, input)
      } catch (error) {
        if (!(error instanceof CallError) || error.body?.code !== 'serverBusy') throw error
        busy++
        await pause(lookMs)
      }
    }
  }
  const asker = listAsker({ call })
  const rows: string[][] = []
  const measured = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    await bench.forgetPeak()
    const startedAt = performance.now()
    const { done, times } = await asker.meanwhile(work)
    const seconds = (performance.now() - startedAt) / 1000
    rows.push([what, seconds.toFixed(1), mebibytes(await bench.rss()), ...spread(times)])
    bench.note(`${what}: ${seconds.toFixed(1)} s`)
    return done
  }
  await bench.logLine('the index of the SIM list is loaded')
  await measured('nothing', () => pause(restMs))

  const path = join(bench.folder, 'keys.csv')
  await writeKeyFile(path, iccids)
  const checked = await measured('check', () => check({ ...bench, call }, path))
  const results: string[][] = []
  for (const pageIndex of [0, 1000, 4999]) {
    const startedAt = performance.now()
    const query = { outcome: 'refused', pageIndex, take: 20 }
    const { totalItems } = await call(endpoints.listTaskResults, { params: { id: checked.id }, query })
    results.push([`page ${pageIndex} of ${totalItems} results`, (performance.now() - startedAt).toFixed(1)])
  }
  const { import: found, succeeded, refused } = await measured('writing', () => write({ ...bench, call }, checked))
  bench.report(
    `Key file of ${iccids.length} lines, one in ten with a fault, and pages of the SIM list meanwhile`,
    ['', 's', 'peak memory of the server', 'pages: p50, ms', 'p95, ms', 'slowest, ms'],
    rows,
  )
  bench.report('Refused lines after the check', ['', 'ms'], results)
  bench.note(
    `${found?.lines} lines: ${found?.good} right, ${found?.bad} faulty; ${succeeded} SIMs have new keys, ${refused} lines are refused`,
  )
  bench.note(`calls answered by serverBusy, and repeated: ${busy}`)
}

async function check({ call }: Bench, path: string): Promise<Task> {
  const body = { columns: JSON.stringify(columns), transport_key: toHex(transportKey), kvn: 48 }
  return call(endpoints.checkKeyImport, { body, file: await openAsBlob(path) })
}

async function write({ call }: Bench, { id }: Task): Promise<Task> {
  await call(endpoints.startKeyImport, { params: { id } })
  for (;;) {
    const task = await call(endpoints.getTask, { params: { id } })
    if (endedTaskStates.includes(task.state)) return task
    await pause(lookMs)
  }
}

async function writeKeyFile(path: string, iccids: readonly string[]): Promise<void> {
  async function* lines() {
    yield `${columns.join(',')}\n`
    let piece = ''
    for (const n of iccids.keys()) {
      piece += lineOf(n, iccids, n % faultyEvery === 0 ? faults[(n / faultyEvery) % faults.length]! : null)
      if (n % 1000 !== 999) continue
      yield piece
      piece = ''
    }
    yield piece
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
}

type WrappedKeys = { wrapped: string[]; underOther: string[]; value: string }

/** Keys that the lines of a file take in turn, since wrapping other ones for each line would take longer than their import. */
const pool: WrappedKeys[] = Array.from({ length: 1000 }, () => {
  const keys = Array.from({ length: 5 }, () => new Uint8Array(randomBytes(16)))
  const under = (transport: Uint8Array) => keys.map((key) => toHex(wrapKey(transport, key)))
  return { wrapped: under(transportKey), underOther: under(otherKey), value: toHex(kcv(keys[2]!)) }
})

function lineOf(n: number, iccids: readonly string[], fault: Fault | null): string {
  const { wrapped, underOther, value } = pool[n % pool.length]!
  const keys = fault === 'transportKey' ? underOther : fault === 'keyForm' ? wrapped.map((key) => key.slice(2)) : wrapped
  const [cap, encrypt, enc, mac, dek] = keys
  const sim = fault === 'unknownSim' ? `80${String(n).padStart(17, '0')}` : fault === 'twice' ? iccids[1]! : iccids[n]!
  return `${[sim, cap, encrypt, enc, fault === 'checkValue' ? '000000' : value, mac, dek].join(',')}\n`
}
