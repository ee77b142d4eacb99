import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atRandomMoments, killsNode, stoppable, stopsPostgres } from './kills/moments.ts'
import { startOwnPostgres } from './kills/own-postgres.ts'
import { startStage } from './kills/stage.ts'
import { walk } from './kills/walk.ts'

const seed = 'kill.test'
const print = () => undefined

test(
  'after kill -9 at writes and frames, and stops of PostgreSQL, no OTA is lost, repeated or misreported',
  { timeout: 150_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'simdeck-kill-'))
    try {
      await using postgres = await startOwnPostgres(folder)
      await using stage = await startStage({ ...stoppable(postgres), seed, sims: 3, blocks: 4, spares: 0 })
      expect(await walk(stage, { kind: 'writes', slowly: false, seed, oneIn: 12, most: 2, print })).toMatchObject({ kills: 2 })
      expect(await walk(stage, { kind: 'frames', slowly: false, seed, oneIn: 12, most: 1, print })).toMatchObject({ kills: 1 })
      // The time on the card's clock includes its wait before it sends again, and the start of the server.
      expect(Math.max(...stage.recovery.tookMs)).toBeLessThan(60_000)
      await atRandomMoments(stage, { moments: 1, print }, stopsPostgres(stage, postgres))
      await stage.addNode()
      await atRandomMoments(stage, { moments: 1, print }, killsNode(stage))
      expect(stage.victims.reduce((sum, { lives }) => sum + lives, 0)).toBe(6)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
