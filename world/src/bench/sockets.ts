import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from './bench.ts'
import { mebibytes, percentile } from './report.ts'
import type { ClientsReport, ClientsTask } from './socket-clients.ts'

const clients = 100
const changesASecond = 2_000
const batchesASecond = 5
const watchedBy = (client: number) => 20 + ((client * 37) % 81)
const minuteMs = 60_000

/**
 * Keeps a hundred lists of 20 to 100 SIMs open while 2,000 SIMs a second change, half of them on a screen. Measures the delay until a
 * client has each state, the missing final states, and the memory of the server.
 */
export async function benchSockets(bench: Bench): Promise<void> {
  const { query, flags } = bench
  const pool = await query<{ id: number }>('select id from sims order by id limit 12000')
  if (pool.length < 12_000) throw new Error('this benchmark needs at least 12,000 SIMs')
  const shown = pool.slice(0, 4_000).map(({ id }) => id)
  const watches = Array.from({ length: clients }, (_, client) => {
    const from = (client * 397) % (shown.length - 100)
    return shown.slice(from, from + watchedBy(client))
  })
  const tickets: string[] = []
  for (let client = 0; client < clients; client++) tickets.push((await bench.call(endpoints.wsTicket, {})).ticket)
  const task: ClientsTask = { url: bench.url.replace('http', 'ws'), clients: watches.map((sims, at) => ({ sims, ticket: tickets[at]! })) }
  const child = fork(join(import.meta.dirname, 'socket-clients.ts'), { serialization: 'advanced' })
  const reportOf = (kind: string) =>
    new Promise<ClientsReport>((done, failed) => {
      child.on('message', (message: { kind: string; report: ClientsReport }) => message.kind === kind && done(message.report))
      child.once('exit', () => failed(new Error('the clients ended')))
    })
  const ready = reportOf('ready')
  child.send({ task })
  await ready
  bench.note(`${clients} clients watch ${new Set(watches.flat()).size} SIMs; ${changesASecond} SIMs change in a second`)

  const memory: (string | number)[][] = []
  const startedAt = Date.now()
  const endsAt = startedAt + flags.minutes * minuteMs
  let changes = 0
  let slowest = 0
  let at = 0
  let nextMinute = 1
  let early = 0
  while (Date.now() < endsAt) {
    const due = startedAt + (changes / changesASecond) * 1000
    if (due > Date.now()) await pause(due - Date.now())
    const ids: number[] = []
    // Half of the changes belong to SIMs on a screen.
    for (let one = 0; one < changesASecond / batchesASecond; one++, at++)
      ids.push(one % 2 === 0 ? shown[((at / 2) * 7) % shown.length]! : pool[4_000 + (at % (pool.length - 4_000))]!.id)
    const before = performance.now()
    await change(bench, [...new Set(ids)])
    slowest = Math.max(slowest, performance.now() - before)
    changes += ids.length
    if (Date.now() >= startedAt + nextMinute * minuteMs) {
      const now = await bench.rssNow()
      if (nextMinute === 2) early = now
      memory.push([nextMinute, mebibytes(now), mebibytes(await bench.rss())])
      nextMinute++
    }
  }
  const seconds = (Date.now() - startedAt) / 1000
  await pause(2_000)
  const reported = reportOf('report')
  child.send({ end: true })
  const report = await reported
  child.kill()
  await check(bench, watches, report)

  const { latencies } = report
  bench.report(
    `Websockets: ${clients} clients, ${Math.round(changes / seconds)} changes a second, ${Math.round(seconds / 60)} minutes`,
    ['', 'figure'],
    [
      ['changes', changes],
      ['states that clients got', report.received],
      ['clients that were closed', report.closed],
      ['from the commit to the client, median', `${percentile(latencies, 0.5)} ms`],
      ['99 %', `${percentile(latencies, 0.99)} ms`],
      ['maximum', `${report.latest} ms`],
      ['later than 2 s', report.late],
      ['slowest write of 400 SIMs', `${Math.round(slowest)} ms`],
    ],
  )
  bench.report('Memory of the server', ['minute', 'now', 'peak'], memory)
  if (early > 0) bench.note(`memory at the end against minute 2: ${((await bench.rssNow()) / early).toFixed(3)}`)
}

/**
 * Does the same as a poll of the SIMs: updates their contact and notifies every node. Clients read the time of the change from `last_poll`.
 */
async function change(bench: Bench, ids: readonly number[]): Promise<void> {
  await bench.query(
    `with polled as (
       update sim_contacts set last_poll = clock_timestamp(), rsrp = -60 - (random() * 60)::int where sim_id = any($1) returning sim_id)
     select pg_notify('simdeck', json_build_object('sims', json_agg(sim_id), 'data', json_agg(sim_id))::text) from polled`,
    [ids],
  )
}

/** Compares the last state that each client has of each watched SIM with the database. */
async function check(bench: Bench, watches: readonly number[][], report: ClientsReport): Promise<void> {
  const rows = await bench.query<{ sim_id: number; last_poll: Date | null }>(
    'select sim_id, last_poll from sim_contacts where sim_id = any($1)',
    [[...new Set(watches.flat())]],
  )
  const truth = new Map(rows.map(({ sim_id, last_poll }) => [sim_id, last_poll?.toISOString()]))
  let wrong = 0
  for (const [client, sims] of watches.entries())
    for (const simId of sims) {
      const seen = report.last[client]?.get(simId)
      if (seen !== truth.get(simId)) wrong++
    }
  const states = watches.flat().length
  bench.note(
    wrong === 0 ? `all ${states} states on screens are the last ones` : `${wrong} of ${states} states on screens are NOT the last ones`,
  )
}
