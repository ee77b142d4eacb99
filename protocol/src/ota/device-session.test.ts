import { expect, test } from 'vitest'
import { concat, fromHex, toHex, uint } from '../bytes.ts'
import { aesCbcEncrypt, aesEcb } from '../crypto/aes.ts'
import { deviceStep } from './device-session.ts'
import { newDevice } from './device-state.ts'
import type { DeviceEnvironment, DeviceNvm, DeviceState, DeviceStep } from './device-state.ts'
import { openFrame, parseFrame, sealFrame } from './frame.ts'
import type { FrameHeader } from './frame-header.ts'
import { pollKeys, sessionKeys } from './keys.ts'
import { closeSessionBody, commandDataBody, loadCommandBody, pollBody, pollClear, resBody, scpInitBody } from './messages.ts'

const simKeys = { capAuthKey: new Uint8Array(16).fill(1), encryptKey: new Uint8Array(16).fill(2) }
const iccid = fromHex('98184000000000000071')
const cardNonce = fromHex('c0c1c2c3c4c5c6c7')
const serverNonce = fromHex('d0d1d2d3d4d5d6d7')
const scriptId = fromHex('a0a1a2a3a4a5a6a7')

/** A card whose every command answers 9000 with 256 octets. */
class Bench {
  readonly written: DeviceNvm[] = []
  readonly executed: string[] = []
  readonly env: DeviceEnvironment
  state: DeviceState = newDevice()

  constructor(sendBuffer = 320) {
    const config = { keys: simKeys, iccid, enc: true, pollerVersion: 0x0100, receiveBuffer: 255, sendBuffer, intervalMs: 600_000 }
    this.env = {
      config: { ...config, instanceAid: fromHex('f000000001') },
      newNonce: () => cardNonce,
      retryPauseMs: () => 41_000,
      telemetry: () => [],
      persist: (nvm) => void this.written.push(nvm),
      beginScript: (secured) => void this.executed.push(secured ? 'channel' : 'file system'),
      execute: (command) => {
        this.executed.push(toHex(command))
        return { sw: 0x9000, data: new Uint8Array(256) }
      },
    }
  }

  step(input: Parameters<typeof deviceStep>[1]): DeviceStep {
    const step = deviceStep(this.state, input, this.env)
    this.state = step.state
    return step
  }

  answer(change: Partial<FrameHeader>, body: Uint8Array): Uint8Array {
    const header = { from: 'server', enc: true, code: 2, sessionId: 7, sequence: this.state.session?.sequence ?? 0, ...change } as const
    const clear = header.sequence === 0 ? serverNonce : new Uint8Array()
    return sealFrame(header, clear, body, this.keys)
  }

  get keys() {
    return sessionKeys(simKeys, { cardNonce, serverNonce, pollCounter: this.state.counter })
  }

  /** The RES that the step sends. */
  res(step: DeviceStep) {
    const send = step.effects.find((effect) => effect.type === 'send')
    const frame = send && parseFrame(send.bytes, 'card')
    if (!frame?.ok) return null
    const body = openFrame(frame.value, this.keys, true)
    return body.ok ? { code: frame.value.code, ...resBody.decode(body.value) } : null
  }

  poll() {
    const send = this.step({ type: 'poll' }).effects.find((effect) => effect.type === 'send')
    const frame = send && parseFrame(send.bytes, 'card')
    if (!frame?.ok) throw new Error('no POLL')
    const body = openFrame(frame.value, pollKeys(simKeys, iccid), true)
    if (!body.ok) throw new Error(body.reason)
    return { ...pollClear.decode(frame.value.clear), ...pollBody.decode(body.value) }
  }

  open(commands = ['80e80000']): DeviceStep {
    this.poll()
    return this.step({
      type: 'frame',
      bytes: this.answer({}, commandDataBody.encode({ scriptId, index: 0, commands: commands.map(fromHex) })),
    })
  }
}

test('one write reserves 256 counters, and after a reset the card continues above them', () => {
  const card = new Bench()
  expect(card.poll().pollCounter).toBe(1)
  card.step({ type: 'lost' })
  expect(card.poll().pollCounter).toBe(2)
  expect(card.written.map(({ counterReserve }) => counterReserve)).toEqual([256])
  card.step({ type: 'reset' })
  expect(card.poll().pollCounter).toBe(257)
})

test('the card stores a new script with next 0 before its first command, and counts each command after it ran', () => {
  const card = new Bench()
  const step = card.open(['80e80000', '80e80001'])
  expect(card.written.slice(1).map(({ script }) => script?.next)).toEqual([0, 1, 2])
  expect(card.res(step)).toMatchObject({ code: 5, status: 0, next: 2, results: [{ sw: 0x9000 }, { sw: 0x9000 }] })
})

