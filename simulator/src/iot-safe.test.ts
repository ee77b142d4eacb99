import { expect, test } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { provisioningBlocks, type ProvisioningCommand } from '@simdeck/protocol/iot-safe/provisioning.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { object } from './applets/iot-safe/safe-card.fixture.ts'
import { appletJob, begin, minute } from './fleet.fixture.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import type { SimProfile } from './profile.ts'
import { sampleProfile } from './testing/profiles.ts'

const { packageAid, moduleAid } = fixedAids.iotSafe
const storeDataIns = 0xe2
const file = object('file', 'c0', { size: 300 })
const content = Uint8Array.from({ length: 300 }, (_, at) => at % 256)
const commands: readonly ProvisioningCommand[] = [
  { kind: 'generate', privateKey: object('privateKey', '01'), publicKey: object('publicKey', '01') },
  { kind: 'create', object: file },
  { kind: 'update', file, offset: 0, data: content.subarray(0, 150), total: null },
  { kind: 'update', file, offset: 150, data: content.subarray(150), total: 300 },
]
const provisioningJob: Job = {
  kind: 'script',
  secured: true,
  commands: [install.encode({ kind: 'personalization', applicationAid: fromHex(moduleAid) }), ...provisioningBlocks(commands)].map(
    (command) => ({ command, tolerated: [] }),
  ),
}

/** Runs the jobs on one SIM for an hour. Returns their ends, and the objects on the card. */
function play(jobs: readonly Job[], more: Partial<SimProfile> = {}) {
  const profile = { ...sampleProfile(1), ...more }
  const { clock, server, fleet } = begin([profile], jobs)
  clock.advance(60 * minute)
  const objects = fleet.sims[0]!.card.nvm.applications.flatMap(({ safeObjects = [] }) => safeObjects)
  const { powerLosses, resends } = fleet.stats()
  return { ends: [...server.sim(profile.iccid).ends.values()], objects, faults: powerLosses + resends }
}

const preloads = [{ packageAid, moduleAid, instanceAid: moduleAid, version: { major: 1, minor: 2 } }]
const whole = [
  { kind: 'privateKey' },
  { kind: 'publicKey' },
  { kind: 'file', content: Buffer.from(content).toString('hex'), isUpdating: false },
]

test('the applet is provisioned over the air, where the factory put it and where an OTA installed it', () => {
  const preloaded = play([provisioningJob], { preloads })
  expect(preloaded.ends).toEqual(['Succeeded'])
  expect(preloaded.objects).toMatchObject(whole)
  const installed = play([appletJob(fixedAids.iotSafe, new Uint8Array(0)), provisioningJob])
  expect(installed.ends).toEqual(['Succeeded', 'Succeeded'])
  expect(installed.objects).toMatchObject(whole)
})

test.each<[string, Misbehaviour]>([
  ['the power fails before a command', { kind: 'powerLoss', before: true, ins: storeDataIns, skip: 2 }],
  ['the power fails after a command', { kind: 'powerLoss', ins: storeDataIns, skip: 2 }],
  ['the card is reset', { kind: 'cardReset', ins: storeDataIns, skip: 1 }],
  ['an answer is lost', { kind: 'drop', from: 'card', message: 'resCommandApdu' }],
])('the objects are whole in the end if %s', (_, misbehaviour) => {
  const { ends, objects, faults } = play([provisioningJob], { preloads, misbehaviours: [misbehaviour] })
  expect(faults).toBe(1)
  expect(ends).toEqual(['Succeeded'])
  expect(objects).toMatchObject(whole)
})

test.each<[string, Misbehaviour, string]>([
  ['without space', { kind: 'outOfMemory', ins: storeDataIns, times: 'always' }, 'Failed'],
  ['with a busy applet', { kind: 'statusWord', sw: 0x6984, ins: storeDataIns, times: 'always' }, 'Failed'],
])('a card %s refuses the provisioning', (_, misbehaviour, end) => {
  const { ends, objects } = play([provisioningJob], { preloads, misbehaviours: [misbehaviour] })
  expect(ends).toEqual([expect.stringContaining(end)])
  expect(objects).toEqual([])
})
