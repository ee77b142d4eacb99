import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { installParameters } from '@simdeck/protocol/gp/install-parameters.ts'
import { loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import { wholeFrameLength } from '@simdeck/protocol/ota/frame.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { japanCells } from './applets/japan-cells.ts'
import { readNetworkOdds } from './bad-network.ts'
import { startFleet } from './fleet.ts'
import type { Fleet, FleetOptions } from './fleet.ts'
import type { SimProfile } from './profile.ts'
import { MemoryServer } from './simulation/memory-server.ts'
import { sampleComponents, sampleInstanceAid, sampleModuleAid, samplePackageAid } from './testing/host.ts'
import { sampleProfile } from './testing/profiles.ts'
import { VirtualClock } from './virtual-clock.ts'

const minute = 60_000
const nowhere = { host: '127.0.0.1', port: 1 }
const telemetry = fixedAids.telemetry
const none: Uint8Array = new Uint8Array()

interface World {
  clock: VirtualClock
  server: MemoryServer
  fleet: Fleet
}

function begin(
  profiles: readonly SimProfile[],
  jobs: readonly Job[] = [],
  options: Partial<FleetOptions> & { drop?: (from: 'card' | 'server', frame: Uint8Array) => boolean } = {},
): World {
  const clock = new VirtualClock()
  const server = new MemoryServer(() => clock.nowMs)
  for (const profile of profiles) server.add(profile, jobs)
  const openLink = server.openLink(clock, options.drop)
  const fleet = startFleet({ sims: profiles, connect: nowhere, clock, openLink, seed: 'test', ...options })
  onTestFinished(() => fleet.stop())
  return { clock, server, fleet }
}

function installJob(components = sampleComponents()): Job {
  return {
    kind: 'install',
    loadFile: loadFileStructure.encode({ dapBlocks: [], components }),
    packageAid: samplePackageAid,
    moduleAid: sampleModuleAid,
    instanceAid: sampleInstanceAid,
    privileges: fromHex('00'),
    parameters: fromHex('c900'),
  }
}

function appletJob(fixed: { packageAid: string; moduleAid: string }, applet: Uint8Array, minor = 0): Job {
  const [packageAid, moduleAid] = [fromHex(fixed.packageAid), fromHex(fixed.moduleAid)]
  const components = sampleComponents({ packageAid, applets: [moduleAid], packageVersion: { major: 1, minor } })
  return {
    kind: 'install',
    loadFile: loadFileStructure.encode({ dapBlocks: [], components }),
    packageAid,
    moduleAid,
    instanceAid: moduleAid,
    privileges: fromHex('00'),
    parameters: installParameters.encode({ applet, system: null, uicc: null }),
  }
}

const reports = (more: object = {}): Uint8Array =>
  pollerParameters.encode({ fqdn: 'ota.example.jp', ...pollerParameters.defaults, ...more })

test('a CAP file is written into a SIM over the device session, and removed again', () => {
  const profile = sampleProfile(1)
  const { clock, server, fleet } = begin([profile], [installJob(), { kind: 'remove', packageAid: samplePackageAid }])
  const [sim] = fleet.sims
  const free = sim!.registry().freeMemory
  const seen = new Set<string>()
  sim!.pollNow()
  for (let i = 0; i < 1000 && server.sim(profile.iccid).ends.size < 2; i++) {
    clock.advance(1)
    for (const { aid, selectable } of sim!.registry().applications) if (selectable) seen.add(aid)
  }
  expect(seen).toContain(toHex(sampleInstanceAid).toUpperCase())
  expect([...server.sim(profile.iccid).ends.values()]).toEqual(['Succeeded', 'Succeeded'])
  expect(sim!.registry().freeMemory).toBe(free)
  expect(fleet.stats().refused).toBe(0)
})

test.each([255, 320, 1024, 1500])('an install works with a receive buffer of %d', (receiveBuffer) => {
  const profile = sampleProfile(2, { receiveBuffer })
  const { clock, server, fleet } = begin([profile], [installJob(sampleComponents({ codeSize: 6000 }))])
  clock.advance(10 * minute)
  expect(server.sim(profile.iccid).ends.get(0)).toBe('Succeeded')
  expect(fleet.sims[0]!.registry().loadFiles.map(({ version }) => version)).toEqual(['1.0', '1.2'])
})

test('a missing import and a full memory fail the job with their status words', () => {
  const missing = sampleComponents({ imports: [{ aid: fromHex('A0000099999999'), major: 1, minor: 0 }] })
  const first = begin([sampleProfile(3)], [installJob(missing)])
  first.clock.advance(10 * minute)
  expect(first.server.sim(sampleProfile(3).iccid).ends.get(0)).toBe('Failed 500 6438')
  const second = begin([sampleProfile(4, { freeMemory: 1000 })], [installJob(sampleComponents({ codeSize: 4000 }))])
  second.clock.advance(10 * minute)
  expect(second.server.sim(sampleProfile(4).iccid).ends.get(0)).toBe('Failed 500 6a84')
  expect(second.fleet.sims[0]!.registry().freeMemory).toBe(1000)
})

test('the install parameters of the poller decide how often it polls, and whether it encrypts', () => {
  const often = sampleProfile(5)
  const seldom = sampleProfile(6, { poller: { intervalMinutes: 150, encryption: false, version: { major: 2, minor: 7 } } })
  const { clock, server } = begin([often, seldom])
  clock.advance(300 * minute)
  expect(server.sim(often.iccid).polls.length).toBe(60)
  expect(server.sim(seldom.iccid).polls.length).toBe(2)
  expect(server.sim(seldom.iccid).polls[0]?.pollerVersion).toBe(0x0207)
  expect(server.sim(often.iccid).encrypted).not.toContain(false)
  expect(server.sim(seldom.iccid).encrypted).not.toContain(true)
})

test('speed shortens the waits between POLLs', () => {
  const { clock, server } = begin([sampleProfile(7)], [], { speed: 60 })
  clock.advance(5 * minute)
  expect(server.sim(sampleProfile(7).iccid).polls.length).toBeGreaterThan(55)
})

test('the first POLLs of a fleet are spread over the interval', () => {
  const profiles = Array.from({ length: 100 }, (_, i) => sampleProfile(100 + i))
  const { clock, fleet } = begin(profiles)
  clock.advance(minute)
  expect(fleet.stats().polls).toBeGreaterThan(5)
  expect(fleet.stats().polls).toBeLessThan(40)
  clock.advance(4 * minute)
  expect(fleet.stats().polls).toBe(100)
})

test('an installed telemetry applet makes the POLL carry radio values of a cell in Japan that drift', () => {
  const profile = sampleProfile(8)
  const { clock, server } = begin([profile], [appletJob(telemetry, reports())])
  clock.advance(30 * minute)
  const known = server.sim(profile.iccid)
  expect(known.ends.get(0)).toBe('Succeeded')
  expect(known.polls[0]?.tlvs).toEqual([])
  expect(known.polls.at(-1)?.tlvs.map(({ tag }) => tag)).toEqual([1, 2, 3, 4, 5])
  expect(known.telemetry.imei).toBe(profile.imei)
  expect(japanCells.some(({ cell, area }) => cell === known.telemetry.location?.cell && area === known.telemetry.location.area)).toBe(true)
  expect(known.telemetry.signal?.rsrpDbm).toBeLessThan(-60)
  const signals = known.polls.slice(1).map(({ tlvs }) => toHex(tlvs[3]?.value ?? none))
  expect(new Set(signals).size).toBeGreaterThan(1)
})

test('a second poller in slot B starts to poll by itself, and can remove slot A, but not itself', () => {
  const profile = sampleProfile(9, { poller: { intervalMinutes: 60 } })
  const removal = (packageAid: string): Job => ({ kind: 'remove', packageAid: fromHex(packageAid) })
  const { clock, server, fleet } = begin([profile], [appletJob(fixedAids.pollerB, reports(), 1)])
  fleet.sims[0]!.pollNow()
  clock.advance(12 * minute)
  const known = server.sim(profile.iccid)
  const versions = known.polls.map(({ instanceAid, pollerVersion }) => `${toHex(instanceAid).toUpperCase()} ${pollerVersion}`)
  expect(new Set(versions)).toEqual(new Set([`${fixedAids.pollerA.moduleAid} 256`, `${fixedAids.pollerB.moduleAid} 257`]))
  const next = server.add(profile, [removal(fixedAids.pollerA.packageAid), removal(fixedAids.pollerB.packageAid)])
  next.storedCounter = known.storedCounter
  clock.advance(12 * minute)
  expect([...next.ends.values()]).toEqual(['Succeeded', 'Failed 500 6985'])
  expect(fleet.sims[0]!.registry().loadFiles.map(({ aid }) => aid)).toEqual([fixedAids.pollerB.packageAid])
})

test('STORE DATA gives a poller new parameters', () => {
  const profile = sampleProfile(10)
  const instance = fromHex(fixedAids.pollerA.moduleAid)
  const commands = [
    install.encode({ kind: 'personalization', applicationAid: instance }),
    storeData.encode({ block: 0, last: true, data: reports({ intervalMinutes: 30 }) }),
  ]
  const script: Job = { kind: 'script', secured: true, commands: commands.map((command) => ({ command, tolerated: [] })) }
  const { clock, server } = begin([profile], [script])
  clock.advance(10 * minute)
  expect(server.sim(profile.iccid).ends.get(0)).toBe('Succeeded')
  const before = server.sim(profile.iccid).polls.length
  clock.advance(60 * minute)
  expect(server.sim(profile.iccid).polls.length - before).toBe(2)
})

test('lost frames are sent again, and the install still ends right', () => {
  let count = 0
  const drop = (): boolean => ++count % 5 === 0
  const { clock, server, fleet } = begin([sampleProfile(11)], [installJob(sampleComponents({ codeSize: 5000 }))], { drop })
  clock.advance(60 * minute)
  expect(server.sim(sampleProfile(11).iccid).ends.get(0)).toBe('Succeeded')
  expect(fleet.stats().resends).toBeGreaterThan(0)
})

test('a bad network delays an install, the same with the same seed, and it still ends right', () => {
  const run = (seed: string) => {
    const network = readNetworkOdds('loss=5,double=5,delay=5,reorder=5,truncation=5,change=5,disconnection=5')
    const { clock, server, fleet } = begin([sampleProfile(17)], [installJob()], { network, seed })
    clock.advance(120 * minute)
    expect(server.sim(sampleProfile(17).iccid).ends.get(0)).toBe('Succeeded')
    return fleet.stats()
  }
  const stats = run('a')
  expect(stats.resends).toBeGreaterThan(0)
  expect(run('a')).toEqual(stats)
  expect(run('b')).not.toEqual(stats)
})

test('a reset in the middle of a load starts it again in a new channel', () => {
  const { clock, server, fleet } = begin([sampleProfile(12, { receiveBuffer: 255 })], [installJob(sampleComponents({ codeSize: 5000 }))])
  const [sim] = fleet.sims
  sim!.pollNow()
  while (fleet.stats().commands < 12) clock.advance(1)
  sim!.reset()
  expect(sim!.registry().loadFiles).toHaveLength(1)
  clock.advance(10 * minute)
  expect(server.sim(sampleProfile(12).iccid).ends.get(0)).toBe('Succeeded')
  expect(server.sim(sampleProfile(12).iccid).polls.some(({ resume }) => resume.state === 1)).toBe(true)
})

test('a card made again from a snapshot goes on where it was, counter and registry included', () => {
  const profile = sampleProfile(13)
  const first = begin([profile], [installJob()])
  first.clock.advance(6 * minute)
  const nvm = JSON.parse(JSON.stringify(first.fleet.snapshot()[profile.iccid])) as SimProfile['nvm']
  first.fleet.stop()
  expect(first.clock.pending).toBeLessThanOrEqual(2)
  const again = startFleet({
    sims: [{ ...profile, nvm }],
    connect: nowhere,
    clock: first.clock,
    openLink: first.server.openLink(first.clock),
    seed: 'again',
  })
  onTestFinished(() => again.stop())
  expect(again.sims[0]!.registry()).toEqual(first.fleet.sims[0]!.registry())
  const polls = first.server.sim(profile.iccid).polls.length
  first.clock.advance(5 * minute)
  expect(first.server.sim(profile.iccid).polls.length).toBe(polls + 1)
  expect(again.stats().polls).toBe(1)
})

test('what stands between poller and card sees and may change every answer', () => {
  const seen: number[] = []
  const { clock, server } = begin([sampleProfile(14)], [installJob()], {
    throughCard: (execute) => (command) => {
      const answer = execute(command)
      seen.push(answer?.sw ?? 0)
      return seen.length === 6 ? { sw: 0x6f00, data: none } : answer
    },
  })
  clock.advance(10 * minute)
  expect(server.sim(sampleProfile(14).iccid).ends.get(0)).toBe('Failed 500 6f00')
})

test('the same seed gives the same frames, another seed others', () => {
  const run = (seed: string): string[] => {
    const frames: string[] = []
    const drop = (_from: string, frame: Uint8Array): boolean => frames.push(toHex(frame)) === 0
    const { clock } = begin([sampleProfile(15), sampleProfile(16)], [installJob()], { seed, drop })
    clock.advance(11 * minute)
    return frames
  }
  expect(run('a')).toEqual(run('a'))
  expect(run('a')[0]).not.toBe(run('b')[0])
})

test('an ICCID twice is refused', () => {
  expect(() => begin([sampleProfile(1), sampleProfile(1)])).toThrow('twice')
})

test('over TCP: SIMs find their server, and wait for one that is not there', async () => {
  const server = new MemoryServer(() => performance.now())
  const profiles = Array.from({ length: 20 }, (_, i) => sampleProfile(200 + i))
  for (const profile of profiles) server.add(profile, [installJob()])
  const listening = createServer((socket) => {
    let pending = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => {
      pending = Buffer.concat([pending, data])
      const length = wholeFrameLength(pending)
      if (typeof length !== 'number' || pending.length < length) return
      const answer = server.answer(new Uint8Array(pending.subarray(0, length)))
      pending = pending.subarray(length)
      if (answer) socket.write(answer)
      else socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const connect = { host: '127.0.0.1', port: (listening.address() as AddressInfo).port }
  const fleet = startFleet({ sims: profiles, connect, speed: 600, seed: 'tcp' })
  await expect
    .poll(() => profiles.filter(({ iccid }) => server.sim(iccid).ends.get(0) === 'Succeeded').length, { timeout: 20_000 })
    .toBe(20)
  fleet.stop()
  listening.close()
  const alone = startFleet({ sims: [sampleProfile(300)], connect: nowhere, speed: 6000 })
  alone.sims[0]!.pollNow()
  await expect.poll(() => alone.stats().connectionsLost, { timeout: 10_000 }).toBeGreaterThan(0)
  alone.stop()
})