test('the card drops the data of a command without Le, and a full answer ends the chunk', () => {
  const card = new Bench()
  expect(card.res(card.open(['80e80000', '80f2000000', '80e80001']))).toMatchObject({
    next: 2,
    results: [{ data: new Uint8Array() }, { data: new Uint8Array(256) }],
  })
})

test('a poll after a lost session reports that the script is alive; after a reset, that its context is lost', () => {
  const card = new Bench()
  card.open()
  for (let i = 0; i < 4; i++) {
    card.step({ type: 'lost' })
    card.step({ type: 'timer' })
  }
  expect(card.state.phase).toBe('idle')
  expect(card.poll().resume).toEqual({ state: 2, scriptId, next: 1, lastSw: 0x9000 })
  card.step({ type: 'reset' })
  expect(card.poll().resume).toEqual({ state: 1, scriptId, next: 1, lastSw: 0x9000 })
})

test('the card sends the same bytes again at most three times, ten seconds apart', () => {
  const card = new Bench()
  const first = card.open().effects.find((effect) => effect.type === 'send')
  for (let i = 0; i < 3; i++) {
    expect(card.step({ type: 'lost' }).effects).toEqual([{ type: 'setTimer', timer: 'resend', ms: 10_000 }])
    expect(card.step({ type: 'timer' }).effects[0]).toEqual(first)
  }
  expect(card.step({ type: 'timer' }).effects).toEqual([{ type: 'close' }, { type: 'setTimer', timer: 'poll', ms: 41_000 }])
})

test('a POLL without an answer is followed by one after the short pause, then at the interval', () => {
  const card = new Bench()
  const pauses = [1, 2, 3].map(() => {
    card.poll()
    return card.step({ type: 'timer' }).effects.at(-1)
  })
  expect(pauses).toMatchObject([{ ms: 41_000 }, { ms: 600_000 }, { ms: 41_000 }])
})

test('the card adopts the higher counter of the server at most twice in a row', () => {
  const card = new Bench()
  card.poll()
  const resync = (detail: number): DeviceStep =>
    card.step({
      type: 'frame',
      bytes: card.answer({ code: 7, sessionId: 0 }, closeSessionBody.encode({ code: 300, detail, waitSeconds: 0 })),
    })
  resync(70_000)
  expect(card.state.counter).toBe(70_001)
  resync(80_000)
  expect(card.state.counter).toBe(80_001)
  expect(resync(90_000).state.phase).toBe('idle')
  expect(card.written.at(-1)?.counterReserve).toBeGreaterThanOrEqual(80_001)
})

test('the card deletes its script at CLOSE_SESSION(0) and at no other code, and applies a wait once', () => {
  const card = new Bench()
  card.open()
  const close = (code: number, waitSeconds: number) =>
    card.step({ type: 'frame', bytes: card.answer({ code: 7 }, closeSessionBody.encode({ code, detail: 0, waitSeconds })) })
  expect(close(401, 90).effects).toEqual([{ type: 'close' }, { type: 'setTimer', timer: 'poll', ms: 90_000 }])
  expect(card.poll().resume.state).toBe(2)
  card.step({
    type: 'frame',
    bytes: card.answer({ code: 7, sessionId: 0 }, closeSessionBody.encode({ code: 0, detail: 0, waitSeconds: 0 })),
  })
  expect(card.poll().resume).toEqual({ state: 0 })
})

test.each([
  ['a wrong index', { code: 3 as const }, loadCommandBody.encode({ index: 5, commands: [fromHex('80e80001')] }), 201],
  ['broken lengths', { code: 3 as const }, fromHex('0001000980e8'), 201],
  ['no command', { code: 3 as const }, fromHex('0001'), 202],
  [
    'an unknown script in the middle',
    { code: 2 as const },
    commandDataBody.encode({ scriptId: fromHex('b0b1b2b3b4b5b6b7'), index: 3, commands: [fromHex('80e80001')] }),
    201,
  ],
  ['a body that cannot be decoded', { code: 4 as const }, fromHex('02a0'), 100],
])('the card answers %s with an error status and its own `next`, and runs no command', (_, change, body, status) => {
  const card = new Bench()
  card.open()
  const before = card.executed.length
  const step = card.step({ type: 'frame', bytes: card.answer(change, body) })
  expect(card.res(step)).toMatchObject({ status, next: 1, results: [] })
  expect(card.executed).toHaveLength(before)
})

test('SCP_INIT ends the context of the earlier script', () => {
  const card = new Bench()
  card.open()
  const body = scpInitBody.encode({
    securityDomainAid: fromHex('a000000151000000'),
    initializeUpdate: fromHex('8050000008e0e1e2e3e4e5e6e700'),
  })
  card.step({ type: 'frame', bytes: card.answer({ code: 4 }, body) })
  const step = card.step({
    type: 'frame',
    bytes: card.answer({ code: 3 }, loadCommandBody.encode({ index: 1, commands: [fromHex('80e80001')] })),
  })
  expect(card.res(step)).toMatchObject({ status: 201, next: 1 })
})

