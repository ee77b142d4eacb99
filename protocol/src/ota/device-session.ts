import { ProtocolError } from '../errors.ts'
import { runMessage } from './device-chunk.ts'
import type { DeviceEffect, DeviceEnvironment, DeviceInput, DeviceNvm, DeviceRefusal, DeviceState, DeviceStep } from './device-state.ts'
import { newDevice } from './device-state.ts'
import { openFrame, parseFrame, sealFrame } from './frame.ts'
import type { SealedFrame } from './frame.ts'
import { pollKeys, sessionKeys } from './keys.ts'
import type { FrameKeys } from './keys.ts'
import { messageCode, sessionCode } from './message-codes.ts'
import type { MessageCode } from './message-codes.ts'
import { closeSessionBody, pollBody, pollClear, resBody } from './messages.ts'
import type { CloseSession, Resume } from './messages.ts'

const answerTimeoutMs = 30_000
const resendPauseMs = 10_000
const maxResends = 3
const maxResyncs = 2
/** The number of poll counters that one write reserves (OTA protocol §5.6). */
const counterBlock = 256
const lastCounter = 0xffffffff
/** The last sequence: its answer closes the session (OTA protocol §5.1). */
const lastSequence = 0xfffe

/** The card's step (OTA protocol §5.7). Calls of `env` are done, in order, before the effects. */
export function deviceStep(state: DeviceState, input: DeviceInput, env: DeviceEnvironment): DeviceStep {
  switch (input.type) {
    case 'reset':
      return done({ ...newDevice(state.nvm), timer: 'poll' }, [
        { type: 'close' },
        { type: 'setTimer', timer: 'poll', ms: env.retryPauseMs() },
      ])
    case 'poll':
      return state.phase === 'idle' ? poll({ ...state, resyncs: 0 }, env) : done(state, [])
    case 'timer':
      return timerRanOut(state, env)
    case 'lost':
      return connectionLost(state, env)
    case 'frame':
      return frameCame(state, input.bytes, env)
  }
}

function done(state: DeviceState, effects: DeviceEffect[]): DeviceStep {
  return { state, effects, refused: null }
}

function refuse(state: DeviceState, refused: DeviceRefusal): DeviceStep {
  return { state, effects: [], refused }
}

function timerRanOut(state: DeviceState, env: DeviceEnvironment): DeviceStep {
  if (state.phase === 'idle') return poll({ ...state, resyncs: 0 }, env)
  if (state.phase === 'polled') return pollFailed(state, env)
  return resend(state, env)
}

function connectionLost(state: DeviceState, env: DeviceEnvironment): DeviceStep {
  if (state.phase === 'polled') return pollFailed(state, env)
  if (state.phase === 'idle' || state.timer === 'resend') return done(state, [])
  return done({ ...state, timer: 'resend' }, [{ type: 'setTimer', timer: 'resend', ms: resendPauseMs }])
}

/** Starts a new POLL. A card never repeats a POLL: each has its own counter and nonce. */
function pollFailed(state: DeviceState, env: DeviceEnvironment): DeviceStep {
  const ms = state.retried ? env.config.intervalMs : env.retryPauseMs()
  return idle({ ...state, retried: !state.retried }, ms)
}

function resend(state: DeviceState, env: DeviceEnvironment): DeviceStep {
  if (state.resends >= maxResends) return idle({ ...state, retried: false }, env.retryPauseMs())
  return sent({ ...state, resends: state.resends + 1 })
}

function sent(state: DeviceState): DeviceStep {
  return done({ ...state, timer: 'answer' }, [
    { type: 'send', bytes: state.lastFrame },
    { type: 'setTimer', timer: 'answer', ms: answerTimeoutMs },
  ])
}

function idle(state: DeviceState, ms: number): DeviceStep {
  return done({ ...state, phase: 'idle', session: null, timer: 'poll' }, [{ type: 'close' }, { type: 'setTimer', timer: 'poll', ms }])
}

function resumeOf({ nvm, alive }: DeviceState): Resume {
  if (!nvm.script) return { state: 0 }
  return { state: alive ? 2 : 1, scriptId: nvm.script.id, next: nvm.script.next, lastSw: nvm.script.lastSw }
}

