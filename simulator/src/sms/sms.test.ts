import { expect, test } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerTar, pollNow } from '@simdeck/protocol/applets/poller-trigger.ts'
import { bytesOf, concat, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { sealCommand } from '@simdeck/protocol/scp80/command-packet.ts'
import type { CommandPacket } from '@simdeck/protocol/scp80/command-packet.ts'
import { openResponse } from '@simdeck/protocol/scp80/response-packet.ts'
import type { OpenedResponse } from '@simdeck/protocol/scp80/response-packet.ts'
import { responseStatus as status } from '@simdeck/protocol/scp80/response-status.ts'
import { compactScript } from '@simdeck/protocol/scp80/scripts.ts'
import { spi } from '@simdeck/protocol/scp80/spi.ts'
import { splitMessage } from '@simdeck/protocol/sms/concatenation.ts'
import { dataClass2, simDataDownload, smsDeliver, smsSubmit } from '@simdeck/protocol/sms/tpdu.ts'
import type { SmsDeliver } from '@simdeck/protocol/sms/tpdu.ts'
import { decodeUserData, elementId, holdsPacket } from '@simdeck/protocol/sms/user-data.ts'
import type { UserData } from '@simdeck/protocol/sms/user-data.ts'
import { begin, minute } from '../fleet.fixture.ts'
import { sampleProfile } from '../testing/profiles.ts'
import type { VirtualSim } from '../virtual-sim.ts'
import type { MessageReport } from './exchange.ts'
import { packetKeys } from './key-sets.ts'
import type { OtaKeySet } from './key-sets.ts'

const keySet: OtaKeySet = {
  number: 1,
  kic: '000102030405060708090a0b0c0d0e0f',
  kid: '101112131415161718191a1b1c1d1e1f',
  kicAlgorithm: 2,
  kidAlgorithm: 2,
  macLength: 8,
  counter: 4,
}
const keys = packetKeys(keySet)
const tar = pollerTar(fixedAids.pollerA.packageAid)!
const trigger = compactScript.encode([pollNow])

/** A packet for the poller, encrypted with checksum, whose proof is as well, in the report of the delivery. */
const packetOf = (counter: number, more: Partial<CommandPacket> = {}): CommandPacket => ({
  spi: spi.decode(fromHex('1619')),
  kic: 0x12,
  kid: 0x12,
  tar,
  counter,
  data: trigger,
  ...more,
})

const tpduOf = (userData: UserData, more: Partial<SmsDeliver> = {}): Uint8Array =>
  smsDeliver.encode({
    isLast: true,
    originator: { type: 0x91, digits: '819012345' },
    timestamp: fromHex('62117260214063'),
    protocolId: simDataDownload,
    dataCoding: dataClass2,
    userData,
    ...more,
  })
const commandData = (packet: Uint8Array): UserData => ({ elements: [{ id: elementId.commandPacket, data: bytesOf() }], data: packet })

function beginSim(keySets: readonly OtaKeySet[] | undefined = [keySet]) {
  const profile = sampleProfile(1, { otaKeySets: keySets, poller: { intervalMinutes: 60 } })
  const world = begin([profile])
  const sim = world.fleet.sims[0]!
  world.clock.advance(61 * minute)
  return { ...world, sim, polls: () => world.server.sim(profile.iccid).polls.length }
}

const deliver = (sim: VirtualSim, packet: CommandPacket): MessageReport =>
  sim.receiveMessage(tpduOf(commandData(sealCommand(packet, keys))))!

function proofOf(report: MessageReport, packet: CommandPacket): OpenedResponse {
  const userData = decodeUserData(report.userData, true)
  expect(holdsPacket(userData, 'responsePacket')).toBe(true)
  return openResponse(userData.data, packet, keys)
}

test('a packet lets the poller poll now, and the card proves that it received it', () => {
  const { sim, clock, polls } = beginSim()
  const before = polls()
  const packet = packetOf(5)
  const report = deliver(sim, packet)
  expect(report).toMatchObject({ isAccepted: true, submits: [] })
  expect(proofOf(report, packet)).toMatchObject({ status: status.ok, isAuthentic: true, counter: 5, data: fromHex('019000') })
  clock.advance(1_000)
  expect(polls()).toBe(before + 1)
})

test('a packet that comes twice makes the poller poll once', () => {
  const { sim, clock, polls } = beginSim()
  const before = polls()
  const packet = packetOf(5)
  deliver(sim, packet)
  expect(proofOf(deliver(sim, packet), packet)).toMatchObject({ status: status.counterLow, isAuthentic: true })
  clock.advance(1_000)
  expect(polls()).toBe(before + 1)
})

test('the counter of a key set never goes back, also over a reset and in a copy of the card', () => {
  const { sim } = beginSim()
  expect(proofOf(deliver(sim, packetOf(0x1_0000_0000)), packetOf(0)).status).toBe(status.ok)
  sim.reset()
  for (const counter of [0, 5, 0x1_0000_0000])
    expect(proofOf(deliver(sim, packetOf(counter)), packetOf(counter)).status).toBe(status.counterLow)
  const copy = begin([sampleProfile(1, { nvm: structuredClone(sim.card.nvm) })]).fleet.sims[0]!
  expect(proofOf(deliver(copy, packetOf(9)), packetOf(9)).status).toBe(status.counterLow)
  expect(proofOf(deliver(copy, packetOf(0x1_0000_0001)), packetOf(9)).status).toBe(status.ok)
})

test('a counter that must be exactly one higher is refused when it is not', () => {
  const { sim } = beginSim()
  const strict = { spi: spi.decode(fromHex('1e19')) }
  expect(proofOf(deliver(sim, packetOf(6, strict)), packetOf(6, strict)).status).toBe(status.counterHigh)
  expect(proofOf(deliver(sim, packetOf(5, strict)), packetOf(5, strict)).status).toBe(status.ok)
})

test.each([
  ['another TAR', packetOf(5, { tar: fromHex('b00010') }), status.tarUnknown],
  ['the TAR of a poller that is not installed', packetOf(5, { tar: pollerTar(fixedAids.pollerB.packageAid)! }), status.tarUnknown],
  ['no checksum', packetOf(5, { spi: spi.decode(fromHex('1419')) }), status.insufficientSecurity],
  ['a redundancy check only', packetOf(5, { spi: spi.decode(fromHex('1519')), kid: 0x15 }), status.insufficientSecurity],
  ['no counter', packetOf(5, { spi: spi.decode(fromHex('0619')) }), status.insufficientSecurity],
  ['a counter that is not checked', packetOf(5, { spi: spi.decode(fromHex('0e19')) }), status.insufficientSecurity],
  ['a key set that the card lacks', packetOf(5, { kic: 0x22, kid: 0x22 }), status.securityError],
  ['two key sets', packetOf(5, { kic: 0x22 }), status.securityError],
  ['a weaker algorithm under the same keys', packetOf(5, { kic: 0x15, kid: 0x15 }), status.securityError],
])('a packet with %s is refused without a checksum, and changes nothing', (_, packet, expected) => {
  const { sim, clock, polls } = beginSim()
  const [before, memory] = [polls(), JSON.stringify(sim.card.nvm.otaKeySets)]
  expect(proofOf(deliver(sim, packet), packet)).toMatchObject({ status: expected, isAuthentic: false, checksum: bytesOf() })
  clock.advance(1_000)
  expect([polls(), JSON.stringify(sim.card.nvm.otaKeySets)]).toEqual([before, memory])
})

test('a wrong checksum is refused with its code, and does not raise the counter', () => {
  const { sim, clock, polls } = beginSim()
  const before = polls()
  const packet = packetOf(900, { spi: spi.decode(fromHex('1209')) })
  const octets = sealCommand(packet, keys)
  for (let at = 10; at < octets.length; at++) {
    const changed = octets.with(at, octets[at]! ^ 1)
    expect(proofOf(sim.receiveMessage(tpduOf(commandData(changed)))!, packet)).toMatchObject({
      status: status.checksumFailed,
      isAuthentic: false,
    })
  }
  clock.advance(1_000)
  expect(polls()).toBe(before)
  expect(proofOf(deliver(sim, packetOf(5)), packetOf(5)).status).toBe(status.ok)
})

test('a card without key sets refuses every packet', () => {
  const { sim } = beginSim([])
  expect(proofOf(deliver(sim, packetOf(5)), packetOf(5)).status).toBe(status.securityError)
})

test('a proof is only sent in the cases that the packet names', () => {
  const { sim } = beginSim()
  const never = { spi: spi.decode(fromHex('1618')) }
  expect(deliver(sim, packetOf(5, never))).toEqual({ isAccepted: true, userData: bytesOf(), submits: [] })
  const onError = { spi: spi.decode(fromHex('161a')) }
  expect(deliver(sim, packetOf(6, onError)).userData).toEqual(bytesOf())
  expect(proofOf(deliver(sim, packetOf(6, onError)), packetOf(6, onError)).status).toBe(status.counterLow)
})

test('a proof in a message of its own goes to the sender of the packet', () => {
  const { sim } = beginSim()
  const packet = packetOf(5, { spi: spi.decode(fromHex('1639')) })
  const report = deliver(sim, packet)
  expect(report).toMatchObject({ isAccepted: true, userData: bytesOf() })
  expect(report.submits).toHaveLength(1)
  const submit = smsSubmit.decode(report.submits[0]!)
  expect(submit.destination).toEqual({ type: 0x91, digits: '819012345' })
  expect(openResponse(submit.userData.data, packet, keys)).toMatchObject({ status: status.ok, isAuthentic: true })
})

test('a packet in several messages is run once all of them are there, in any order', () => {
  const { sim } = beginSim()
  const packet = packetOf(5, { data: concat(...Array.from({ length: 60 }, () => trigger)) })
  const parts = splitMessage(commandData(sealCommand(packet, keys)), 9).map((part) => tpduOf(part))
  expect(parts.length).toBeGreaterThan(2)
  const reports = parts.toReversed().map((tpdu) => sim.receiveMessage(tpdu)!)
  expect(reports.map(({ userData }) => userData.length > 0)).toEqual(parts.map((_, at) => at === parts.length - 1))
  expect(toHex(proofOf(reports.at(-1)!, packet).data)).toBe('3c9000')
})

test('a script ends at the first command that the poller does not know', () => {
  const { sim } = beginSim()
  const packet = packetOf(5, { data: concat(trigger, fromHex('80e4000000'), trigger) })
  expect(toHex(proofOf(deliver(sim, packet), packet).data)).toBe('026d00')
  const cut = packetOf(6, { data: fromHex('8010') })
  expect(toHex(proofOf(deliver(sim, cut), cut).data)).toBe('006a80')
})

test('a proof that the card cannot protect is not sent', () => {
  const { sim } = beginSim()
  const signed = packetOf(5, { spi: spi.decode(fromHex('161d')) })
  expect(deliver(sim, signed)).toEqual({ isAccepted: true, userData: bytesOf(), submits: [] })
})

test('messages that hold no packet for the card are reported as errors', () => {
  const { sim } = beginSim()
  const octets = sealCommand(packetOf(5), keys)
  const refused = { isAccepted: false, userData: bytesOf(), submits: [] }
  expect(sim.receiveMessage(tpduOf({ elements: [], data: octets }))).toEqual(refused)
  expect(sim.receiveMessage(tpduOf(commandData(octets), { protocolId: 0 }))).toEqual(refused)
  expect(sim.receiveMessage(tpduOf(commandData(octets.subarray(0, -1))))).toEqual(refused)
  expect(sim.receiveMessage(fromHex('00'))).toEqual(refused)
  expect(sim.receiveMessage(tpduOf({ elements: [{ id: 0, data: bytesOf(1, 0, 0) }], data: octets }))).toEqual(refused)
})

test('a poller in a session polls again after it', () => {
  const { sim, clock, polls } = beginSim()
  const before = polls()
  sim.pollNow()
  deliver(sim, packetOf(5))
  clock.advance(1_000)
  expect(polls()).toBe(before + 2)
})

test('a device that is off receives nothing', () => {
  const { sim } = beginSim()
  sim.stop()
  expect(sim.receiveMessage(tpduOf(commandData(sealCommand(packetOf(5), keys))))).toBeNull()
})

test('the parts of a message do not survive a reset of the card', () => {
  const { sim } = beginSim()
  const packet = packetOf(5, { data: concat(...Array.from({ length: 30 }, () => trigger)) })
  const [first, second] = splitMessage(commandData(sealCommand(packet, keys)), 9)
  expect(sim.receiveMessage(tpduOf(first!))?.isAccepted).toBe(true)
  sim.reset()
  expect(sim.receiveMessage(tpduOf(second!))).toEqual({ isAccepted: true, userData: bytesOf(), submits: [] })
})
