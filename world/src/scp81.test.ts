import { Agent } from 'node:https'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { decodeCommand } from '@simdeck/protocol/apdu.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { AdminAgent } from '@simdeck/simulator/admin-agent.ts'
import { post, startAgentWorld, startLosingProxy } from './scp81.fixture.ts'
import { telemetryCap } from './testing/recipes.ts'

const instruction = { load: 0xe8, install: 0xe6 } as const

test('a CAP file becomes an applet of a card without a poller through its admin agent, and is removed again', async () => {
  await using world = await startAgentWorld({ sims: 1 })
  const { admin, agents, door, simIds, server, fleet } = world
  const [agent, params] = [agents[0]!, { id: simIds[0]! }]
  expect(await agent.visit(door)).toEqual({ kind: 'done', scripts: 0 })
  const chosen = await world.upload(telemetryCap(4))
  const started = await world.install(chosen)
  expect(started.counts).toMatchObject({ Ready: 1 })
  const visit = await agent.visit(door)
  expect(visit).toMatchObject({ kind: 'done' })
  expect(visit.kind === 'done' && visit.scripts).toBeGreaterThan(2)
  expect((await world.finished(started.id)).counts).toMatchObject({ Succeeded: 1 })
  const { loadFiles, applications } = fleet.sims[0]!.registry()
  expect(loadFiles).toContainEqual(expect.objectContaining({ aid: chosen.packageAID, version: '2.4' }))
  expect(applications).toContainEqual(expect.objectContaining({ loadFileAid: chosen.packageAID, selectable: true }))

  const { messages } = await until(async () => {
    const [session] = await admin(endpoints.listSimSessions, { params, query: { take: 1 } })
    return session?.messages.at(-1)?.code === 7 && session
  })
  expect(messages[0]).toMatchObject({ direction: 'card', code: 1, fields: { transport: 'SCP81', agent: `card-${params.id}` } })
  expect(messages.at(-1)).toMatchObject({ direction: 'server', code: 7, fields: { transport: 'SCP81' } })
  const names = messages.flatMap(({ commands }) => commands.map(({ name }) => name))
  expect(names).toContain('INSTALL [for load]')
  expect(names).not.toContain('INITIALIZE UPDATE')

  const removal = await world.campaign({ appletType: 1, active: false })
  expect(await agent.visit(door)).toMatchObject({ kind: 'done' })
  expect((await world.finished(removal.id)).counts).toMatchObject({ Succeeded: 1 })
  expect(fleet.sims[0]!.registry().loadFiles.map(({ aid }) => aid)).not.toContain(chosen.packageAID)

  const { key } = await admin(endpoints.getSimScp81, { params })
  expect(key).toMatchObject({ identity: `card-${params.id}`, files_aid: null, seen_at: expect.any(String) })
  const stored = await server.db.selectFrom('sim_scp81_keys').selectAll().executeTakeFirstOrThrow()
  expect(toHex(stored.psk)).not.toContain(toHex(world.profiles[0]!.key))
})

test('an install goes on after a connection that is lost at any answer, and the card runs no command of its script twice', async () => {
  // Each loss has a SIM of its own, because the number of sessions of a SIM in a minute is limited.
  await using world = await startAgentWorld({ sims: 30 })
  const { agents, door, fleet, simIds } = world
  const chosen = await world.upload(telemetryCap(4))
  let visits = 1
  for (let at = 1; visits > 0; at++) {
    const ran: string[] = []
    const { card } = fleet.sims[at]!
    const execute = card.execute.bind(card)
    card.execute = (bytes) => {
      const { ins, p1, p2 } = decodeCommand(bytes)
      ran.push(
        ins === instruction.load ? `LOAD ${p1 & 0x80 ? 'last ' : ''}${p2}` : ins === instruction.install ? `INSTALL ${p1}` : `DELETE`,
      )
      return execute(bytes)
    }
    const { id } = await world.install(chosen, [simIds[at]!])
    await using proxy = await startLosingProxy(door.port, at)
    visits = 0
    const agent = agents[at]!
    for (let visit = await agent.visit(proxy.door); visit.kind === 'lost'; visit = await agent.visit(proxy.door)) visits++
    expect((await world.finished(id)).counts).toMatchObject({ Succeeded: 1 })
    expect(ran.filter((one) => one === 'INSTALL 12')).toHaveLength(1)
    const sinceDelete = ran.slice(ran.lastIndexOf('DELETE') + 1)
    expect(sinceDelete).toEqual([...new Set(sinceDelete)])
    expect(visits).toBeLessThan(2)
  }
})

test('a card that loses its power begins its install anew in another session', async () => {
  await using world = await startAgentWorld({ sims: 1 })
  const { agents, door, fleet } = world
  const { id } = await world.install(await world.upload(telemetryCap(4)))
  const agent = agents[0]!
  await using proxy = await startLosingProxy(door.port, 5)
  expect(await agent.visit(proxy.door)).toMatchObject({ kind: 'lost' })
  agent.reset()
  expect(await agent.visit(door)).toMatchObject({ kind: 'done' })
  expect((await world.finished(id)).counts).toMatchObject({ Succeeded: 1 })
  expect(fleet.sims[0]!.registry().applications).toHaveLength(1)
})

test('a connection is kept while the card runs its script, for as long as its session is open', async () => {
  await using world = await startAgentWorld({ sims: 1 })
  const { door, profiles } = world
  await world.install(await world.upload(telemetryCap(4)))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { status, headers } = await post(door, profiles[0]!, { agent })
  // A limit in this header would be that of the connection.
  expect({ status, ...headers }).toMatchObject({ status: 200, connection: 'keep-alive' })
  expect(headers['keep-alive']).toBeUndefined()
  agent.destroy()
})

test('a wrong key and an unknown identity fail in the same way, before any octet of HTTP', async () => {
  await using world = await startAgentWorld({ sims: 1 })
  const { door, fleet, profiles } = world
  const own = profiles[0]!
  const visits = []
  for (const other of [{ key: new Uint8Array(16).fill(7) }, { identity: 'card-of-nobody' }])
    visits.push(await new AdminAgent(fleet.sims[0]!, { ...own, ...other }).visit(door))
  const messages = visits.map((visit) => (visit.kind === 'lost' ? visit.message.replaceAll(/[0-9A-F]{8,}/g, '') : visit.kind))
  expect(messages[0]).toContain('bad record mac')
  expect(messages[1]).toBe(messages[0])
  expect(world.server.logged()).not.toContain('card-of-nobody')
})
