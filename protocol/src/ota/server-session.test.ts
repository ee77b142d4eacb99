import { expect, test } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { openFrame, parseFrame, sealFrame } from './frame.ts'
import type { FrameHeader } from './frame-header.ts'
import { pollKeys, sessionKeys } from './keys.ts'
import type { FrameKeys } from './keys.ts'
import { closeSessionBody, pollBody, pollClear, resBody } from './messages.ts'
import type { Poll } from './messages.ts'
import { closePoll, openPoll } from './server-poll.ts'
import { expireSession } from './server-frame.ts'
import type { ServerStep } from './server-state.ts'
import { installJob, removeJob, SessionLoop } from './session-loop.fixture.ts'

/** A loop that stopped after this number of server frames, so that the card waits for an answer. */
function stoppedAfter(answers: number, options: Partial<ConstructorParameters<typeof SessionLoop>[0]> = {}): SessionLoop {
  let count = 0
  const loop = new SessionLoop({
    jobs: [installJob(1500)],
    tamper: (from, bytes) => (from === 'server' && ++count > answers ? [] : [bytes]),
    ...options,
  })
  loop.give({ type: 'poll' })
  return loop
}

function keysOf(loop: SessionLoop): FrameKeys {
  return sessionKeys(loop.config.keys, loop.session!)
}

function fromCard(loop: SessionLoop, change: Partial<FrameHeader>, body: Uint8Array, keys = keysOf(loop)): Uint8Array {
  const header = { from: 'card', enc: true, code: 6, sessionId: loop.session!.id, sequence: loop.session!.sequence + 1 } as const
  return sealFrame({ ...header, ...change }, new Uint8Array(), body, keys)
}

function pollOf(loop: SessionLoop, counter: number, change: Partial<Poll> = {}, enc = true): Uint8Array {
  const { pollerVersion, receiveBuffer, instanceAid } = loop.config
  const body = pollBody.encode({ pollerVersion, receiveBuffer, instanceAid, resume: { state: 0 }, tlvs: [], ...change })
  return sealedPoll(loop, counter, body, enc)
}

function sealedPoll({ config: { iccid, keys } }: SessionLoop, counter: number, body: Uint8Array, enc = true): Uint8Array {
  const clear = pollClear.encode({ iccid, cardNonce: new Uint8Array(8), pollCounter: counter })
  return sealFrame({ from: 'card', enc, code: 1, sessionId: 0, sequence: 0 }, clear, body, pollKeys(keys, iccid))
}

/** The CLOSE_SESSION that a step answers with. */
function closing(loop: SessionLoop, step: ServerStep, poll?: Uint8Array) {
  if (step.kind === 'refused') return step
  const frame = parseFrame(step.answer, 'server')
  if (!frame.ok || frame.value.code !== 7) return null
  const keys = poll ? sessionKeys(loop.config.keys, { ...clearOf(poll), serverNonce: frame.value.clear }) : keysOf(loop)
  const body = openFrame(frame.value, keys, frame.value.enc)
  return body.ok ? closeSessionBody.decode(body.value) : null
}

function clearOf(poll: Uint8Array) {
  const frame = parseFrame(poll, 'card')
  if (!frame.ok) throw new Error(frame.reason)
  return pollClear.decode(frame.value.clear)
}

const running = { status: 0, next: 3, results: [{ sw: 0x9000, data: new Uint8Array() }] }

test('a wrong index ends the session with 201 and interrupts the job', () => {
  const loop = stoppedAfter(2)
  const step = loop.serve(fromCard(loop, { sequence: 3 }, resBody.encode({ ...running, next: 9 })))
  expect(step.kind === 'advance' && step.effects).toEqual([{ type: 'interrupted', jobId: 0, code: 201 }])
  expect(closing(loop, step)).toMatchObject({ code: 201 })
})

test('an error status of the card ends the session with the same code', () => {
  const loop = stoppedAfter(2)
  const step = loop.serve(fromCard(loop, { sequence: 3 }, resBody.encode({ status: 202, next: 2, results: [] })))
  expect(closing(loop, step)).toMatchObject({ code: 202 })
})

test.each([
  ['a body that cannot be decoded', { code: 6 as const }, 'ff'],
  ['a message that was not asked for', { code: 5 as const }, '0000000301900000'.padEnd(18, '0')],
])('%s ends the job with 100', (_, change, hex) => {
  const loop = stoppedAfter(2)
  const step = loop.serve(fromCard(loop, { sequence: 3, ...change }, fromHex(hex)))
  expect(step.kind === 'advance' && step.effects).toMatchObject([{ type: 'ended', status: 'Failed', code: 100 }])
})

