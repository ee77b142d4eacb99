import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { connectionFilters } from '@simdeck/contract/sims.ts'
import { addSims } from '../../testing/sims.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { ConnectionSweep } from './sweep.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

async function lists(server: TestServer) {
  const call = await server.signIn('ROOT')
  const ids = async (connection: (typeof connectionFilters)[number]) =>
    (await call(endpoints.listSims, { query: { connection, sort: 'created_at:ASC' } })).data.map(({ id }) => id)
  return {
    call,
    ids,
    is: (connection: (typeof connectionFilters)[number], wanted: number[]) =>
      until(async () => String(await ids(connection)) === String(wanted)),
  }
}

test('a SIM that was silent for the online term, or whose session has ended, is listed as such and keeps its modification time', async () => {
  await using server = await startTestServer()
  const { call, ids, is } = await lists(server)
  const updated: number[] = []
  const { ticket } = await call(endpoints.wsTicket, {})
  using socket = Object.assign(new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${ticket}`), {
    [Symbol.dispose]: () => socket.close(),
  })
  socket.addEventListener('message', (message) => {
    const { event, sim } = JSON.parse(String(message.data)) as { event: string; sim?: { id: number } }
    if (event === 'SIM_UPDATED' && sim) updated.push(sim.id)
  })
  await until(() => socket.readyState === WebSocket.OPEN)

  const silentSoon = new Date(Date.now() - 15 * 60_000 + 2_000)
  const [silent = 0, online = 0, session = 0, silentSession = 0, inSession = 0] = await addSims(server.db, [
    { connection: 1, last_poll: silentSoon },
    { last_poll: minutesAgo(1) },
    { connection: 2, last_poll: minutesAgo(1), ota_open_until: minutesAgo(0) },
    { connection: 2, last_poll: minutesAgo(100), ota_open_until: minutesAgo(0) },
    { last_poll: minutesAgo(100), ota_open_until: minutesAgo(-5) },
  ])
  const { updated_at } = await server.db.selectFrom('sims').select('updated_at').where('id', '=', silent).executeTakeFirstOrThrow()
  await is('off', [silent, silentSession])
  await is('on', [online, session])
  expect(await ids('ota')).toEqual([inSession])
  await until(() => [silent, session, silentSession].every((id) => updated.includes(id)))
  expect(updated).not.toContain(online)
  const after = await server.db.selectFrom('sims').select('updated_at').where('id', '=', silent).executeTakeFirstOrThrow()
  expect(after.updated_at).toEqual(updated_at)
})

test('many SIMs that became silent together are all found, by one node at a time; a new online term causes a check of all', async () => {
  await using server = await startTestServer({ SERVICES: 'ota' })
  const { db } = server
  const { ids, is } = await lists(server)
  const changed: number[] = []
  const sweep = new ConnectionSweep(db, (simIds) => changed.push(...simIds))
  await sweep.run()

  const many = 2_500
  const rows = Array.from({ length: many }, (_, index) => ({
    iccid: String(8981100_000_000_000_000n + BigInt(index)),
    connection: 1 as const,
  }))
  await db.insertInto('sims').values(rows).execute()
  await db
    .updateTable('sim_contacts')
    .set({ last_poll: new Date(Date.now() - 15 * 60_000 - 5_000) })
    .execute()
  await Promise.all([sweep.run(), new ConnectionSweep(db, () => undefined).run()])
  await sweep.run()
  expect(await ids('on')).toEqual([])
  expect((await db.selectFrom('sims').select('id').where('connection', '=', 0).execute()).length).toBe(many)

  await db.insertInto('settings').values({ key: 'system_config_sim_online_term', value: '60', type: 1, created_by: null }).execute()
  sweep.checkAll()
  await sweep.run()
  await is('off', [])
  expect(changed.length).toBeGreaterThanOrEqual(many)
})
