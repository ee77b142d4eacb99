import { inject, expect, test } from 'vitest'
import { killAtEveryMoment } from './kills/kill-at-every-moment.ts'
import { silentPollers, silentPollerWorks, switchWorks, twoPollers, updateWorks } from './kills/poller-works.ts'
import { startTestEnvironment } from './kills/test-environment.ts'

const seed = 'poller-kill.test'
const maxKills = 4
const parts = { update: [updateWorks, {}], 'silent poller': [silentPollerWorks, silentPollers], switch: [switchWorks, twoPollers] } as const

test.each([
  ['update', 'writes'],
  ['update', 'frames'],
  ['silent poller', 'writes'],
  ['silent poller', 'frames'],
  ['switch', 'writes'],
  ['switch', 'frames'],
] as const)('after kill -9 during the work %s at %s, the SIM has the poller that it is meant to have', async (part, kind) => {
  const [worksOf, more] = parts[part]
  await using environment = await startTestEnvironment({ postgresUrl: inject('postgresUrl'), seed, sims: 1, blocks: 1, ...more })
  const works = await worksOf(environment)
  const sampleRate = kind === 'writes' ? 1 / 10 : 1
  const options = { works, kind, delayed: false, seed, sampleRate, maxKills, print: () => undefined }
  expect(await killAtEveryMoment(environment, options)).toMatchObject({ kills: maxKills })
})