/** The poll counter never restarts: a card that has used all values stays silent. */
function poll(before: DeviceState, env: DeviceEnvironment): DeviceStep {
  const { config } = env
  if (before.counter >= lastCounter) return idle(before, config.intervalMs)
  const counter = before.counter + 1
  let { nvm } = before
  if (counter > nvm.counterReserve) {
    nvm = { ...nvm, counterReserve: Math.min(counter + counterBlock - 1, lastCounter) }
    env.persist(nvm)
  }
  const cardNonce = env.newNonce()
  const { pollerVersion, receiveBuffer, instanceAid, enc, iccid } = config
  const body = pollBody.encode({ pollerVersion, receiveBuffer, instanceAid, resume: resumeOf(before), tlvs: env.telemetry() })
  const header = { from: 'card', enc, code: messageCode.poll, sessionId: 0, sequence: 0 } as const
  const clear = pollClear.encode({ iccid, cardNonce, pollCounter: counter })
  const lastFrame = sealFrame(header, clear, body, pollKeys(config.keys, iccid))
  return sent({ ...before, nvm, phase: 'polled', counter, cardNonce, session: null, lastFrame, resends: 0 })
}

/** Refuses a frame by items 1 to 5 and 10 to 13 of OTA protocol §5.9, or acts on its message. */
function frameCame(state: DeviceState, bytes: Uint8Array, env: DeviceEnvironment): DeviceStep {
  const { config } = env
  if (state.phase === 'idle') return refuse(state, 'idle')
  if (bytes.length > config.receiveBuffer) return refuse(state, 'tooLong')
  const parsed = parseFrame(bytes, 'server')
  if (!parsed.ok) return refuse(state, parsed.reason)
  const frame = parsed.value
  if (frame.sequence !== (state.session?.sequence ?? 0)) return refuse(state, 'sequence')
  if (frame.sequence >= lastSequence && frame.code !== messageCode.closeSession) return refuse(state, 'sequence')
  if (state.session && frame.sessionId !== state.session.id) return refuse(state, 'session')
  if (!state.session && (frame.sessionId === 0) !== (frame.code === messageCode.closeSession)) return refuse(state, 'session')
  const keys = state.session?.keys ?? answerKeys(state, frame, env)
  const opened = openFrame(frame, keys, config.enc)
  if (!opened.ok) return refuse(state, opened.reason)
  if (frame.code === messageCode.closeSession) return closed(state, opened.value, env)
  return answerMessage({ ...state, retried: false, resyncs: 0 }, frame, keys, opened.value, env)
}

/** The keys of an answer to the latest POLL (OTA protocol §5.9, item 11). */
function answerKeys(state: DeviceState, frame: SealedFrame, env: DeviceEnvironment): FrameKeys {
  return sessionKeys(env.config.keys, { cardNonce: state.cardNonce, serverNonce: frame.clear, pollCounter: state.counter })
}

function answerMessage(before: DeviceState, frame: SealedFrame, keys: FrameKeys, body: Uint8Array, env: DeviceEnvironment): DeviceStep {
  const { state, res } = runMessage(before, frame.code, body, env)
  if (!res)
    return send(
      state,
      frame,
      keys,
      messageCode.closeSession,
      closeSessionBody.encode({ code: sessionCode.givenUp, detail: 0, waitSeconds: 0 }),
      env,
    )
  const code = frame.code === messageCode.commandData ? messageCode.resFirstChunk : messageCode.resCommandApdu
  return send(state, frame, keys, code, resBody.encode(res), env)
}

function send(
  state: DeviceState,
  answered: SealedFrame,
  keys: FrameKeys,
  code: MessageCode,
  body: Uint8Array,
  env: DeviceEnvironment,
): DeviceStep {
  const session = { id: answered.sessionId, keys, sequence: answered.sequence + 1 }
  const header = { from: 'card', enc: env.config.enc, code, sessionId: session.id, sequence: session.sequence } as const
  const lastFrame = sealFrame(header, new Uint8Array(), body, keys)
  return sent({ ...state, phase: 'open', session, lastFrame, resends: 0 })
}

function closed(state: DeviceState, body: Uint8Array, env: DeviceEnvironment): DeviceStep {
  const { code, detail, waitSeconds } = decodeCloseOrNull(body) ?? { code: sessionCode.serverException, detail: 0, waitSeconds: 0 }
  const { phase, counter, resyncs } = state
  if (phase === 'polled' && code === sessionCode.authentication && detail >= counter && resyncs < maxResyncs)
    return poll({ ...state, counter: detail, resyncs: resyncs + 1 }, env)
  const ms = waitSeconds > 0 ? waitSeconds * 1000 : env.config.intervalMs
  const rested = { ...state, retried: false, resyncs: 0, channelPending: false }
  return idle(code === sessionCode.done ? forgetScript(rested, env) : rested, ms)
}

function decodeCloseOrNull(body: Uint8Array): CloseSession | null {
  try {
    return closeSessionBody.decode(body)
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

function forgetScript(state: DeviceState, env: DeviceEnvironment): DeviceState {
  if (!state.nvm.script) return { ...state, alive: false }
  const nvm: DeviceNvm = { ...state.nvm, script: null }
  env.persist(nvm)
  return { ...state, nvm, alive: false }
}
