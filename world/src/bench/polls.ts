import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { PollTable } from '@simdeck/server/ota/polls/poll-table.ts'
import type { Bench } from './bench.ts'
import { simsToPlay } from './bench-sims.ts'
import { type Child, startChild } from './child.ts'
import type { PollReport } from './poll-clients.ts'
import { familySeconds, processorSeconds } from './processor-time.ts'
import { reportProfile } from './profile.ts'
import { mebibytes, percentile } from './report.ts'

/** Number of simultaneous connections of cards. */
const atOnce = 64
/** The server writes the results of POLLs at most a second later; this adds a margin. */
const writeMarginMs = 3_000

/**
 * Sends POLLs of SIMs without work, each over its own connection, from another process to a server on one processor. Compares with as many
 * frames of the same size to a bare echo server of Node. Each SIM polls once in a run, and its row is settled before.
 */
export async function benchPolls(bench: Bench): Promise<void> {
  bench.note(await memoryOfTable(bench))
  const sims = await simsToPlay(bench, bench.sims)
  const profiles = sims.map(({ profile }) => profile)
  using cards = startChild('poll-clients.ts')
  using echo = startChild('poll-clients.ts')
  const echoPort = await echo.ask<number>({ kind: 'echo' })
  const alone = onFirstProcessor(bench.serverPid) && onFirstProcessor(echo.pid)
  const build = (counter: number) => cards.ask({ kind: 'build', profiles, counter })
  const run = (port: number) => cards.ask<PollReport>({ kind: 'run', port, atOnce })
  // Two warm-up runs, so that the code of both is compiled before measuring. The first POLL of a SIM reports another IMEI than its row has,
  // and writes the row; later idle POLLs do not.
  for (const counter of [1, 2]) {
    await build(counter)
    await run(bench.devicePort)
    await pause(writeMarginMs)
  }
  await run(echoPort)
  await build(3)

  const commits = async () => {
    const [row] = await bench.query<{ commits: number }>(
      'select xact_commit as commits from pg_stat_database where datname = current_database()',
    )
    return row!.commits
  }
  const measured = async (pid: number, port: number) => {
    await pause(writeMarginMs)
    const before = { own: processorSeconds(pid), postgres: familySeconds(bench.postgresPid), commits: await commits() }
    const report = await run(port)
    const own = processorSeconds(pid) - before.own
    await pause(writeMarginMs)
    const postgres = familySeconds(bench.postgresPid) - before.postgres
    const written = processorSeconds(pid) - before.own
    return { report, own, written, postgres, commits: (await commits()) - before.commits }
  }
  const bare = await measured(echo.pid, echoPort)
  const server = await measured(bench.serverPid, bench.devicePort)
  const each = (seconds: number) => `${((seconds / bench.sims) * 1e6).toFixed(1)} µs`
  const row = (name: string, of: (one: typeof server) => string | number) => [name, of(server), of(bare)]
  bench.report(
    `Idle POLLs of ${bench.sims} SIMs, a connection each, ${atOnce} at a time${alone ? ', server on one processor' : ''}`,
    ['', 'Simdeck', 'bare echo'],
    [
      row('octets up, down', ({ report }) => `${report.octetsUp}, ${report.octetsDown}`),
      row('answered, failed', ({ report }) => `${report.answers}, ${report.failed}`),
      row('a second', ({ report }) => Math.round(report.answers / report.seconds)),
      row('a second of its processor time', ({ own }) => Math.round(bench.sims / own)),
      row('median', ({ report }) => `${percentile(report.latencies, 0.5).toFixed(1)} ms`),
      row('99 %', ({ report }) => `${percentile(report.latencies, 0.99).toFixed(1)} ms`),
      row('maximum', ({ report }) => `${percentile(report.latencies, 1).toFixed(1)} ms`),
      row('its processor time, each', ({ own }) => each(own)),
      row('… with the writes afterwards', ({ written }) => each(written)),
      row('processor time of PostgreSQL, each', ({ postgres }) => each(postgres)),
      row('transactions', ({ commits: all }) => all),
    ],
  )
  bench.note(
    `bare echo ÷ Simdeck by processor time: ${(bare.own / server.own).toFixed(2)}; memory of the server ${mebibytes(await bench.rssNow())}`,
  )
  await reportProfile(bench)
}

/** Binds a process to the first processor; false where the system cannot do this. */
function onFirstProcessor(pid: Child['pid']): boolean {
  return spawnSync('taskset', ['-a', '-c', '-p', '0', String(pid)]).status === 0
}

/** Memory per SIM of the poll table that each node holds. */
async function memoryOfTable({ databaseUrl, sims }: Bench): Promise<string> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const { db, close } = openDatabase(databaseUrl, { max: 1 })
  const table = new PollTable(db, { flush: () => Promise.resolve(), waiting: () => -1 })
  const before = used()
  const startedAt = performance.now()
  await table.reload()
  const seconds = (performance.now() - startedAt) / 1000
  const octets = (used() - before) / table.size
  await close()
  return `poll table of ${table.size} SIMs (of ${sims}): ${octets.toFixed(0)} octets a SIM, read in ${seconds.toFixed(1)} s`
}
