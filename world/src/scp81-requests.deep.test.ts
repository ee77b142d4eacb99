import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { concat } from '@simdeck/protocol/bytes.ts'
import { expandedResult, expandedScript } from '@simdeck/protocol/scp80/scripts.ts'
import { resultType, scriptType } from '@simdeck/protocol/scp81/headers.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { post, setKey, startAgentWorld } from './scp81.fixture.ts'
import { telemetryCap } from './testing/recipes.ts'

const ok = { 'x-admin-script-status': 'ok', 'content-type': resultType }

test('requests that are no requests of an admin agent are refused, and the session goes on', async () => {
  await using world = await startAgentWorld({ sims: 2 })
  const { door, profiles, simIds, agents } = world
  const [own, other] = [profiles[0]!, profiles[1]!]
  const { id } = await world.install(await world.upload(telemetryCap(4)), [simIds[0]!])
  const first = await post(door, own)
  expect(first).toMatchObject({
    status: 200,
    headers: { 'content-type': scriptType, 'transfer-encoding': 'chunked', 'x-admin-targeted-application': '//aid/A000000151/000000' },
  })
  const path = String(first.headers['x-admin-next-uri'])
  const { commands } = expandedScript.decode(first.body)
  const responses = commands.map(() => ({ data: new Uint8Array(), sw: 0x9000 }))
  const body = expandedResult.encode({ isIndefinite: true, executed: commands.length, responses })
  const status = async (given: Parameters<typeof post>[2]) => (await post(door, own, { path, headers: ok, body, ...given })).status
  expect(await status({ method: 'GET', body: undefined })).toBe(405)
  expect(await status({ headers: { ...ok, 'x-admin-protocol': 'http/1.0' } })).toBe(400)
  expect(await status({ headers: { ...ok, 'x-admin-from': null } })).toBe(400)
  expect(await status({ headers: { ...ok, 'x-admin-script-status': 'perhaps' } })).toBe(400)
  expect(await status({ headers: { ...ok, 'content-type': 'text/plain' } })).toBe(415)
  expect(await status({ body: new Uint8Array(70_000) })).toBe(413)
  expect(await status({ path: path.replace(/1$/, '3') })).toBe(409)
  // The session of one SIM is unknown to another one, which has nothing to do.
  expect((await post(door, other, { path, headers: ok, body })).status).toBe(204)

  const second = await post(door, own, { path, headers: ok, body })
  expect(second.status).toBe(200)
  expect(await post(door, own, { path, headers: { ...ok, 'x-admin-resume': 'true' }, body })).toMatchObject({
    status: 200,
    headers: { 'x-admin-next-uri': second.headers['x-admin-next-uri'] },
    body: second.body,
  })
  expect(await status({ body: concat(body, body) })).toBe(409)
  expect(await agents[0]!.visit(door)).toMatchObject({ kind: 'done' })
  expect((await world.finished(id)).counts).toMatchObject({ Succeeded: 1 })
})

test.each([
  ['a result that cannot be read', { body: new Uint8Array([0xab, 0x05, 0x80]) }, 100],
  ['an unknown application', { headers: { 'x-admin-script-status': 'unknown-application' } }, 101],
  ['a security error', { headers: { 'x-admin-script-status': 'security-error' } }, 300],
])('%s ends the OTA with its code', async (_, given, code) => {
  await using world = await startAgentWorld({ sims: 1 })
  const { door, profiles } = world
  const { id } = await world.install(await world.upload(telemetryCap(4)))
  const path = String((await post(door, profiles[0]!)).headers['x-admin-next-uri'])
  expect((await post(door, profiles[0]!, { path, headers: ok, ...given })).status).toBe(204)
  await world.finished(id)
  expect((await world.logsOf(id))[0]).toMatchObject({ progress: { status: 'Failed', code } })
})

