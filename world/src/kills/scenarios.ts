import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atRandomMoments, killsNode, stopsPostgres, stoppable } from './moments.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { startTestEnvironment, type TestEnvironment, type TestEnvironmentOptions } from './test-environment.ts'
import { killAtEveryMoment, type Work } from './kill-at-every-moment.ts'
import { extraWorks } from './extra-works.ts'
import { keyWorks } from './key-works.ts'
import { silentPollers, silentPollerWorks, switchWorks, twoPollers, updateWorks } from './poller-works.ts'
import { scriptWorks } from './script-works.ts'
import { certificateWorks, fileWorks } from './safe-works.ts'
import { iotSafePreloads } from '../testing/iot-safe.ts'

export type ScenarioOptions = {
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
 * Scenarios of the kill tests. Each kills processes at its own moments, and throws when an OTA was lost, repeated or misreported.
 */
export const scenarios: Record<string, (options: ScenarioOptions) => Promise<Figures>> = {
  writes: (options) => atEveryMoment(options, 'writes'),
  frames: (options) => atEveryMoment(options, 'frames'),
  certificate: (options) => atEveryMoment(options, 'writes', certificateWorks),
  file: (options) => atEveryMoment(options, 'writes', fileWorks),

  keys: (options) => atFramesAndWrites(options, keyWorks),
  extra: (options) => atFramesAndWrites(options, extraWorks),
  scripts: (options) => atFramesAndWrites(options, scriptWorks),

  async pollers(options) {
    const { moments, print } = options
    const done: Figures[] = []
    for (const [name, worksOf, more] of pollerParts) {
      print(name)
      const left = moments === undefined ? undefined : Math.ceil(moments / pollerParts.length)
      done.push(await atFramesAndWrites({ ...options, moments: left }, worksOf, more))
    }
    return sumOf(done)
  },

  async random(options) {
    const { moments = 200, print } = options
    await using environment = await startTestEnvironment(environmentOptions(options))
    await atRandomMoments(environment, { moments, print }, killsNode(environment))
    return figuresOf(environment, moments)
  },

  async nodes(options) {
    const { moments = 50, print } = options
    await using environment = await startTestEnvironment(environmentOptions(options))
    await environment.addNode()
    await atRandomMoments(environment, { moments, print }, killsNode(environment))
    return figuresOf(environment, moments)
  },

  async postgres(options) {
    const { moments = 50, print } = options
    const folder = mkdtempSync(join(tmpdir(), 'simdeck-kills-'))
    try {
      await using postgres = await startOwnPostgres(folder)
      await using environment = await startTestEnvironment({ ...environmentOptions(options), ...stoppable(postgres) })
      await atRandomMoments(environment, { moments, print }, stopsPostgres(environment, postgres))
      return figuresOf(environment, moments)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type WorksOf = (environment: TestEnvironment) => Promise<Work[]>

const pollerParts: [string, WorksOf, Partial<TestEnvironmentOptions>][] = [
  ['updates', updateWorks, {}],
  ['updates to silent pollers', silentPollerWorks, silentPollers],
  ['switches', switchWorks, twoPollers],
]

async function atFramesAndWrites(options: ScenarioOptions, worksOf: WorksOf, more?: Partial<TestEnvironmentOptions>): Promise<Figures> {
  const { moments, print } = options
  print('kills at frames')
  const frames = await atEveryMoment({ ...options, blocks: 1, moments: undefined }, 'frames', worksOf, more)
  print('kills at writes')
  const left = moments === undefined ? undefined : Math.max(1, moments - frames.kills)
  return sumOf([frames, await atEveryMoment({ ...options, blocks: 1, moments: left }, 'writes', worksOf, more)])
}

/** Approximate number of moments of an install and a removal; fewer kills are spread over all of them. */
const expectedMoments = 200

async function atEveryMoment(
  options: ScenarioOptions,
  kind: 'writes' | 'frames',
  worksOf?: WorksOf,
  more: Partial<TestEnvironmentOptions> = {},
): Promise<Figures> {
  const preloads = worksOf ? iotSafePreloads : []
  await using environment = await startTestEnvironment({ ...environmentOptions(options), sims: 1, preloads, ...more })
  const { seed, moments, print } = options
  const works = await worksOf?.(environment)
  const sampleRate = moments === undefined ? 1 : moments / expectedMoments
  const delayed = kind === 'writes'
  const done = await killAtEveryMoment(environment, { ...(works && { works }), kind, delayed, seed, sampleRate, maxKills: moments, print })
  return { ...figuresOf(environment, done.kills), moments: done.moments }
}

/** The figures of several parts together. */
function sumOf(parts: readonly Figures[]): Figures {
  const sum = (of: (figures: Figures) => number) => parts.reduce((all, figures) => all + of(figures), 0)
  return {
    kills: sum(({ kills }) => kills),
    moments: sum(({ moments = 0 }) => moments),
    otas: sum(({ otas }) => otas),
    frames: sum(({ frames }) => frames),
    recoveries: sum(({ recoveries }) => recoveries),
    slowestMs: Math.max(...parts.map(({ slowestMs }) => slowestMs)),
  }
}

const environmentOptions = ({ postgresUrl, seed, sims = 8, blocks = 20 }: ScenarioOptions): TestEnvironmentOptions => ({
  postgresUrl,
  seed,
  sims,
  blocks,
})

function figuresOf({ campaigns, wireChecker, recovery }: TestEnvironment, kills: number): Figures {
  const { durationsMs } = recovery
  return {
    kills,
    otas: campaigns.verified,
    frames: wireChecker.frames,
    recoveries: durationsMs.length,
    slowestMs: Math.max(0, ...durationsMs),
  }
}