test('a poller that cannot continue sends CLOSE_SESSION(401) in place of the RES', () => {
  const card = new Bench()
  card.env.execute = () => null
  const send = card.open().effects.find((effect) => effect.type === 'send')
  expect(send?.bytes[3]).toBe(7)
})

/** Checks that the card ignores each of these frames: its state, its timer and its memory stay as they are. */
function expectRefused(card: Bench, frames: [string, Uint8Array][]): void {
  const [before, written, executed] = [card.state, card.written.length, card.executed.length]
  for (const [reason, bytes] of frames) expect(card.step({ type: 'frame', bytes })).toEqual({ state: before, effects: [], refused: reason })
  expect([card.written.length, card.executed.length]).toEqual([written, executed])
}

const octet = (bytes: Uint8Array, at: number, change: (value: number) => number): Uint8Array =>
  bytes.map((value, i) => (i === (at < 0 ? bytes.length + at : at) ? change(value) : value))

test('a frame that must be refused leaves the card as it was (OTA protocol §5.9, items 1 to 5 and 10 to 13)', () => {
  const card = new Bench()
  const init = loadCommandBody.encode({ index: 1, commands: [fromHex('80e80001')] })
  const close = new Uint8Array(8)
  const closing = { code: 7, sessionId: 0, sequence: 0 } as const
  expectRefused(card, [['idle', card.answer(closing, close)]])

  card.poll()
  const early = card.answer({}, commandDataBody.encode({ scriptId, index: 0, commands: [fromHex('80e80000')] }))
  card.step({ type: 'lost' })
  expectRefused(card, [['idle', early]])
  card.poll()
  const other = sessionKeys(simKeys, { cardNonce: fromHex('00'.repeat(8)), serverNonce, pollCounter: card.state.counter })
  const header = { from: 'server', enc: true, code: 2, sessionId: 7, sequence: 0 } as const
  expectRefused(card, [
    ['mac', early],
    ['mac', sealFrame(header, serverNonce, commandDataBody.encode({ scriptId, index: 0, commands: [fromHex('80e80000')] }), other)],
    ['session', card.answer({ sessionId: 0 }, commandDataBody.encode({ scriptId, index: 0, commands: [fromHex('80e80000')] }))],
    ['session', card.answer({ ...closing, sessionId: 7 }, close)],
    ['sequence', card.answer({ sequence: 1 }, commandDataBody.encode({ scriptId, index: 0, commands: [fromHex('80e80000')] }))],
  ])

  const first = card.answer({}, commandDataBody.encode({ scriptId, index: 0, commands: [fromHex('80e80000')] }))
  card.step({ type: 'frame', bytes: first })
  const good = card.answer({ code: 3 }, init)
  const start = concat(fromHex('00201c0300000007'), uint(card.state.session!.sequence, 2))
  const around = (body: string): Uint8Array => {
    const authentic = concat(uint(16 + body.length / 2, 2), start.subarray(2), fromHex(body))
    return concat(authentic, card.keys.cmac.mac(authentic).subarray(0, 8))
  }
  const unpadded = aesCbcEncrypt(card.keys.enc, aesEcb(card.keys.enc, concat(start.subarray(2, 10), new Uint8Array(8))), new Uint8Array(16))
  expectRefused(card, [
    ['length', good.subarray(0, -1)],
    ['length', concat(good, fromHex('00'))],
    ['length', fromHex('000f1c07000000070001')],
    ['length', new Uint8Array()],
    ['version', octet(good, 2, () => 0x2c)],
    ['flags', octet(good, 2, (flags) => flags | 1)],
    ['flags', octet(good, 2, (flags) => flags | 2)],
    ['code', octet(good, 3, () => 0)],
    ['code', octet(good, 3, () => 8)],
    ['direction', card.state.lastFrame],
    ['direction', octet(good, 3, () => 1)],
    ['direction', octet(good, 3, () => 5)],
    ['direction', octet(good, 3, () => 6)],
    ['mac', octet(good, -1, (mac) => mac ^ 1)],
    ['mac', octet(good, 12, (body) => body ^ 1)],
    ['enc', card.answer({ code: 3, enc: false }, init)],
    ['enc', around('00'.repeat(17))],
    ['enc', around('')],
    ['padding', around(toHex(unpadded))],
    ['session', card.answer({ code: 3, sessionId: 8 }, init)],
    ['session', card.answer({ code: 3, sessionId: 0 }, init)],
    ['sequence', first],
    ['sequence', card.answer({ code: 3, sequence: 2 }, init)],
    ['tooLong', card.answer({ code: 3 }, new Uint8Array(230))],
  ])
  expect(card.step({ type: 'frame', bytes: good }).refused).toBeNull()
  expectRefused(card, [['sequence', good]])
})
