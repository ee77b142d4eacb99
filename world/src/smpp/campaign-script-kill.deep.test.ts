import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { hasWritten, packed, readName, requestOf, selectName, startReachable, writeName } from './campaign-script.fixture.ts'
import { counterOn } from './wake-world.fixture.ts'
import { spawnSender, useGateway } from './wake.fixture.ts'

const sims = 300

test('the script of each of 300 SIMs runs once, while nodes are killed and the message centre is cut off', async () => {
  const faults = { doubled: 0.1, late: 0.2, latestMs: 500 }
  // This server answers the calls; two other nodes queue and send.
  await using world = await startReachable(sims, { faults, env: { SERVICES: 'console' } })
  const { admin, server, centre, fleet } = world
  using _ = centre
  await useGateway(admin, world.port, { messages_per_second: 40, window_size: 20 })
  const nodes = [await spawnSender(server), await spawnSender(server)]
  try {
    const body = await requestOf(world, await world.store([selectName, writeName, readName]))
    const { id } = await admin(endpoints.putBulkOta, { body: { ...body, confirmedCount: sims } })
    const { counts } = centre
    for (const [at, accepted] of [20, 70, 120].entries()) {
      await until(() => counts.accepted > accepted)
      await nodes[at]!.kill()
      nodes.push(await spawnSender(server))
    }
    await until(() => counts.accepted > 170)
    centre.losesAnswers = true
    await until(() => counts.accepted > 175)
    centre.cut()
    centre.losesAnswers = false
    const succeeded = async () => (await admin(endpoints.getCampaign, { params: { id } })).counts.Succeeded
    for (const part of [0.25, 0.5, 0.75, 1]) await until(async () => (await succeeded()) >= part * sims)
    expect(await world.finished(id)).toMatchObject({ state: 'completed', counts: { Succeeded: sims } })
    const cards = fleet.sims.map((_sim, at) => [hasWritten(world, at), counterOn(world, at)])
    expect(cards.filter(([written, counter]) => !written || counter !== 1)).toEqual([])
    const messages = await server.db.selectFrom('sms_messages').select(['sim_id', 'ota_ended']).execute()
    expect([messages.length, messages.filter(({ ota_ended: ended }) => !ended).length]).toEqual([sims, 0])
    const results = await server.db.selectFrom('rfm_results').select(['sim_id', 'answers']).execute()
    const read = fleet.sims.map(
      (sim, at) => results.find(({ sim_id }) => sim_id === world.simIds[at])?.answers.lines[2]?.data === packed(sim.iccid),
    )
    expect(read.filter((isRight) => !isRight)).toEqual([])
  } finally {
    for (const node of nodes) await node.kill()
  }
})