test('a card that gives up is answered 401; after that, only a repeated frame is answered', () => {
  const loop = stoppedAfter(2)
  const bytes = fromCard(loop, { sequence: 3, code: 7 }, closeSessionBody.encode({ code: 401, detail: 0, waitSeconds: 0 }))
  const step = loop.serve(bytes)
  expect(closing(loop, step)).toMatchObject({ code: 401 })
  if (step.kind !== 'advance') throw new Error(step.kind)
  loop.session = step.session
  expect(loop.serve(bytes)).toEqual({ kind: 'repeat', answer: step.answer })
  expect(loop.serve(fromCard(loop, { sequence: 4 }, resBody.encode(running)))).toEqual({ kind: 'refused', reason: 'ended' })
})

test('a session without a frame for 180 s expires, and its job is interrupted', () => {
  const loop = stoppedAfter(2)
  const input = { session: loop.session!, jobs: loop.jobs }
  expect(expireSession({ ...input, nowMs: 180_000 })).toBeNull()
  expect(expireSession({ ...input, nowMs: 180_001 })?.effects).toContainEqual({ type: 'interrupted', jobId: 0, code: 401 })
  loop.nowMs = 180_001
  expect(loop.serve(fromCard(loop, { sequence: 3 }, resBody.encode(running)))).toEqual({ kind: 'refused', reason: 'session' })
})

test('a session in which no frame followed the POLL is no interruption', () => {
  const loop = stoppedAfter(0)
  const step = loop.serve(pollOf(loop, 900))
  expect(step.kind === 'advance' && step.effects.map(({ type }) => type)).toEqual(['sessionEnded'])
})

test('the POLL of the other poller is answered 400 while a session runs', () => {
  const loop = stoppedAfter(2)
  const poll = pollOf(loop, 900, { instanceAid: fromHex('f0000000010000000000000000000002') })
  expect(closing(loop, loop.serve(poll), poll)).toEqual({ code: 400, detail: 0, waitSeconds: 180 })
})

test('a POLL counter that is not higher is answered with the stored counter, and nothing is stored', () => {
  const loop = stoppedAfter(2)
  const poll = pollOf(loop, loop.storedCounter)
  const step = loop.serve(poll)
  expect(step).toMatchObject({ kind: 'answer', record: false })
  expect(closing(loop, step, poll)).toEqual({ code: 300, detail: loop.storedCounter, waitSeconds: 0 })
})

test('a repeated POLL gets the stored answer until another frame has followed it', () => {
  const early = stoppedAfter(0)
  expect(early.serve(early.frames[0]!.bytes)).toEqual({ kind: 'repeat', answer: early.session!.answer })
  const late = stoppedAfter(2)
  expect(late.serve(late.frames[0]!.bytes)).toEqual({ kind: 'refused', reason: 'double' })
})

test('a POLL that cannot be decoded is answered 100 and touches no job', () => {
  const loop = stoppedAfter(2)
  const poll = sealedPoll(loop, 900, fromHex('0100'))
  const step = loop.serve(poll)
  expect(step.kind).toBe('answer')
  expect(closing(loop, step, poll)).toMatchObject({ code: 100 })
})

test('the answer in overload contains the seconds to wait', () => {
  const loop = stoppedAfter(0)
  const bytes = pollOf(loop, 900)
  const frame = parseFrame(bytes, 'card')
  if (!frame.ok) throw new Error(frame.reason)
  const poll = openPoll(frame.value, pollKeys(loop.config.keys, loop.config.iccid), true)
  if (!poll.ok) throw new Error(poll.reason)
  const step = closePoll({ poll: poll.value, simKeys: loop.config.keys, serverNonce: new Uint8Array(8), code: 400, waitSeconds: 77 })
  expect(step.record).toBe(false)
  expect(closing(loop, step, bytes)).toEqual({ code: 400, detail: 0, waitSeconds: 77 })
})

