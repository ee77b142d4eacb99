import { expect, test } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { multiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import type { MultiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import { appletJob, begin, minute, reports } from './fleet.fixture.ts'
import { sampleProfile } from './testing/profiles.ts'

const home = { mcc: '440', mnc: '10' }
const france = { mcc: '208', mnc: '01' }
const spain = { mcc: '214', mnc: '07' }
const own = '440101234567890'
const imsis = [
  { imsi: '44010', networks: [home] },
  { imsi: '20801', networks: [france] },
  { imsi: '234500000000001', networks: [spain] },
]

/** A SIM that has got the applet with these parameters, in its home network. */
function withApplet(parameters: Partial<MultiImsiParameters>, more: { encryption?: boolean } = {}) {
  const profile = { ...sampleProfile(1), imsi: own, poller: { encryption: more.encryption ?? true } }
  const applet = multiImsiParameters.encode({ ...multiImsiParameters.defaults, imsis, ...parameters })
  const { clock, server, fleet } = begin([profile], [appletJob(fixedAids.multiImsi, applet)])
  const sim = fleet.sims[0]!
  clock.advance(10 * minute)
  const known = server.sim(profile.iccid)
  expect(known.ends.get(0)).toBe('Succeeded')
  sim.visit(home)
  clock.advance(10 * minute)
  return {
    sim,
    clock,
    /** The IMSI of the last POLL. */
    reported: () => known.telemetry.imsi,
    polls: () => known.polls.length,
  }
}

test('the applet chooses the IMSI of the visited network, and the POLL reports it', () => {
  const { sim, clock, reported } = withApplet({ onServiceLoss: false })
  expect(reported()).toBe(own)
  sim.visit(france)
  clock.advance(10 * minute)
  expect(reported()).toBe('208011234567890')
  sim.visit(spain)
  clock.advance(10 * minute)
  expect(reported()).toBe('234500000000001')
  sim.visit(home)
  clock.advance(10 * minute)
  expect(reported()).toBe(own)
})

test('without a rule the IMSI stays, and the SIM polls no more where it has no service', () => {
  const { sim, clock, reported, polls } = withApplet({ byLocation: false, onServiceLoss: false })
  sim.visit(france)
  const before = polls()
  clock.advance(60 * minute)
  expect(polls()).toBe(before)
  sim.visit(home)
  clock.advance(10 * minute)
  expect(polls()).toBeGreaterThan(before)
  expect(reported()).toBe(own)
})

test('after the minutes without service the applet tries one IMSI after another until one has service', () => {
  const { sim, clock, reported, polls } = withApplet({ byLocation: false, lossMinutes: 20, returnHours: 0 })
  sim.visit(spain)
  const before = polls()
  clock.advance(39 * minute)
  expect(polls()).toBe(before)
  clock.advance(12 * minute)
  expect(reported()).toBe('234500000000001')
  sim.visit(home)
  clock.advance(25 * minute)
  expect(reported()).toBe(own)
})

test('after its time the applet returns to the preferred IMSI', () => {
  const everywhere = imsis.map((one) => ({ ...one, networks: [home, france] }))
  const some = [imsis[0]!, ...everywhere.slice(1)]
  const { sim, clock, reported } = withApplet({ imsis: some, byLocation: false, lossMinutes: 1, returnHours: 1 })
  sim.visit(france)
  clock.advance(10 * minute)
  expect(reported()).toBe('208011234567890')
  sim.visit(home)
  clock.advance(30 * minute)
  expect(reported()).toBe('208011234567890')
  clock.advance(60 * minute)
  expect(reported()).toBe(own)
})

test('a POLL without encryption does not contain the IMSI', () => {
  const { reported, polls } = withApplet({}, { encryption: false })
  expect(polls()).toBeGreaterThan(1)
  expect(reported()).toBeUndefined()
})

test('the card refuses to install the applet with parameters that it cannot read', () => {
  const profile = sampleProfile(1)
  const { clock, server } = begin([profile], [appletJob(fixedAids.multiImsi, reports())])
  clock.advance(10 * minute)
  expect(server.sim(profile.iccid).ends.get(0)).toBe('Failed 500 6a80')
})
