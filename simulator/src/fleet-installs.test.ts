import { expect, test } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { japanCells } from './applets/japan-cells.ts'
import { appletJob, begin, installJob, minute, reports } from './fleet.fixture.ts'
import { sampleComponents, sampleInstanceAid, samplePackageAid } from './testing/host.ts'
import { sampleProfile } from './testing/profiles.ts'

const removal = (packageAid: string): Job => ({ kind: 'remove', packageAid: fromHex(packageAid) })

test('a CAP file becomes a selectable applet over the device session', () => {
  const profile = sampleProfile(1)
  const { clock, server, fleet } = begin([profile], [installJob()])
  clock.advance(10 * minute)
  expect(server.sim(profile.iccid).ends.get(0)).toBe('Succeeded')
  expect(fleet.sims[0]!.registry().applications).toContainEqual(
    expect.objectContaining({ aid: toHex(sampleInstanceAid).toUpperCase(), selectable: true }),
  )
  expect(fleet.stats().refused).toBe(0)
})

test('a removal over the device session frees all memory of the install before it', () => {
  const profile = sampleProfile(1)
  const { clock, server, fleet } = begin([profile], [installJob(), { kind: 'remove', packageAid: samplePackageAid }])
  const free = fleet.sims[0]!.registry().freeMemory
  clock.advance(10 * minute)
  expect([...server.sim(profile.iccid).ends.values()]).toEqual(['Succeeded', 'Succeeded'])
  expect(fleet.sims[0]!.registry().applications.map(({ aid }) => aid)).not.toContain(toHex(sampleInstanceAid).toUpperCase())
  expect(fleet.sims[0]!.registry().freeMemory).toBe(free)
})

test.each([255, 320, 1024, 1500])('an install works with a receive buffer of %d', (receiveBuffer) => {
  const profile = sampleProfile(2, { receiveBuffer })
  const { clock, server, fleet } = begin([profile], [installJob(sampleComponents({ codeSize: 6000 }))])
  clock.advance(10 * minute)
  expect(server.sim(profile.iccid).ends.get(0)).toBe('Succeeded')
  expect(fleet.sims[0]!.registry().loadFiles.map(({ version }) => version)).toEqual(['1.0', '1.2'])
})

test('an install with a missing import fails with its status word', () => {
  const missing = sampleComponents({ imports: [{ aid: fromHex('A0000099999999'), major: 1, minor: 0 }] })
  const { clock, server } = begin([sampleProfile(3)], [installJob(missing)])
  clock.advance(10 * minute)
  expect(server.sim(sampleProfile(3).iccid).ends.get(0)).toBe('Failed 500 6438')
})

test('an install into a full memory fails with its status word, and the memory is as before', () => {
  const { clock, server, fleet } = begin([sampleProfile(4, { freeMemory: 1000 })], [installJob(sampleComponents({ codeSize: 4000 }))])
  clock.advance(10 * minute)
  expect(server.sim(sampleProfile(4).iccid).ends.get(0)).toBe('Failed 500 6a84')
  expect(fleet.sims[0]!.registry().freeMemory).toBe(1000)
})

test('an installed telemetry applet makes the POLL carry radio values of a cell in Japan that drift', () => {
  const profile = sampleProfile(8)
  const { clock, server } = begin([profile], [appletJob(fixedAids.telemetry, reports())])
  clock.advance(30 * minute)
  const known = server.sim(profile.iccid)
  expect(known.ends.get(0)).toBe('Succeeded')
  expect(known.polls[0]?.tlvs.map(({ tag }) => tag)).toEqual([7])
  expect(known.polls.at(-1)?.tlvs.map(({ tag }) => tag)).toEqual([1, 2, 3, 4, 5, 7])
  expect(known.telemetry.imei).toBe(profile.imei)
  expect(japanCells.some(({ cell, area }) => cell === known.telemetry.location?.cell && area === known.telemetry.location.area)).toBe(true)
  expect(known.telemetry.signal?.rsrpDbm).toBeLessThan(-60)
  const signals = known.polls.slice(1).map(({ tlvs }) => toHex(tlvs[3]?.value ?? new Uint8Array()))
  expect(new Set(signals).size).toBeGreaterThan(1)
})

test('a second poller in slot B starts to poll by itself', () => {
  const profile = sampleProfile(9, { poller: { intervalMinutes: 60 } })
  const { clock, server, fleet } = begin([profile], [appletJob(fixedAids.pollerB, reports(), 1)])
  fleet.sims[0]!.pollNow()
  clock.advance(12 * minute)
  const versions = server
    .sim(profile.iccid)
    .polls.map(({ instanceAid, pollerVersion }) => `${toHex(instanceAid).toUpperCase()} ${pollerVersion}`)
  expect(new Set(versions)).toEqual(new Set([`${fixedAids.pollerA.moduleAid} 256`, `${fixedAids.pollerB.moduleAid} 257`]))
})

test('a poller in slot B can remove the poller in slot A, but not itself', () => {
  const profile = sampleProfile(9, { poller: { intervalMinutes: 60 } })
  const { clock, server, fleet } = begin([profile], [appletJob(fixedAids.pollerB, reports(), 1)])
  fleet.sims[0]!.pollNow()
  clock.advance(12 * minute)
  const known = server.sim(profile.iccid)
  const next = server.add(profile, [removal(fixedAids.pollerA.packageAid), removal(fixedAids.pollerB.packageAid)])
  next.storedCounter = known.storedCounter
  clock.advance(12 * minute)
  expect([...next.ends.values()]).toEqual(['Succeeded', 'Failed 500 6985'])
  expect(fleet.sims[0]!.registry().loadFiles.map(({ aid }) => aid)).toEqual([fixedAids.pollerB.packageAid])
})

test('STORE DATA sets new parameters of a poller', () => {
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
