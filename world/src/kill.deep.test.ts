import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atRandomMoments, killsNode, stoppable, stopsPostgres } from './kills/moments.ts'
import { startOwnPostgres } from './kills/own-postgres.ts'
import { startTestEnvironment } from './kills/test-environment.ts'
import { killAtEveryMoment } from './kills/kill-at-every-moment.ts'

const seed = 'kill.test'
const print = () => undefined

test('after kill -9 at writes and frames, and stops of PostgreSQL, no OTA is lost, repeated or misreported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simdeck-kill-'))
  try {
    await using postgres = await startOwnPostgres(folder)
    await using environment = await startTestEnvironment({ ...stoppable(postgres), seed, sims: 3, blocks: 4, spares: 0 })
    expect(
      await killAtEveryMoment(environment, { kind: 'writes', delayed: false, seed, sampleRate: 1 / 12, maxKills: 2, print }),
    ).toMatchObject({ kills: 2 })
    expect(
      await killAtEveryMoment(environment, { kind: 'frames', delayed: false, seed, sampleRate: 1 / 12, maxKills: 1, print }),
    ).toMatchObject({ kills: 1 })
    // The time on the card's clock includes its wait before it sends again, and the start of the server.
    expect(Math.max(...environment.recovery.durationsMs)).toBeLessThan(60_000)
    await atRandomMoments(environment, { moments: 1, print }, stopsPostgres(environment, postgres))
    await environment.addNode()
    await atRandomMoments(environment, { moments: 1, print }, killsNode(environment))
    expect(environment.nodes.reduce((sum, { processCount }) => sum + processCount, 0)).toBe(6)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
