import { expect, onTestFinished, test } from 'vitest'
import { readNetworkOdds } from './bad-network.ts'
import { begin, installJob, minute, nowhere } from './fleet.fixture.ts'
import { startFleet } from './fleet.ts'
import type { SimProfile } from './profile.ts'
import { sampleComponents } from './testing/host.ts'
import { sampleProfile } from './testing/profiles.ts'

test('lost frames are sent again, and the install still succeeds', () => {
  let count = 0
  const drop = (): boolean => ++count % 5 === 0
  const { clock, server, fleet } = begin([sampleProfile(11)], [installJob(sampleComponents({ codeSize: 5000 }))], { drop })
  clock.advance(60 * minute)
  expect(server.sim(sampleProfile(11).iccid).ends.get(0)).toBe('Succeeded')
  expect(fleet.stats().resends).toBeGreaterThan(0)
})

test('an install over a bad network succeeds', () => {
  expect(statsOnBadNetwork('a').resends).toBeGreaterThan(0)
})

test('a bad network has the same faults with the same seed, and other faults with another seed', () => {
  expect(statsOnBadNetwork('a')).toEqual(statsOnBadNetwork('a'))
  expect(statsOnBadNetwork('b')).not.toEqual(statsOnBadNetwork('a'))
})

function statsOnBadNetwork(seed: string) {
  const network = readNetworkOdds('loss=5,double=5,delay=5,reorder=5,truncation=5,change=5,disconnection=5')
  const { clock, server, fleet } = begin([sampleProfile(17)], [installJob()], { network, seed })
  clock.advance(120 * minute)
  expect(server.sim(sampleProfile(17).iccid).ends.get(0)).toBe('Succeeded')
  return fleet.stats()
}

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

test('a card constructed from a stored memory continues with the same counter and registry', () => {
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

test('a `throughCard` function sees every answer of the card and may change it', () => {
  const seen: number[] = []
  const { clock, server } = begin([sampleProfile(14)], [installJob()], {
    throughCard: (execute) => (command) => {
      const answer = execute(command)
      seen.push(answer?.sw ?? 0)
      return seen.length === 6 ? { sw: 0x6f00, data: new Uint8Array() } : answer
    },
  })
  clock.advance(10 * minute)
  expect(server.sim(sampleProfile(14).iccid).ends.get(0)).toBe('Failed 500 6f00')
})
