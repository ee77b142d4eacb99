import { expect, test } from 'vitest'
import { loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { startFleet } from './fleet.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import { MemoryServer } from './simulation/memory-server.ts'
import { sampleComponents, sampleInstanceAid, sampleModuleAid, samplePackageAid } from './testing/host.ts'
import { sampleProfile } from './testing/profiles.ts'
import { VirtualClock } from './virtual-clock.ts'

const minute = 60_000
const install: Job = {
  kind: 'install',
  loadFile: loadFileStructure.encode({ dapBlocks: [], components: sampleComponents({ codeSize: 1500 }) }),
  packageAid: samplePackageAid,
  moduleAid: sampleModuleAid,
  instanceAid: sampleInstanceAid,
  privileges: fromHex('00'),
  parameters: fromHex('c900'),
}

/** Runs one SIM with these faults and a waiting install for an hour. */
function play(...misbehaviours: Misbehaviour[]) {
  const profile = sampleProfile(1, { receiveBuffer: 255, misbehaviours: JSON.parse(JSON.stringify(misbehaviours)) as Misbehaviour[] })
  const clock = new VirtualClock()
  const server = new MemoryServer(() => clock.nowMs)
  const known = server.add(profile, [install])
  const fleet = startFleet({
    sims: [profile],
    connect: { host: 'nowhere', port: 1 },
    clock,
    openLink: server.openLink(clock),
    seed: 'faults',
  })
  clock.advance(60 * minute)
  fleet.stop()
  const { polls, ends } = known
  const installed = fleet.sims[0]!.registry().applications.some(({ loadFileAid }) => loadFileAid === 'A00000099901')
  const { resends, refused, connectionsLost, sessions } = fleet.stats()
  return { end: ends.get(0) ?? 'open', installed, polls: polls.length, resends, refused, connectionsLost, sessions }
}

const usualPolls = play().polls
const good = { end: 'Succeeded', installed: true, resends: 0, refused: 0, connectionsLost: 0, sessions: 1 }

test.each<[Misbehaviour, object]>([
  [
    { kind: 'drop', from: 'card', afterBlock: 2 },
    { ...good, resends: 1 },
  ],
  [
    { kind: 'drop', from: 'server', afterBlock: 2, times: 3 },
    { ...good, resends: 3 },
  ],
  [
    { kind: 'double', from: 'card', message: 'resCommandApdu', skip: 2 },
    { ...good, refused: 1, resends: 1 },
  ],
  [{ kind: 'delay', from: 'server', ms: 20_000, skip: 2 }, good],
  [
    { kind: 'delay', from: 'server', ms: 35_000, skip: 2 },
    { ...good, resends: 1 },
  ],
  [
    { kind: 'reorder', from: 'card', skip: 3 },
    { ...good, refused: 1, resends: 2 },
  ],
  [
    { kind: 'truncate', from: 'card', octets: 5, skip: 3 },
    { ...good, resends: 1, connectionsLost: 1 },
  ],
  [
    { kind: 'changeOctet', from: 'server', at: 30, skip: 3 },
    { ...good, resends: 1, refused: 1 },
  ],
  [
    { kind: 'wrongMac', from: 'card', skip: 3 },
    { ...good, resends: 1, connectionsLost: 1 },
  ],
  [
    { kind: 'loseConnection', from: 'server', message: 'loadCommand', skip: 1, times: 2 },
    { ...good, resends: 2, connectionsLost: 2 },
  ],
  [
    { kind: 'replayPoll', poll: 'latest', afterBlock: 1 },
    { ...good, polls: usualPolls + 1 },
  ],
  [{ kind: 'wrongCryptogram' }, { end: 'Failed 300', installed: false }],
  [
    { kind: 'outOfMemory', block: 3 },
    { end: 'Failed 500 6a84', installed: false },
  ],
  [
    { kind: 'statusWord', sw: 0x6f00, ins: 0xe6, skip: 1 },
    { end: 'Failed 500 6f00', installed: false },
  ],
  [{ kind: 'statusWord', sw: 0x9110, block: 2 }, good],
  [
    { kind: 'powerLoss', block: 3 },
    { ...good, sessions: 2 },
  ],
  [
    { kind: 'cardReset', block: 3 },
    { ...good, sessions: 2 },
  ],
  [
    { kind: 'giveUp', block: 3 },
    { ...good, sessions: 2 },
  ],
  [
    { kind: 'secondPoll', skip: 3 },
    { ...good, sessions: 2 },
  ],
  [
    { kind: 'clockJump', ms: 60_000, timer: 'answer', skip: 3 },
    { ...good, refused: 1, resends: 2 },
  ],
  [
    { kind: 'lostCounter', skip: 3 },
    { ...good, polls: usualPolls + 1 },
  ],
  [
    { kind: 'wrongIndex', skip: 1 },
    { ...good, sessions: 2 },
  ],
])('a SIM shows its fault: %j', (misbehaviour, expected) => {
  expect(play(misbehaviour)).toMatchObject(expected)
})
