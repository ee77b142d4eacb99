import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { addAccount, addFleet, carrierEnvironment, changeAll, differing, ended, letTimePass, startCarrier } from './carrier.fixture.ts'
import { noFaults } from './carrier-faults.ts'

const fleet = 4000
const dayMs = 86_400_000

test('parts of a long list and changes are asked for a few at a time, and one at a time after the carrier was called too often', async () => {
  await using server = await startTestServer(carrierEnvironment)
  await using carrier = await startCarrier()
  const slow = { ...noFaults, slowMs: 20 }
  carrier.faults = slow
  const admin = await server.signIn('ADMIN')
  const ids = await addFleet(server, carrier, fleet, 'INVENTORY', Date.now() - dayMs)
  const other = ids[fleet - 1]!
  await server.db.updateTable('sims').set({ status: 'DEACTIVATED' }).where('id', '=', other).execute()
  await addAccount(admin, carrier.url)
  const synced = () => until(async () => (await admin(endpoints.listConnectors, {}))[0]?.syncedTo)
  await synced()
  expect(await differing(server, carrier)).toEqual([])
  expect(carrier.mostListing).toBeGreaterThan(1)
  expect(carrier.mostListing).toBeLessThanOrEqual(5)
  const { count } = await server.db
    .selectFrom('sim_connectors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(fleet)
  expect(await ended(admin, (await changeAll(admin, ids.slice(0, 100), 'ACTIVATED')).id)).toMatchObject({ succeeded: 100 })
  expect(carrier.mostChanging).toBeGreaterThan(1)
  expect(carrier.mostChanging).toBeLessThanOrEqual(4)

  carrier.faults = { ...slow, mode: 'limited' }
  const { id } = await changeAll(admin, ids.slice(100, 200), 'ACTIVATED')
  await until(async () => (await admin(endpoints.getTask, { params: { id } })).waitsFor === 'busy')
  carrier.faults = slow
  carrier.forgetMost()
  await server.db.updateTable('connector_accounts').set({ synced_to: null, sync_read: null }).execute()
  await letTimePass(server)
  expect(await ended(admin, id)).toMatchObject({ succeeded: 100 })
  await synced()
  expect(carrier.mostListing).toBe(1)
  expect(carrier.mostChanging).toBe(1)
})
