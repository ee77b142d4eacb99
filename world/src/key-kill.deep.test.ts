import { inject, expect, test } from 'vitest'
import { killAtEveryMoment } from './kills/kill-at-every-moment.ts'
import { keyWorks } from './kills/key-works.ts'
import { startTestEnvironment } from './kills/test-environment.ts'

const seed = 'key-kill.test'
const maxKills = 4

test.each(['writes', 'frames'] as const)(
  'after kill -9 at %s of a rotation of keys, the SIM is reachable with the keys of the record',
  async (kind) => {
    await using environment = await startTestEnvironment({ postgresUrl: inject('postgresUrl'), seed, sims: 1, blocks: 1 })
    const works = await keyWorks(environment)
    const sampleRate = kind === 'writes' ? 1 / 10 : 1
    const options = { works, kind, delayed: false, seed, sampleRate, maxKills, print: () => undefined }
    expect(await killAtEveryMoment(environment, options)).toMatchObject({ kills: maxKills })
  },
)
