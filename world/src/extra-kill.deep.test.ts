import { inject, expect, test } from 'vitest'
import { extraWorks } from './kills/extra-works.ts'
import { killAtEveryMoment } from './kills/kill-at-every-moment.ts'
import { startTestEnvironment } from './kills/test-environment.ts'

const seed = 'extra-kill.test'
const maxKills = 6

test.each(['writes', 'frames'] as const)(
  'after kill -9 at %s, extra content is removed once, and never if it has changed',
  async (kind) => {
    await using environment = await startTestEnvironment({ postgresUrl: inject('postgresUrl'), seed, sims: 1, blocks: 1 })
    const works = await extraWorks(environment)
    const sampleRate = kind === 'writes' ? 1 / 10 : 1
    const options = { works, kind, delayed: false, seed, sampleRate, maxKills, print: () => undefined }
    expect(await killAtEveryMoment(environment, options)).toMatchObject({ kills: maxKills })
  },
)
