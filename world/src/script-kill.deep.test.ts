import { inject, expect, test } from 'vitest'
import { killAtEveryMoment } from './kills/kill-at-every-moment.ts'
import { scriptWorks } from './kills/script-works.ts'
import { startTestEnvironment } from './kills/test-environment.ts'

const seed = 'script-kill.test'
const maxKills = 6

test.each(['writes', 'frames'] as const)('after kill -9 at %s, each command of a script has changed the card once', async (kind) => {
  await using environment = await startTestEnvironment({ postgresUrl: inject('postgresUrl'), seed, sims: 1, blocks: 1 })
  const works = await scriptWorks(environment)
  const sampleRate = kind === 'writes' ? 1 / 10 : 1
  const options = { works, kind, delayed: false, seed, sampleRate, maxKills, print: () => undefined }
  expect(await killAtEveryMoment(environment, options)).toMatchObject({ kills: maxKills })
})
