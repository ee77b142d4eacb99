import { expect, test } from 'vitest'
import { responseApdu } from '@simdeck/protocol/apdu.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { sealFrame } from '@simdeck/protocol/ota/frame.ts'
import type { FrameHeader } from '@simdeck/protocol/ota/frame-header.ts'
import { pollKeys, sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { commandDataBody, loadCommandBody, pollClear } from '@simdeck/protocol/ota/messages.ts'
import { makeCard } from './testing/host.ts'
import { sampleProfile } from './testing/profiles.ts'
import { InvariantChecker } from './invariant-checker.ts'

const profile = sampleProfile(1)
const none = new Uint8Array()
const cardNonce = fromHex('C0C1C2C3C4C5C6C7')
const serverNonce = fromHex('D0D1D2D3D4D5D6D7')
const iccid = iccidToBytes(profile.iccid)
const keys = sessionKeys(profile, { cardNonce, serverNonce, pollCounter: 7 })
const scriptId = fromHex('A0A1A2A3A4A5A6A7')

function poll(body: string): Uint8Array {
  const header: FrameHeader = { from: 'card', enc: true, code: messageCode.poll, sessionId: 0, sequence: 0 }
  return sealFrame(header, pollClear.encode({ iccid, cardNonce, pollCounter: 7 }), fromHex(body), pollKeys(profile, iccid))
}

function inSession(from: 'card' | 'server', sequence: number, code: FrameHeader['code'], body: Uint8Array): Uint8Array {
  const clear = from === 'server' && sequence === 0 ? serverNonce : none
  return sealFrame({ from, enc: true, code, sessionId: 5, sequence }, clear, body, keys)
}

test('the checker reports two different versions of a POLL, frame or command, but no repeated or corrupted frame', () => {
  const checker = new InvariantChecker(() => profile)
  const opening = inSession(
    'server',
    0,
    messageCode.commandData,
    commandDataBody.encode({ scriptId, index: 0, commands: [fromHex('8482030000'), fromHex('84E8000001')] }),
  )
  checker.observe('card', poll('01'))
  for (const frame of [opening, opening, opening.map((octet, i) => (i === 30 ? octet ^ 1 : octet))]) checker.observe('server', frame)
  const res = inSession('card', 1, messageCode.resFirstChunk, fromHex('00'))
  for (const frame of [res, res]) checker.observe('card', frame)
  expect(checker.violations).toEqual([])
  checker.observe(
    'server',
    inSession('server', 1, messageCode.loadCommand, loadCommandBody.encode({ index: 1, commands: [fromHex('84E8000002')] })),
  )
  checker.observe('card', inSession('card', 1, messageCode.resFirstChunk, fromHex('01')))
  checker.observe('card', poll('02'))
  checker.observe('card', res.subarray(1))
  expect(checker.violations).toEqual([
    'two versions of command 1 of script a0a1a2a3a4a5a6a7',
    'two versions of the frame of the card, session 5, sequence 1',
    'two versions of POLL c0c1c2c3c4c5c6c700000007',
    'the card sent octets that are no frame: length',
  ])
})

test('the checker reports a command that ran twice, a missing LOAD block and a repeated sequence counter', () => {
  const card = makeCard()
  const checker = new InvariantChecker(() => profile)
  const script = { id: 'a0', next: 0, lastSw: 0 }
  card.nvm.applications.push({ aid: 'P0', poller: { counterReserve: 0, script } } as never)
  card.running = 'P0'
  const challenge = '00'.repeat(10) + '300370' + '00'.repeat(16)
  const execute = checker.throughCard((command) => responseApdu(0x9000, command[1] === 0x50 ? fromHex(`${challenge}000001`) : none), card)
  const run = (next: number, command: string): void => {
    script.next = next
    execute(fromHex(command))
  }
  run(9, '8050000008000000000000000000')
  for (const [next, command] of ['8482030000', '84E6020000', '84E8000000', '84E8000100'].entries()) run(next, command)
  expect(checker.violations).toEqual([])
  run(4, '84E8000300')
  run(4, '84E8000400')
  run(0, '8050000008000000000000000000')
  expect(checker.violations).toEqual([
    'LOAD block 3 instead of 2',
    'command 4 of script a0 ran twice',
    'command 4 of script a0 runs with command counter 5',
    'LOAD block 4 instead of 3',
    'SCP03 sequence counter 1 after 1',
  ])
})
