import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { killAt, nth } from '../kills/kill-at.ts'
import { serverScript, spawnNode, spawnServer } from '../testing/server-process.ts'
import { addAccount, addFleet, apiKey, carrierEnvironment, differing, nodeEnvironment, startCarrier } from './carrier.fixture.ts'

const fleet = 20_000
const changesOfAMinute = 500
const dayMs = 86_400_000
const minutes = 10
/** One node asks for so many parts at a time, one of them of the latest changes; two nodes would ask for more. */
const atOnce = 5

test.each(['jasper', 'ntt'] as const)(
  'the synchronisation of 20,000 devices of %s goes on after a kill, beside the latest changes, on one node of two',
  { timeout: minutes * 60_000 },
  async (platform) => {
    await using carrier = await startCarrier({ platform })
    // This server only answers; other nodes synchronise.
    await using server = await startTestServer({ ...carrierEnvironment, SERVICES: 'ota,device' })
    const admin = await server.signIn('ADMIN')
    const [fresh, stopped] = platform === 'jasper' ? (['INVENTORY', 'DEACTIVATED'] as const) : (['AVAILABLE', 'SUSPENDED'] as const)
    const ids = await addFleet(server, carrier, fleet, fresh, Date.now() - dayMs)
    const rows = await server.db.selectFrom('sims').select(['id', 'iccid']).orderBy('id').execute()
    const [read, last] = [rows[0]!, rows.at(-1)!]
    // Here and at the carrier the last device of the list differs, and a hundred others.
    await server.db
      .updateTable('sims')
      .set({ status: stopped })
      .where('id', 'in', [last.id, ...ids.filter((_, at) => at % 200 === 100)])
      .execute()
    await addAccount(admin, carrier.url, { platform })
    const env = nodeEnvironment(server)
    // A fast machine stores many parts in one write, so that the whole list takes few of them.
    const writes = platform === 'jasper' ? 8 : 3
    await killAt({
      databaseUrl: server.databaseUrl,
      isMoment: nth(writes, /update connector_accounts set sync_read/, 'after'),
      run: (databaseUrl) => spawnNode(serverScript, { ...env, DATABASE_URL: databaseUrl }),
    })
    const before = carrier.listed.length
    const first = carrier.listed[0]!
    expect((await admin(endpoints.listConnectors, {}))[0]?.syncedTo).toBeNull()
    carrier.devices.change(read.iccid, 'ACTIVATED')
    const nodes = [await spawnServer(env), await spawnServer(env)]
    try {
      await until(async () => (await admin(endpoints.listConnectors, {}))[0]?.syncedTo)
      expect(await differing(server, carrier)).toEqual([])
      const after = carrier.listed.slice(before)
      // The node that goes on reads the latest changes from their beginning, and the list from about where it was.
      expect(Math.min(...after.filter(({ since }) => since === first.since).map(({ from }) => from))).toBeGreaterThan(100)
      expect(after.some(({ since, from }) => since > first.since && from === 0)).toBe(true)
      const changes = await server.db.selectFrom('sim_status_changes').select(['sim_id', 'source']).orderBy('id').execute()
      const places = [read, last].map(({ id }) => changes.findIndex(({ sim_id: sim, source }) => sim === id && source === 'carrier'))
      expect(places[0]).toBeGreaterThanOrEqual(0)
      expect(places[1]).toBeGreaterThan(places[0]!)
      expect(carrier.mostListing).toBeLessThanOrEqual(atOnce)

      for (const { iccid } of rows.slice(100, 100 + changesOfAMinute)) carrier.devices.change(iccid, stopped)
      await until(async () => (await differing(server, carrier)).length === 0)
      expect(carrier.mostListing).toBeLessThanOrEqual(atOnce)
    } finally {
      for (const node of nodes) await node.kill()
    }
  },
)

test('an account that moves to another address while it is synchronised begins anew there', async () => {
  await using server = await startTestServer(carrierEnvironment)
  const admin = await server.signIn('ADMIN')
  await using former = await startCarrier()
  await using present = await startCarrier()
  await addFleet(server, former, 300, 'INVENTORY')
  for (const { iccid } of await server.db.selectFrom('sims').select('iccid').execute()) present.devices.add(iccid, 'ACTIVATED')
  const { id, name, username } = await addAccount(admin, former.url, { callsPerSecond: 1 })
  await until(() => former.listed.length > 2)
  const body = { name, username, apiKey, baseUrl: present.url, callsPerSecond: 1000 }
  await admin(endpoints.updateConnector, { params: { id }, body })
  await until(async () => (await admin(endpoints.listConnectors, {}))[0]?.syncedTo)
  expect(present.listed[0]).toMatchObject({ from: 0 })
  expect(await differing(server, present)).toEqual([])
})
