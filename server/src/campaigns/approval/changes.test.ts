import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'
import { approvalChanges } from './changes.ts'
import { approvals } from './testing.ts'

test('a SIM that is cancelled and deleted while the campaign waits is among the deleted ones', async () => {
  await using server = await startTestServer()
  const world = await approvals(server)
  await world.setThreshold(3)
  const [first = 0, ...others] = await world.fleet(4)
  const { id } = await world.start([first, ...others])
  await world.colleague(endpoints.cancelOta, { params: { id }, body: { simIds: [first] } })
  await world.colleague(endpoints.deleteSim, { params: { id: first } })
  expect((await world.request(world.colleague, id)).changes).toMatchObject({ deleted: 1, withoutKeys: 0 })
})

test('the changes in a large campaign are counted by a job, and a view reads the stored ones', async () => {
  await using server = await startTestServer()
  const { db } = server
  const world = await approvals(server)
  await world.setThreshold(3)
  const ids = await world.fleet(3)
  const { id } = await world.start(ids)
  await db.updateTable('campaigns').set({ total: 20_000 }).execute()
  const changes = async () => (await world.request(world.colleague, id)).changes
  const poll = (upTo: number) =>
    db
      .updateTable('sim_contacts')
      .set({ last_poll: new Date(Date.now() + 1_000) })
      .where('sim_id', 'in', ids.slice(0, upTo))
      .execute()
  await poll(1)
  await approvalChanges({ db }).run()
  const counted = await changes()
  expect(counted).toMatchObject({ polled: 1 })
  await poll(3)
  expect(await changes()).toEqual(counted)
  await approvalChanges({ db }).run()
  expect(await changes()).toMatchObject({ polled: 3 })
})
