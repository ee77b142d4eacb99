import { inject, expect, test } from 'vitest'
import { killAtEveryMoment } from './kills/kill-at-every-moment.ts'
import { certificateWorks, fileWorks } from './kills/safe-works.ts'
import { startTestEnvironment } from './kills/test-environment.ts'
import { iotSafePreloads } from './testing/iot-safe.ts'

const seed = 'safe-kill.test'
const maxKills = 4

test.each([
  { work: 'a certificate', worksOf: certificateWorks },
  { work: 'a file', worksOf: fileWorks },
])('after kill -9 at writes of the database, $work of a SIM is written once and rightly, and removed', async ({ worksOf }) => {
  const postgresUrl = inject('postgresUrl')
  await using environment = await startTestEnvironment({ postgresUrl, seed, sims: 1, blocks: 1, preloads: iotSafePreloads })
  const works = await worksOf(environment)
  const options = { works, kind: 'writes', delayed: false, seed, sampleRate: 1 / 30, maxKills, print: () => undefined } as const
  expect(await killAtEveryMoment(environment, options)).toMatchObject({ kills: maxKills })
})