test('a poller and an admin agent of one SIM never have a session at the same time', async () => {
  await using world = await startAgentWorld({ sims: 1, profile: () => ({ poller: {} }) })
  const { door, profiles, server, simIds, agents, fleet, admin } = world
  await until(async () => (await admin(endpoints.getSim, { params: { id: simIds[0]! } })).last_poll)
  fleet.stop()
  const { id } = await world.install(await world.upload(telemetryCap(4)))
  expect((await post(door, profiles[0]!)).status).toBe(200)
  const sessions = () => server.db.selectFrom('ota_sessions').select(['session_id', 'sequence']).execute()
  const before = await sessions()
  expect(before).toHaveLength(1)
  const sim = fleet.sims[0]!
  sim.start()
  // A poller polls again only after the answer to its last POLL.
  const polled = fleet.stats()
  await until(() => {
    sim.pollNow()
    return fleet.stats().polls >= polled.polls + 2
  })
  expect(fleet.stats().sessions).toBe(polled.sessions)
  sim.stop()
  expect(await sessions()).toEqual(before)
  expect(await agents[0]!.visit(door)).toMatchObject({ kind: 'done' })
  expect((await world.finished(id)).counts).toMatchObject({ Succeeded: 1 })

  // The state of the row is that of a session of a poller, which has an instance.
  const removal = await world.campaign({ appletType: 1, active: false })
  expect((await post(door, profiles[0]!)).status).toBe(200)
  const row = await server.db.selectFrom('ota_sessions').select('state').executeTakeFirstOrThrow()
  const state = JSON.stringify({ ...row.state, instanceAid: { hex: 'f053494d4445434b' } })
  await server.db.updateTable('ota_sessions').set({ state }).execute()
  const busy = await post(door, profiles[0]!)
  expect(busy).toMatchObject({ status: 503, headers: { 'retry-after': '180' } })
  expect((await world.logsOf(removal.id))[0]).toMatchObject({ progress: { status: 'Ready' } })
})

test('a changed key opens no connection, and a request or a handshake that does not end is cut', async () => {
  await using world = await startAgentWorld({ sims: 1 })
  const { door, profiles, simIds } = world
  const own = profiles[0]!
  expect((await post(door, own)).status).toBe(204)
  await setKey(world, simIds[0]!, { ...own, key: new Uint8Array(16).fill(9) })
  await expect(post(door, own)).rejects.toThrow()
  await setKey(world, simIds[0]!, own)

  const silent = connect(door)
  silent.resume()
  const slow = post(door, own, { headers: { 'content-length': '100' }, body: new Uint8Array(10) })
  await Promise.all([once(silent, 'close'), expect(slow).rejects.toThrow()])
  expect((await post(door, own)).status).toBe(204)
})

test('an address with many failed handshakes gets no further one, and a SIM no further session', async () => {
  await using world = await startAgentWorld({ sims: 1 })
  const { door, profiles } = world
  const own = profiles[0]!
  await until(async () => (await post(door, own)).status === 429)
  const isRefused = (key: Uint8Array) =>
    post(door, { ...own, key }).then(
      () => false,
      () => true,
    )
  await until(async () => {
    await isRefused(new Uint8Array(16))
    return isRefused(own.key)
  })
})

test('an identity belongs to one SIM, and no answer or log has its key', async () => {
  await using world = await startAgentWorld({ sims: 2 })
  const { admin, simIds, profiles, server } = world
  const [first, second] = simIds.map((id) => ({ id }))
  const taken = { identity: profiles[0]!.identity, key: 'AB'.repeat(16) }
  await expect(admin(endpoints.putSimScp81Key, { params: second!, body: taken })).rejects.toMatchObject({
    body: { code: 'scp81IdentityTaken' },
  })
  expect(await admin(endpoints.deleteSimScp81Key, { params: first! })).toEqual({ key: null })
  const set = await admin(endpoints.putSimScp81Key, { params: second!, body: { ...taken, files_aid: 'a00000055910100001' } })
  expect(set.key).toMatchObject({ identity: taken.identity, files_aid: 'A00000055910100001' })
  expect(JSON.stringify(set)).not.toContain('ABAB')
  expect(server.logged()).not.toContain('ABAB')
  const log = await server.db.selectFrom('action_logs').selectAll().execute()
  expect(JSON.stringify(log).toUpperCase()).not.toContain('ABAB')
})