test.each([
  ['a session id in a POLL', { sessionId: 5 }],
  ['a sequence in a POLL', { sequence: 1 }],
])('%s is refused', (_, change) => {
  const loop = stoppedAfter(0)
  const { iccid, keys } = loop.config
  const header = { from: 'card', enc: true, code: 1, sessionId: 0, sequence: 0, ...change } as const
  const clear = pollClear.encode({ iccid, cardNonce: new Uint8Array(8), pollCounter: 900 })
  expect(loop.serve(sealFrame(header, clear, new Uint8Array(), pollKeys(keys, iccid)))).toEqual({ kind: 'refused', reason: 'pollForm' })
})

test('the answer to sequence FFFE is CLOSE_SESSION(401); the job continues in another session', () => {
  const loop = stoppedAfter(2)
  loop.session = { ...loop.session!, sequence: 0xfffd }
  const step = loop.serve(fromCard(loop, { sequence: 0xfffe }, resBody.encode(running)))
  expect(closing(loop, step)).toMatchObject({ code: 401 })
  expect(step.kind === 'advance' && step.effects.map(({ type }) => type)).toEqual(['acked', 'interrupted'])
  loop.session = { ...loop.session, sequence: 0xfffe }
  expect(loop.serve(fromCard(loop, { sequence: 0xffff }, resBody.encode(running)))).toEqual({ kind: 'refused', reason: 'sequence' })
})

test.each([
  [101, 'Failed'],
  [203, 'Failed'],
  [501, 'Blocked'],
] as const)('a job refused with %i is %s and nothing is sent', (refusal, status) => {
  const loop = new SessionLoop({ jobs: [installJob(100)] })
  loop.jobs = loop.jobs.map((item) => ({ ...item, refusal }))
  loop.run()
  expect(loop.status.get(0)).toBe(`${status} ${refusal}`)
  expect(loop.card.executed).toEqual([])
})

test('a job without commands ends with code 200; a job whose command does not fit ends with code 101', () => {
  const empty = new SessionLoop({ jobs: [{ kind: 'script', secured: true, commands: [] }] })
  empty.run()
  expect(empty.status.get(0)).toBe('Failed 200')
  const long = new SessionLoop({ jobs: [{ ...installJob(100), parameters: fromHex(`c9c0${'00'.repeat(0xc0)}`) }] })
  long.run()
  expect(long.status.get(0)).toBe('Failed 101')
})

test('a removal is not sent when the install that it makes room for does not fit the buffer of this POLL', () => {
  const install = { ...installJob(100), parameters: fromHex(`c9818c${'00'.repeat(0x8c)}`) }
  const replacing = (receiveBuffer: number) => {
    const loop = new SessionLoop({ jobs: [removeJob, install], receiveBuffer })
    loop.jobs = loop.jobs.map((item) => (item.jobId === 0 ? { ...item, makesRoomFor: 1 } : item))
    loop.run()
    return [...loop.status.values(), loop.card.executed.length > 0]
  }
  expect(replacing(255)).toEqual(['Failed 101', 'Failed 101', false])
  expect(replacing(512)).toEqual(['NotFound', 'Succeeded', true])
})

test('a script without a channel is sent in COMMAND_DATA at once', () => {
  const commands = ['00a4000c023f00', '00a4000c022fe2'].map((hex) => ({
    command: { cla: 0, ins: 0xa4, p1: 0, p2: 0x0c, data: fromHex(hex.slice(10)), le: null },
    tolerated: [],
  }))
  const loop = new SessionLoop({ jobs: [{ kind: 'script', secured: false, commands }] })
  loop.run()
  expect(loop.status.get(0)).toBe('Succeeded')
  expect(loop.frames.map(({ bytes }) => bytes[3])).toEqual([1, 2, 5, 7])
})

test('the trace names every command and contains no key and no load data', () => {
  const loop = stoppedAfter(1)
  const step = loop.serve(loop.frames.findLast(({ from }) => from === 'card')!.bytes)
  expect(step.kind).toBe('repeat')
  const fresh = stoppedAfter(2)
  const next = fresh.serve(fromCard(fresh, { sequence: 3 }, resBody.encode(running)))
  if (next.kind !== 'advance') throw new Error(next.kind)
  expect(next.trace.map(({ message }) => message)).toEqual(['RES_COMMAND_APDU', 'LOAD_COMMAND'])
  expect(next.trace[1]?.commands).toEqual([{ index: 3, name: 'LOAD block 1', header: '80e80001', length: 205 }])
  const text = JSON.stringify(next.trace)
  for (const key of [fresh.domain.keys.enc, fresh.config.keys.capAuthKey, keysOf(fresh).mac]) expect(text).not.toContain(toHex(key))
})
