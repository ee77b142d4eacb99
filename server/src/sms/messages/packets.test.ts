import { expect, test } from 'vitest'
import type { SmsAlgorithm } from '@simdeck/contract/sim-sms.ts'
import { openCommand, parseCommand } from '@simdeck/protocol/scp80/command-packet.ts'
import { sealRefusal, sealResponse } from '@simdeck/protocol/scp80/response-packet.ts'
import { compactResult, compactScript } from '@simdeck/protocol/scp80/scripts.ts'
import { sessionTrigger } from '@simdeck/protocol/scp81/session-trigger.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { pollNow } from '@simdeck/protocol/applets/poller-trigger.ts'
import type { KeySet } from '../../key-sets/sms-key-sets.ts'
import { mostAnswerOctets, mostScriptOctets } from '@simdeck/contract/sim-sms-script.ts'
import { maxUserData } from '@simdeck/protocol/sms/user-data.ts'
import { mostTriggerParameterOctets } from '@simdeck/contract/sim-scp81.ts'
import { commandPacket, packetMessage, proofOf, wakePacket } from './packets.ts'

const key = (length: number, octet: number) => new Uint8Array(length).map((_, at) => octet + at)
const keySetOf = (algorithm: SmsAlgorithm, length: number): KeySet => ({
  number: 5,
  algorithm,
  kic: key(length, 0x10),
  kid: key(length, 0x50),
  tar: Uint8Array.of(0x53, 0x4d, 0x01),
})
const none = new Uint8Array(0)
/** Octets of the user data header in front of a packet. */
const headerLength = 3

test.each<[SmsAlgorithm, number, number]>([
  ['aes', 16, 0x52],
  ['aes', 24, 0x52],
  ['aes', 32, 0x52],
  ['3des', 16, 0x55],
  ['3des', 24, 0x59],
])('a card opens a packet under keys of %s with %i octets, and its proof is read', (algorithm, length, octet) => {
  const keySet = keySetOf(algorithm, length)
  const packet = wakePacket(keySet, 7, null)
  const command = parseCommand(packet)
  expect([command.kic, command.kid]).toEqual([octet, octet])
  const keys = { kic: keySet.kic, kid: keySet.kid, macLength: 8 as const }
  const opened = openCommand(command, keys)
  expect(opened.counter).toBe(7)
  expect(compactScript.decode(opened.data)).toEqual([pollNow])
  const proof = sealResponse({ counter: 7, status: 0, data: none }, command, keys)
  expect(proofOf(packet, proof, keySet)).toEqual({ status: 0, isAuthentic: true, counter: 7, data: none })
  const other = { ...keySet, kid: key(length, 0x60) }
  expect(proofOf(packet, proof, other)).toBeNull()
  const refusal = sealRefusal({ counter: 0, status: 1, data: none }, command)!
  expect(proofOf(packet, refusal, keySet)).toMatchObject({ status: 1, isAuthentic: false })
})

test('a message for an admin agent names the TAR of its security domain and carries the parameters of the session', () => {
  const keySet = keySetOf('aes', 16)
  const agent = { tar: Uint8Array.of(0, 0, 0), parameters: fromHex('89068A0461626364') }
  const command = parseCommand(wakePacket(keySet, 7, agent))
  expect(command.tar).toEqual(agent.tar)
  const opened = openCommand(command, { kic: keySet.kic, kid: keySet.kid, macLength: 8 })
  expect(sessionTrigger.decode(opened.data)).toEqual(agent.parameters)
})

test.each([
  ['a poller', null],
  ['an admin agent', { tar: Uint8Array.of(0, 0, 0), parameters: key(mostTriggerParameterOctets, 0) }],
])('a message that wakes %s fits one short message', (_, agent) => {
  const nobody = { type: 0, plan: 0, address: '' }
  for (const [algorithm, length] of [
    ['aes', 32],
    ['3des', 24],
  ] as const)
    expect(packetMessage(wakePacket(keySetOf(algorithm, length), 1, agent), nobody, nobody).userData.length).toBeLessThanOrEqual(140)
})

test.each<[SmsAlgorithm, number]>([
  ['aes', 16],
  ['3des', 16],
  ['3des', 24],
])('the longest script and the longest answer fit one message each under keys of %s with %i octets', (algorithm, length) => {
  const keySet = keySetOf(algorithm, length)
  const { kic, kid, tar } = keySet
  const ofScript = (octets: number) => headerLength + commandPacket(keySet, 7, tar, new Uint8Array(octets)).length
  expect(ofScript(mostScriptOctets)).toBeLessThanOrEqual(maxUserData)
  if (algorithm === 'aes') expect(ofScript(mostScriptOctets + 1)).toBeGreaterThan(maxUserData)
  const ofAnswer = (octets: number) => {
    const data = compactResult.encode({ executed: 2, last: { sw: 0x9000, data: new Uint8Array(octets) } })
    const command = parseCommand(wakePacket(keySet, 7, null))
    return headerLength + sealResponse({ counter: 7, status: 0, data }, command, { kic, kid, macLength: 8 }).length
  }
  expect([ofAnswer(mostAnswerOctets), ofAnswer(mostAnswerOctets + 1)]).toEqual([maxUserData, maxUserData + 1])
})
