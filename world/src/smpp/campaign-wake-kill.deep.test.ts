import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { SmppServer } from './smpp-server.ts'
import { storeKeySets } from './store-key-sets.ts'
import { WakeCards } from './wake-cards.ts'
import { credentials, keySetOfSim, numberOfSim, spawnSender, useGateway } from './wake.fixture.ts'
import { wakesOf } from './wake-world.fixture.ts'

const sims = 3_000
const iccidOf = (index: number): string => `898110008${String(index).padStart(10, '0')}`

test('each of 3,000 SIMs of a campaign is woken once, while its nodes are killed and the message centre is cut off', async () => {
  // This server answers the calls; two other nodes queue and send.
  await using server = await startTestServer({ SERVICES: 'console' })
  const admin = await server.signIn('ADMIN')
  const numbers = Array.from({ length: sims }, (_, index) => numberOfSim(index))
  const simIds = await addSims(
    server.db,
    numbers.map((msisdn, index) => ({ iccid: iccidOf(index), msisdn, has_keys: true })),
  )
  const database = openDatabase(server.databaseUrl, { max: 2 })
  await storeKeySets(
    database,
    server.masterKey,
    numbers.map((_, index) => ({ iccid: iccidOf(index), keySet: keySetOfSim(index) })),
  )
  const cards = new WakeCards(numbers)
  const faults = { lost: 0, doubled: 0.1, late: 0.2, latestMs: 500 }
  using centre = new SmppServer({ ...credentials, faults, seed: '1', device: cards.device })
  // The queue holds a few seconds of messages, so that it is filled more than once.
  await useGateway(admin, await centre.listen(), { messages_per_second: 200, window_size: 100 })
  const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
  await admin(endpoints.dryRunBulkOta, { body: { snapshotId, kind: 'inventory' } })
  const rollout = { waves: [{ sims: 500 }], next: 'manual' as const, maxFailedPercent: null }
  const body = { snapshotId, kind: 'inventory' as const, confirmedCount: sims, wakeSims: true, rollout }

  const nodes = [await spawnSender(server), await spawnSender(server)]
  try {
    const { id } = await admin(endpoints.putBulkOta, { body })
    const woken = () => cards.woken.filter((times) => times > 0).length
    await until(() => centre.counts.accepted > 100)
    await nodes[0]!.kill()
    nodes.push(await spawnSender(server))
    await until(() => woken() === 500)
    await admin(endpoints.changeCampaign, { params: { id }, body: { action: 'release', wave: 2 } })
    await until(() => centre.counts.accepted > 900)
    await nodes[1]!.kill()
    nodes.push(await spawnSender(server))
    await until(() => centre.counts.accepted > 1_500)
    centre.losesAnswers = true
    await until(() => centre.counts.accepted > 1_560)
    centre.cut()
    centre.losesAnswers = false
    await until(() => centre.counts.accepted > 2_000)
    await nodes[2]!.kill()
    nodes.push(await spawnSender(server))
    await until(() => woken() === sims)
    expect(cards.woken.filter((times) => times !== 1)).toEqual([])
    // The receipt of a message is lost if its node dies before it is stored; others come later.
    const wakes = await until(async () => {
      const now = await wakesOf({ admin }, id)
      return now.waiting === 0 && now.sent + now.delivered === sims && now.delivered > sims / 2 && now
    })
    expect(wakes).toMatchObject({ failed: [], skipped: [] })
    const messages = await server.db.selectFrom('sms_messages').select(['state', 'counter']).execute()
    expect(messages.length).toBe(sims)
    expect(messages.filter(({ state, counter }) => !['accepted', 'delivered'].includes(state) || counter !== 1)).toEqual([])
  } finally {
    for (const node of nodes) await node.kill()
    await database.close()
  }
})
