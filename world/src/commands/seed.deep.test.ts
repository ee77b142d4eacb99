import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { lowestSerial, plausibleSim } from '../demo/plausible-sim.ts'
import { withCheckDigit } from '../demo/sims.ts'
import { runCommand } from '../testing/command.ts'
import { readSeedArguments } from './seed.ts'

const seed = (env: Record<string, string>, ...args: string[]) => runCommand('seed', env, ...args)

test('`seed` adds plausible SIMs, and a second call adds SIMs above the highest ICCID', async () => {
  await using server = await startTestServer()
  const env = { DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey }
  const root = await server.signIn('ROOT')

  const first = await seed(env, '--sims', '1000', '--seed', 'a')
  expect(first).toMatchObject({ code: 0, failure: '' })
  expect(first.output).toContain('1000 SIMs added')
  const all = await root(endpoints.listSims, { query: { take: 100, sort: 'iccid:ASC' } })
  expect(all.totalItems).toBe(1000)
  for (const { iccid } of all.data) expect(withCheckDigit(iccid.slice(0, -1))).toBe(iccid)
  const among = async (query: object) => (await root(endpoints.listSims, { query })).totalItems
  expect((await among({ status: 'ACTIVATED' })) / 1000).toBeCloseTo(0.8, 1)
  expect(await among({ connection: 'on' })).toBeGreaterThan(500)
  expect(await among({ search: '自販機-' })).toBeGreaterThan(20)
  expect(await among({ device_alias: 'osaka' })).toBeGreaterThan(0)
  expect(await among({ applet: 'Telemetry', status_other_applet: 'Succeeded' })).toBeGreaterThan(200)
  const groups = await root(endpoints.listGroups, { query: { take: 100 } })
  expect(groups.totalItems).toBe(40)
  expect((await root(endpoints.listPackages, { query: {} })).totalItems).toBe(9)

  expect(await seed(env, '--sims', '20', '--keys')).toMatchObject({ code: 0, failure: '' })
  expect(await among({})).toBe(1020)
  const [last] = (await root(endpoints.listSims, { query: { take: 1, sort: 'iccid:DESC' } })).data
  expect(last).toMatchObject({ has_keys: true })
  expect(last!.iccid.slice(0, -1) > all.data.at(-1)!.iccid.slice(0, -1)).toBe(true)
  await root(endpoints.createSim, { body: { iccid: '8981100000000000000' } })
  expect(await among({})).toBe(1021)
  expect(await seed(env, '--sims', 'many')).toMatchObject({ code: 2, failure: expect.stringContaining('usage:') })
})

test('the same seed gives the same SIM, and another seed another SIM', () => {
  const sim = (seed: string, serial: number) => plausibleSim({ seed, serial: lowestSerial + serial, nowMs: 1.8e12, applets: [[applet, 1]] })
  const applet = { packageId: 1, instanceAid: 'F0', name: 'Telemetry', version: '2.3', loadBlocks: 13 }
  expect(sim('a', 7)).toEqual(sim('a', 7))
  expect(sim('a', 7)).not.toEqual(sim('b', 7))
})

test.each([
  [[], '--sims N is missing'],
  [['--sims', '0'], '--sims takes a whole number'],
  [['--sims', '1e6'], '--sims takes a whole number'],
  [['--sims', '5', '--what'], "Unknown option '--what'"],
  [['--sims', '5', 'more'], 'more'],
])('an invalid argument is reported: %j', (args, reason) => {
  expect(() => readSeedArguments(args)).toThrow(reason)
})
