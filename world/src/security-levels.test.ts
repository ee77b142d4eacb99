import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { scp03Levels } from '@simdeck/contract/sim-values.ts'
import { fastClock } from './testing/fast-clock.ts'
import { customAid, customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'

const authenticate = 0x82
const noAnswerProtection = 0x10
const noAnswerEncryption = 0x30

test('an OTA uses the security level of its SIM, and fails before EXTERNAL AUTHENTICATE if the card does not offer it', async () => {
  const offered = scp03Levels.map((level) => ({ level, i: 0x70, runs: true }))
  const cards = [
    ...offered,
    { level: '11', i: noAnswerProtection, runs: false },
    { level: '33', i: noAnswerEncryption, runs: false },
    { level: '13', i: noAnswerEncryption, runs: true },
  ]
  /** P1 of each EXTERNAL AUTHENTICATE that reached the card, by the card's index. */
  const asked: number[][] = cards.map(() => [])
  let made = 0
  await using world = await startWorld({
    sims: cards.length,
    profile: (index) => ({ i: cards[index]!.i }),
    row: (index) => ({ scp03_level: cards[index]!.level }),
    fleet: {
      speed: 36,
      clock: fastClock(10),
      throughCard: (execute) => {
        const levels = asked[made++]!
        return (command) => {
          if (command[1] === authenticate) levels.push(command[2]!)
          return execute(command)
        }
      },
    },
  })
  const shown = await Promise.all(world.simIds.map((id) => world.admin(endpoints.getSim, { params: { id } })))
  expect(shown.map(({ scp03_level: level }) => level)).toEqual(cards.map(({ level }) => level))

  const first = await world.install(await world.upload(customCap()))
  await world.finished(first.id)
  const ends = new Map((await world.logsOf(first.id)).map(({ sim_id: id, progress }) => [id, progress]))
  for (const [index, { level, runs }] of cards.entries()) {
    const { status, code, reason } = ends.get(world.simIds[index]!)!
    const right = runs ? ['Succeeded', null, null, [Number.parseInt(level, 16)]] : ['Failed', 101, 'securityLevel', []]
    expect([index, status, code, reason, asked[index]]).toEqual([index, ...right])
    const held = world.fleet.sims[index]!.registry().loadFiles.map(({ aid }) => aid)
    expect(held.includes(customAid.package)).toBe(runs)
  }

  const changed = { params: { id: world.simIds[5]! }, body: { scp03_level: '01' as const } }
  expect(await world.admin(endpoints.updateSim, changed)).toMatchObject({ scp03_level: '01' })
  const again = await world.install(await world.upload(customCap(), 'again'), [world.simIds[5]!])
  expect(await world.finished(again.id)).toMatchObject({ state: 'completed' })
  expect(asked[5]).toEqual([0x01])
})
