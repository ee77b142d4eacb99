import { inject, expect, test } from 'vitest'
import { killAtEveryMoment } from './kills/kill-at-every-moment.ts'
import { keyWorks } from './kills/key-works.ts'
import { startTestEnvironment } from './kills/test-environment.ts'

const seed = 'key-kill.test'
const maxKills = 4

test.each([
  ['rotation', 'writes'],
  ['rotation', 'frames'],
  ['poller keys', 'writes'],
  ['poller keys', 'frames'],
] as const)('after kill -9 during the work %s at %s, the SIM is reachable with the keys of the record', async (name, kind) => {
  await using environment = await startTestEnvironment({ postgresUrl: inject('postgresUrl'), seed, sims: 1, blocks: 1 })
  const works = (await keyWorks(environment)).filter((work) => work.name === name)
  const sampleRate = kind === 'writes' ? 1 / 10 : 1
  const options = { works, kind, delayed: false, seed, sampleRate, maxKills, print: () => undefined }
  expect(await killAtEveryMoment(environment, options)).toMatchObject({ kills: maxKills })
})
