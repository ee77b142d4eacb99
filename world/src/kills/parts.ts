import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atRandomMoments, killsNode, stopsPostgres, stoppable } from './moments.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { startStage, type Stage, type StageOptions } from './stage.ts'
import { walk } from './walk.ts'

export type PartOptions = {
  postgresUrl: string
  seed: string
  sims?: number
  blocks?: number
  /** Number of kills; for `writes` and `frames` the maximum. */
  moments?: number
  print: (text: string) => void
}

export type Figures = { kills: number; moments?: number; otas: number; frames: number; recoveries: number; slowestMs: number }

/**
 * Parts of the kill tests. Each kills in its own way until its moments are done, and throws when an OTA was lost, repeated or misreported.
 */
export const parts: Record<string, (options: PartOptions) => Promise<Figures>> = {
  writes: (options) => walked(options, 'writes'),
  frames: (options) => walked(options, 'frames'),

  async random(options) {
    const { moments = 200, print } = options
    await using stage = await startStage(stageOptions(options))
    await atRandomMoments(stage, { moments, print }, killsNode(stage))
    return figuresOf(stage, moments)
  },

  async nodes(options) {
    const { moments = 50, print } = options
    await using stage = await startStage(stageOptions(options))
    await stage.addNode()
    await atRandomMoments(stage, { moments, print }, killsNode(stage))
    return figuresOf(stage, moments)
  },

  async postgres(options) {
    const { moments = 50, print } = options
    const folder = mkdtempSync(join(tmpdir(), 'simdeck-kills-'))
    try {
      await using postgres = await startOwnPostgres(folder)
      await using stage = await startStage({ ...stageOptions(options), ...stoppable(postgres) })
      await atRandomMoments(stage, { moments, print }, stopsPostgres(stage, postgres))
      return figuresOf(stage, moments)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Approximate number of moments of an install and a removal; fewer kills are spread over all of them. */
const aboutSoMany = 200

async function walked(options: PartOptions, kind: 'writes' | 'frames'): Promise<Figures> {
  await using stage = await startStage({ ...stageOptions(options), sims: 1 })
  const { seed, moments, print } = options
  const oneIn = moments === undefined ? 1 : Math.max(1, Math.floor(aboutSoMany / moments))
  const done = await walk(stage, { kind, slowly: kind === 'writes', seed, oneIn, most: moments, print })
  return { ...figuresOf(stage, done.kills), moments: done.moments }
}

const stageOptions = ({ postgresUrl, seed, sims = 8, blocks = 20 }: PartOptions): StageOptions => ({ postgresUrl, seed, sims, blocks })

function figuresOf({ jobs, witness, recovery }: Stage, kills: number): Figures {
  const { tookMs } = recovery
  return { kills, otas: jobs.judged, frames: witness.frames, recoveries: tookMs.length, slowestMs: Math.max(0, ...tookMs) }
}
