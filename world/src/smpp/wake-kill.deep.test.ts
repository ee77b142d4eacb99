import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { queueWakes } from '@simdeck/server/sms/messages/queries.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { SmppServer } from './smpp-server.ts'
import { storeKeySets } from './store-key-sets.ts'
import { WakeCards } from './wake-cards.ts'
import { credentials, keySetOfSim, numberOfSim, spawnSender, useGateway } from './wake.fixture.ts'

const sims = 1_000
const iccidOf = (index: number): string => `898110007${String(index).padStart(10, '0')}`

test('each of 1,000 SIMs is woken once, while the message centre is cut off and the sending node is killed', async () => {
  // This server answers the calls; two other nodes send.
  await using server = await startTestServer({ SERVICES: 'console' })
  const admin = await server.signIn('ADMIN')
  const numbers = Array.from({ length: sims }, (_, index) => numberOfSim(index))
  await addSims(
    server.db,
    numbers.map((msisdn, index) => ({ iccid: iccidOf(index), msisdn })),
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
  await useGateway(admin, await centre.listen(), { messages_per_second: 500, window_size: 100 })

  const nodes = [await spawnSender(server), await spawnSender(server)]
  try {
    const ids = (await server.db.selectFrom('sims').select('id').execute()).map(({ id }) => id)
    const counters = async () =>
      new Map(
        (await server.db.selectFrom('sms_counters').selectAll().execute()).map((row) => [row.fingerprint.toString('hex'), row.counter]),
      )
    expect(await queueWakes(server.db, ids)).toBe(sims)
    // A second wake-up of SIMs that wait adds none.
    expect(await queueWakes(server.db, ids)).toBe(0)
    await until(() => centre.counts.accepted > 200)
    const before = await counters()
    centre.losesAnswers = true
    await until(() => centre.counts.accepted > 260)
    centre.cut()
    centre.losesAnswers = false
    await until(() => centre.counts.binds > 1 && centre.counts.accepted > 500)
    // One of the nodes has the session: first one is killed, and if it was the other, that one goes on.
    await nodes[0]!.kill()
    await until(() => centre.counts.accepted > 650)
    nodes.push(await spawnSender(server))
    await nodes[1]!.kill()
    await until(async () => (await admin(endpoints.getSmsSender, {})).delivered === sims)
    expect(cards.woken.filter((count) => count !== 1)).toEqual([])
    for (const [fingerprint, counter] of await counters()) {
      expect(counter).toBeGreaterThanOrEqual(before.get(fingerprint) ?? 0)
      expect(counter).toBe(1)
    }
    const messages = await server.db.selectFrom('sms_messages').select(['state', 'attempts', 'proof_status']).execute()
    expect(messages.filter(({ state }) => state !== 'delivered')).toEqual([])
    // Those whose answer was lost were sent again.
    expect(messages.filter(({ attempts }) => attempts > 1).length).toBeGreaterThan(0)
    expect(await admin(endpoints.getSmsSender, {})).toMatchObject({ queued: 0, sent: 0, unknown: 0, failed: 0 })
  } finally {
    for (const node of nodes) await node.kill()
    await database.close()
  }
})
