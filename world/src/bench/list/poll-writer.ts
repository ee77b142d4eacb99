import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { type PollRecord, recordPolls } from '@simdeck/server/ota/batch/poll-queries.ts'
import { Random } from '@simdeck/simulator/random.ts'

/** SIMs `from` to `to` poll, `aSecond` of them in a second. */
export type PollTask = { databaseUrl: string; from: number; to: number; aSecond: number; seed: string }
export type PollReport = { polls: number; seconds: number; slowestMs: number }

// Entry point of a process that writes idle polls of SIMs, as a node of the device port does.

const batchesASecond = 2
/** A notification of PostgreSQL has room for as many ids. */
const idsPerNotification = 400

let ended = false

async function poll({ databaseUrl, from, to, aSecond, seed }: PollTask): Promise<PollReport> {
  const database = openDatabase(databaseUrl, { max: 1 })
  const random = new Random(seed)
  const startedAt = performance.now()
  let polls = 0
  let slowestMs = 0
  for (let counter = 1; !ended; counter++) {
    const due = startedAt + (polls / aSecond) * 1000
    if (due > performance.now()) await pause(due - performance.now())
    const before = performance.now()
    const ids = new Set(Array.from({ length: aSecond / batchesASecond }, () => random.between(from, to)))
    const { written } = await recordPolls(
      database.db,
      [...ids].map((id) => pollOf(id, counter, random)),
    )
    for (let at = 0; at < written.length; at += idsPerNotification) {
      const some = written.slice(at, at + idsPerNotification)
      await database.pool.query(`select pg_notify('simdeck', $1)`, [JSON.stringify({ sims: some, data: some })])
    }
    polls += ids.size
    slowestMs = Math.max(slowestMs, performance.now() - before)
  }
  await database.close()
  return { polls, seconds: (performance.now() - startedAt) / 1000, slowestMs }
}

const pollOf = (id: number, counter: number, random: Random): PollRecord => ({
  sim_id: id,
  cap_auth_fingerprint: createHash('sha256').update(String(id)).digest('hex'),
  poll_counter: counter,
  proven: false,
  at: Date.now(),
  poller_instance_aid: null,
  poller_name: null,
  poller_version: null,
  imei: null,
  rsrp: -random.between(60, 120),
  rsrq: -random.between(3, 20),
  radio: null,
  mcc: null,
  mnc: null,
  lac: random.between(1, 65_000),
  cell_id: random.between(1, 1_000_000),
  free_memory: null,
  receive_buffer: null,
  content_digest: null,
})

let running: Promise<PollReport> | null = null

process.on('message', (message: PollTask | { end: true }) => {
  if ('end' in message) {
    ended = true
    void running?.then((report) => process.send?.(report))
    return
  }
  running = poll(message)
  running.catch(() => process.exit(1))
  process.send?.('polling')
})
