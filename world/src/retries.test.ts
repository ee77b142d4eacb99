import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { customAid, customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'

/** The cards fail two times with a failure of memory, in LOAD, in INSTALL, and in the DELETE of a replacement. */
const faults = [
  { kind: 'statusWord', sw: 0x6581, ins: 0xe8, block: 2, times: 2 },
  { kind: 'statusWord', sw: 0x6f00, ins: 0xe6, skip: 1, times: 2 },
] as const
const deletionFails = { kind: 'statusWord', sw: 0x6f00, ins: 0xe4, times: 2 } as const

test('SIMs that fail twice for a passing reason succeed at the third attempt, and count once', async () => {
  await using world = await startWorld({
    sims: 3,
    profile: (index) => ({ receiveBuffer: 255, misbehaviours: [faults[index] ?? deletionFails] }),
  })
  const [loads, installs, replaces] = world.simIds
  const retryNow = (id: number) => world.admin(endpoints.changeCampaign, { params: { id }, body: { action: 'retryNow' } })
  const attempts = async (id: number) => (await world.logsOf(id)).map((log) => log.attempts)
  const first = await world.upload(customCap(), 'first')
  const before = await world.install(first, [replaces!])
  await world.finished(before.id)

  const { id } = await world.install(first, [loads!, installs!], { maxFailedPercent: 0, minResults: 1 })
  for (const failed of [1, 2]) {
    await until(async () => (await attempts(id)).every((count) => count === failed))
    expect(await world.admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ state: 'running', counts: { Ready: 2 } })
    await retryNow(id)
  }
  expect(await world.finished(id)).toMatchObject({ state: 'completed', counts: { Succeeded: 2, Failed: 0 } })
  for (const log of await world.logsOf(id)) expect(log).toMatchObject({ attempts: 2, not_before: null, progress: { code: null, sw: null } })

  const second = await world.upload(customCap({ minor: 9 }), 'second')
  const replacement = await world.install(second, [replaces!])
  for (const failed of [1, 2]) {
    await until(async () => (await world.logsOf(replacement.id)).some((log) => log.attempts === failed))
    const logs = await world.logsOf(replacement.id)
    expect(logs.map(({ progress }) => progress.status)).toEqual(['Ready', 'Ready'])
    expect(logs.every(({ not_before: notBefore }) => notBefore !== null)).toBe(true)
    await retryNow(replacement.id)
  }
  expect(await world.finished(replacement.id)).toMatchObject({ state: 'completed', counts: { Succeeded: 1 } })
  for (const sim of world.fleet.sims) expect(sim.registry().applications.map(({ aid }) => aid)).toContain(customAid.module)
})
