import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { importRawSim } from '../../testing/raw-card.ts'
import { startTestServer } from '../../testing/server.ts'
import { endUnconfirmed, storeReceipts } from './queries.ts'

test('a message without a receipt ends after a day, as neither delivered nor failed; a late receipt still tells its delivery', async () => {
  await using server = await startTestServer({ SERVICES: 'console' })
  const { db } = server
  const admin = await server.signIn('ADMIN')
  await importRawSim(admin)
  const sim = await db.selectFrom('sims').select('id').executeTakeFirstOrThrow()
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const sent = { sim_id: sim.id, state: 'accepted' as const, attempts: 1 }
  await db
    .insertInto('sms_messages')
    .values([
      { ...sent, message_id: 'old', sent_at: hoursAgo(25) },
      { ...sent, message_id: 'new', sent_at: hoursAgo(23) },
      { ...sent, message_id: 'late', sent_at: hoursAgo(26) },
    ])
    .execute()
  expect(await endUnconfirmed(db, 24, 1)).toEqual([sim.id])
  expect(await endUnconfirmed(db, 24, 100)).toEqual([sim.id])
  expect(await endUnconfirmed(db, 24, 100)).toEqual([])
  await storeReceipts(db, [{ messageId: 'late', reason: null }])
  const { messages } = await admin(endpoints.getSimSms, { params: { id: sim.id } })
  const shown = messages.map(({ message_id, state, reason, ended_at }) => `${message_id} ${state} ${reason} ${ended_at !== null}`)
  expect(shown.toSorted()).toEqual(['late delivered null true', 'new accepted null false', 'old accepted noReceipt true'])
  const root = await server.signIn('ROOT')
  expect(await root(endpoints.getSmsSender, {})).toMatchObject({ accepted: 1, unconfirmed: 1, delivered: 1 })
})
