import { expect, test } from 'vitest'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { killAt, nth } from './kills/kill-at.ts'
import type { StatementMoment } from './kills/postgres-proxy.ts'
import { type ServerProcess, serverScript, spawnNode, spawnServer } from './testing/server-process.ts'

const dayMs = 86_400_000
const stored = /insert into dashboard_figures/

/** The commit of the transaction that stored the figures of a minute. */
function commitOfFigures(phase: StatementMoment['phase']): (moment: StatementMoment) => boolean {
  let connection: object | null = null
  return (moment) => {
    if (moment.phase === 'after' && stored.test(moment.sql)) connection = moment.connection
    return moment.sql === 'commit' && moment.connection === connection && moment.phase === phase
  }
}

/** Both a node that was killed and the next one start in the same minute of a day, by the clocks of their processes. */
const moments: [name: string, isMoment: (moment: StatementMoment) => boolean, isStored: boolean][] = [
  ['the SIMs are counted, nothing is written', nth(1, stored, 'before'), false],
  ['the row of the minute is written', nth(1, stored, 'after'), false],
  ['the rows of all steps are written', nth(4, stored, 'after'), false],
  ['the row of the last figures is written', nth(1, /insert into dashboard_now/, 'after'), false],
  ['before the commit', commitOfFigures('before'), false],
  ['after the commit', commitOfFigures('after'), true],
]

test('figures of a minute are gathered once by two nodes, also after kill -9 of the one that gathers', async () => {
  // This server gathers nothing.
  await using server = await startTestServer({ SERVICES: 'ota' })
  const { db } = server
  await addSims(db, [{ status: 'ACTIVATED' }, { status: 'INVENTORY' }])
  const firstDay = Math.ceil(Date.now() / dayMs) * dayMs

  /** The environment of a node whose clock shows this time at its start. */
  const envAt = (startsAt: number, databaseUrl = server.databaseUrl) => ({
    DATABASE_URL: databaseUrl,
    MASTER_KEY: server.masterKey,
    PORT: '0',
    DEVICE_PORT: '0',
    SERVICES: 'console',
    LOG_LEVEL: 'debug',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockFrom(startsAt))}`,
  })
  const hasLooked = (node: ServerProcess) => node.line('"work":"overview"')
  const rowsFrom = (at: Date) =>
    db
      .selectFrom('dashboard_figures')
      .select(['step_seconds', 'at', 'minutes', 'figures'])
      .where('at', '>=', at)
      .orderBy('step_seconds')
      .execute()
  const once = (at: Date) => [60, 600, 3600, 86_400].map((seconds) => ({ step_seconds: seconds, at, minutes: 1 }))

  for (const [index, [name, isMoment, isStored]] of moments.entries()) {
    const at = new Date(firstDay + index * dayMs)
    const run = (databaseUrl: string) => spawnNode(serverScript, envAt(at.getTime() + 15_000, databaseUrl))
    await killAt({ databaseUrl: server.databaseUrl, isMoment, run })
    expect([name, (await rowsFrom(at)).length]).toEqual([name, isStored ? 4 : 0])
    const next = await spawnServer(envAt(at.getTime() + 30_000))
    await hasLooked(next)
    await next.kill()
    const rows = await rowsFrom(at)
    expect([name, rows]).toMatchObject([name, once(at)])
    expect([name, rows.map(({ figures }) => figures['sims'])]).toEqual([name, [2, 2, 2, 2]])
  }

  const at = new Date(firstDay + moments.length * dayMs)
  const nodes = await Promise.all([15_000, 15_000].map((ms) => spawnServer(envAt(at.getTime() + ms))))
  await until(async () => (await rowsFrom(at)).length > 0)
  await Promise.any(nodes.map(hasLooked))
  await Promise.all(nodes.map((node) => node.kill()))
  expect(await rowsFrom(at)).toMatchObject(once(at))
})

/** A script that lets the clock of its process begin at this time. */
const clockFrom = (startsAt: number): string => `const now = Date.now, ahead = ${startsAt} - now(); Date.now = () => now() + ahead`
