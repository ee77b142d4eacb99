import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { wholeFrameLength } from '@simdeck/protocol/ota/frame.ts'
import { begin, installJob, minute, nowhere } from './fleet.fixture.ts'
import { startFleet } from './fleet.ts'
import { MemoryServer } from './simulation/memory-server.ts'
import { sampleProfile } from './testing/profiles.ts'

test.each([
  { intervalMinutes: 5, polls: 60 },
  { intervalMinutes: 150, polls: 2 },
])('a poller with an interval of $intervalMinutes minutes polls $polls times in five hours', ({ intervalMinutes, polls }) => {
  const profile = sampleProfile(5, { poller: { intervalMinutes } })
  const { clock, server } = begin([profile])
  clock.advance(300 * minute)
  expect(server.sim(profile.iccid).polls.length).toBe(polls)
})

test.each([true, false])('the install parameters turn the encryption of frames on and off: %s', (encryption) => {
  const profile = sampleProfile(6, { poller: { encryption } })
  const { clock, server } = begin([profile])
  clock.advance(10 * minute)
  expect(new Set(server.sim(profile.iccid).encrypted)).toEqual(new Set([encryption]))
})

test('a POLL names the version of the poller', () => {
  const profile = sampleProfile(6, { poller: { version: { major: 2, minor: 7 } } })
  const { clock, server } = begin([profile])
  clock.advance(10 * minute)
  expect(server.sim(profile.iccid).polls[0]?.pollerVersion).toBe(0x0207)
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

test('the same seed gives the same frames, and another seed gives other frames', () => {
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

test('two SIMs with the same ICCID are refused', () => {
  expect(() => begin([sampleProfile(1), sampleProfile(1)])).toThrow('twice')
})

test('all SIMs reach the server over TCP', async () => {
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
  onTestFinished(() => void listening.close())
  await once(listening, 'listening')
  const connect = { host: '127.0.0.1', port: (listening.address() as AddressInfo).port }
  const fleet = startFleet({ sims: profiles, connect, speed: 600, seed: 'tcp' })
  onTestFinished(() => fleet.stop())
  await expect
    .poll(() => profiles.filter(({ iccid }) => server.sim(iccid).ends.get(0) === 'Succeeded').length, { timeout: 20_000 })
    .toBe(20)
})

test('over TCP, a SIM counts a lost connection while no server is there', async () => {
  const fleet = startFleet({ sims: [sampleProfile(300)], connect: nowhere, speed: 6000 })
  onTestFinished(() => fleet.stop())
  fleet.sims[0]!.pollNow()
  await expect.poll(() => fleet.stats().connectionsLost).toBeGreaterThan(0)
})
