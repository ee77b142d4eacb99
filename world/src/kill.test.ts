import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { freePort } from '@simdeck/server/free-port.ts'
import { isSuccess } from '@simdeck/protocol/status-words.ts'
import { startFleet } from '@simdeck/simulator/fleet.ts'
import { customAid, customCap } from './testing/recipes.ts'
import { spawnServer } from './testing/server-process.ts'
import { startWorld } from './testing/start-world.ts'
import { until } from '@simdeck/server/testing/until.ts'

const initializeUpdate = 0x50
const load = 0xe8

test(
  'kill -9 in the middle of an install: after the restart it goes on in the same secure channel and ends right',
  { timeout: 90_000 },
  async () => {
    // The world's own server stays for the APIs; the card polls another node, which is killed.
    await using world = await startWorld({ sims: 1, profile: () => ({ receiveBuffer: 255 }) })
    world.fleet.stop()
    const devicePort = await freePort()
    const env = { DATABASE_URL: world.server.databaseUrl, MASTER_KEY: world.server.masterKey, PORT: '0', DEVICE_PORT: String(devicePort) }
    let node = await spawnServer(env)
    const executed: { ins: number; sw: number }[] = []
    let killed: Promise<void> | undefined
    const fleet = startFleet({
      sims: world.profiles,
      connect: { host: '127.0.0.1', port: devicePort },
      speed: 600,
      seed: 'kill',
      throughCard: (execute) => (command) => {
        const response = execute(command)
        executed.push({ ins: command[1]!, sw: response?.sw ?? 0 })
        if (executed.filter(({ ins }) => ins === load).length === 8) killed ??= node.kill()
        return response
      },
    })
    try {
      const started = await world.install(await world.upload(customCap({ codeSize: 4000 })))
      await until(() => killed !== undefined)
      await killed
      expect((await world.admin(endpoints.getCampaign, { params: { id: started.id } })).counts).toMatchObject({ Started: 1 })
      node = await spawnServer(env)
      expect(await world.finished(started.id)).toMatchObject({ state: 'completed', counts: { Succeeded: 1 } })
    } finally {
      fleet.stop()
      await node.kill()
    }
    const [log] = await world.logsOf((await world.admin(endpoints.listCampaigns, { query: {} })).data[0]!.id)
    expect(log).toMatchObject({ progress: { status: 'Succeeded', code: null }, interruptions: 0 })
    // The card is the witness: one secure channel, no block twice, nothing refused.
    expect(executed.filter(({ ins }) => ins === initializeUpdate)).toHaveLength(1)
    expect(executed.every(({ sw }) => isSuccess(sw))).toBe(true)
    expect(executed).toHaveLength(log!.progress.total + 2)
    expect(fleet.sims[0]!.registry().applications).toContainEqual(expect.objectContaining({ aid: customAid.module, selectable: true }))
  },
)

test('two nodes on one database serve one session: every frame may reach another', async () => {
  await using world = await startWorld({ sims: 6, profile: () => ({ receiveBuffer: 255 }) })
  world.fleet.stop()
  const env = { DATABASE_URL: world.server.databaseUrl, MASTER_KEY: world.server.masterKey, PORT: '0', DEVICE_PORT: '0' }
  const other = await spawnServer(env)
  const seen = new Set<number>()
  let turn = 0
  const fleet = startFleet({
    sims: world.profiles,
    connect: { host: '127.0.0.1', port: 0 },
    speed: 600,
    seed: 'nodes',
    resolve: () => {
      const port = turn++ % 2 === 0 ? world.server.devicePort : other.devicePort
      seen.add(port)
      return { host: '127.0.0.1', port }
    },
  })
  try {
    const started = await world.install(await world.upload(customCap({ codeSize: 4000 })))
    expect(await world.finished(started.id)).toMatchObject({ counts: { Succeeded: 6 } })
    expect(seen.size).toBe(2)
  } finally {
    fleet.stop()
    await other.kill()
  }
})
