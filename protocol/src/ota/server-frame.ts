import { equalBytes } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { openFrame } from './frame.ts'
import type { SealedFrame } from './frame.ts'
import type { FrameKeys } from './keys.ts'
import { kindOf } from './kinds/kinds.ts'
import { isSessionCode, messageCode, sessionCode, sessionCodes } from './message-codes.ts'
import { closeSessionBody, resBody } from './messages.ts'
import type { Res } from './messages.ts'
import type { WrappedScript } from './script.ts'
import { sessionExpiryMs } from './server-state.ts'
import type { Fresh, ServerEffect, ServerSession, ServerStep, SessionSettings, OtaJob } from './server-state.ts'
import { sessionAfter } from './server-outcome.ts'
import type { Outcome } from './server-outcome.ts'
import { StepBuilder } from './step-builder.ts'
import { titleOf, traceEntry, traceResult } from './trace.ts'

/** The last sequence. The server answers it with CLOSE_SESSION(401) (OTA protocol §5.1). */
const lastSequence = 0xfffe

export interface FrameInput {
  frame: SealedFrame
  /** The stored session with the frame's id. */
  session: ServerSession
  /** `sessionKeys` of the session's nonces and counter. */
  keys: FrameKeys
  /** The SIM's open jobs in order. They include the job of the session unless it has ended. */
  jobs: readonly OtaJob[]
  fresh: Fresh
  settings: SessionSettings
  nowMs: number
  script: WrappedScript | null
}

/** The server's step for any frame but a POLL (OTA protocol §5.7). */
export function answerFrame(input: FrameInput): ServerStep {
  const { frame, session, keys, nowMs } = input
  if (frame.code === messageCode.poll || frame.sessionId !== session.id) return { kind: 'refused', reason: 'session' }
  if (nowMs - session.lastFrameAtMs > sessionExpiryMs) return { kind: 'refused', reason: 'session' }
  const opened = openFrame(frame, keys, session.enc)
  if (!opened.ok) return { kind: 'refused', reason: opened.reason }
  if (frame.sequence === session.sequence) {
    return equalBytes(frame.mac, session.frameMac) ? { kind: 'repeat', answer: session.answer } : { kind: 'refused', reason: 'sequence' }
  }
  if (frame.sequence !== session.sequence + 1 || frame.sequence > lastSequence) return { kind: 'refused', reason: 'sequence' }
  if (session.state === 'ending') return { kind: 'refused', reason: 'ended' }
  return advance(input, opened.value)
}

function advance(input: FrameInput, body: Uint8Array): ServerStep {
  const { frame, session, keys, fresh, settings, nowMs } = input
  const cut = { receiveBuffer: session.receiveBuffer, enc: session.enc }
  const step = new StepBuilder({
    jobs: input.jobs,
    fresh,
    settings,
    cut,
    clear: new Uint8Array(),
    opensSession: false,
    script: input.script,
  })
  const item = step.jobs.find(({ jobId }) => jobId === session.jobId) ?? null
  const outcome = closeAtLastSequence(step, frame, react(step, frame, body, session, item))
  const answer = step.seal(outcome, { sessionId: session.id, sequence: frame.sequence }, keys)
  return {
    kind: 'advance',
    answer,
    session: {
      ...session,
      sequence: frame.sequence,
      frameMac: frame.mac,
      answer,
      lastFrameAtMs: nowMs,
      ...sessionAfter(outcome, session.jobId),
    },
    progress: step.changedProgress,
    effects: step.effects,
    telemetry: {},
    trace: step.trace,
    keys,
    script: step.script,
  }
}

/** Replaces the outcome of the last sequence by CLOSE_SESSION(401), and interrupts the job if it has not ended. */
function closeAtLastSequence(step: StepBuilder, frame: SealedFrame, outcome: Outcome): Outcome {
  if (frame.sequence !== lastSequence) return outcome
  const item = outcome.state === 'close' ? undefined : step.jobs.find(({ jobId }) => jobId === outcome.jobId)
  if (item) step.interrupt(item, sessionCode.givenUp, false)
  return step.close(sessionCode.givenUp)
}

function react(step: StepBuilder, frame: SealedFrame, body: Uint8Array, session: ServerSession, item: OtaJob | null): Outcome {
  if (frame.code === messageCode.closeSession) return cardGaveUp(step, frame, body, item)
  const res = decodeResOrNull(body)
  if (res) traceRes(step, frame, res, session, item)
  if (!item) return step.close(sessionCode.givenUp)
  const asked = session.asked === 'commandData' ? messageCode.resFirstChunk : messageCode.resCommandApdu
  if (!res || frame.code !== asked) return giveUp(step, item, sessionCode.serverException)
  if (res.status !== 0) return giveUp(step, item, res.status)
  return session.state === 'scp' ? channelAnswered(step, res, session, item) : chunkAnswered(step, res, session, item)
}

function decodeResOrNull(body: Uint8Array): Res | null {
  try {
    return resBody.decode(body)
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

function cardGaveUp(step: StepBuilder, frame: SealedFrame, body: Uint8Array, item: OtaJob | null): Outcome {
  let code: number
  try {
    code = closeSessionBody.decode(body).code
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return item ? giveUp(step, item, sessionCode.serverException) : step.close(sessionCode.serverException)
  }
  step.trace.push(traceEntry('up', frame, { code }))
  if (item) step.interrupt(item, sessionCode.givenUp)
  return step.close(sessionCode.givenUp)
}

/** Closes the session with the code and sets the progress of the job to that of the code (OTA protocol §5.8). */
export function giveUp(step: StepBuilder, item: OtaJob, code: number): Outcome {
  const known = isSessionCode(code) ? code : sessionCode.serverException
  const progress = sessionCodes[known].progress ?? 'Interrupted'
  if (progress === 'Interrupted') step.interrupt(item, known)
  else step.end(item, 'Failed', known)
  return step.close(code)
}

/** The status word of INITIALIZE UPDATE for an unknown key version (GPC Amendment D §7.1.1.6). */
const swNoKeySet = 0x6a88

/** Handles the RES to SCP_INIT. */
function channelAnswered(step: StepBuilder, res: Res, session: ServerSession, item: OtaJob): Outcome {
  const result = res.results[0]
  if (!result || res.results.length !== 1 || res.next !== 0) return giveUp(step, item, sessionCode.outOfStep)
  const other = result.sw === swNoKeySet && !item.stop ? step.beginWithOtherKeys(item) : null
  if (other) return other
  if (result.sw !== 0x9000) {
    step.end(item, 'Failed', sessionCode.statusWord, result.sw)
    return step.close(sessionCode.statusWord, result.sw)
  }
  if (item.stop) return stopped(step, item)
  if (!session.hostChallenge) return giveUp(step, item, sessionCode.serverException)
  try {
    return step.pin(item, { hostChallenge: session.hostChallenge, initializeUpdateResponse: result.data })
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    const isLevel = error.code === 'level'
    const code = isLevel ? sessionCode.notConfigured : sessionCode.authentication
    step.end(item, 'Failed', code, null, isLevel ? 'securityLevel' : null)
    return step.close(code)
  }
}

/** Handles the RES to COMMAND_DATA or LOAD_COMMAND. */
export function chunkAnswered(step: StepBuilder, res: Res, session: ServerSession, item: OtaJob): Outcome {
  const { script } = step.progressOf(item)
  if (!script) return giveUp(step, item, sessionCode.outOfStep)
  const count = res.results.length
  if (count < 1 || res.next !== script.acked + count || res.next > session.chunkEnd) return giveUp(step, item, sessionCode.outOfStep)
  const wrapped = step.wrappedOf(item, script)
  if (session.asked === 'commandData') step.effects.push({ type: 'started', jobId: item.jobId })
  const plain = wrapped?.plain ?? step.plainOf(item, script)
  const next = step.afterResults(item, step.takeResults(item, plain, res.results, wrapped))
  if (next) return next
  return item.stop ? stopped(step, item) : step.goOn(item)
}

/**
 * Stops a job that a user has cancelled or paused (OTA protocol §5.7). The server stores the results and sends no further command. A pause
 * does not change a job that never ran.
 */
function stopped(step: StepBuilder, item: OtaJob): Outcome {
  const { script, plan, allInterruptions } = step.progressOf(item)
  const neverRan = !script && plan === 'first' && allInterruptions === 0
  if (item.stop === 'cancelled') step.end(item, 'Failed', sessionCode.givenUp, null, 'cancelled')
  else if (!neverRan) step.interrupt(item, sessionCode.givenUp, false)
  return step.close(sessionCode.givenUp)
}

export function traceRes(
  step: StepBuilder,
  frame: Pick<SealedFrame, 'code' | 'sessionId' | 'sequence'>,
  res: Res,
  session: ServerSession,
  item: OtaJob | null,
): void {
  const script = item && step.progressOf(item).script
  const plain = script && session.state === 'script' ? step.plainOf(item, script) : []
  const from = session.state === 'script' ? (script?.acked ?? 0) : 0
  const isConfidential = item !== null && kindOf(item.job).hasConfidentialAnswers === true
  const results = res.results.map(({ sw, data }, i) =>
    traceResult(from + i, nameOf(plain, from + i, session), { sw, data: isConfidential ? new Uint8Array() : data }),
  )
  step.trace.push(traceEntry('up', frame, { status: res.status, next: res.next, count: res.results.length }, { results }))
}

function nameOf(plain: readonly { command: Parameters<typeof titleOf>[0] }[], index: number, session: ServerSession): string {
  if (session.state === 'scp') return 'INITIALIZE UPDATE'
  const command = plain[index]?.command
  return command ? titleOf(command) : ''
}

/** The progress and effects of a session that expired (OTA protocol §5.7); the caller stores them. Null if the session has not expired. */
export function expireSession(input: {
  session: ServerSession
  jobs: readonly OtaJob[]
  nowMs: number
}): { progress: { jobId: number; progress: OtaJob['progress'] }[]; effects: ServerEffect[] } | null {
  const { session, jobs, nowMs } = input
  if (session.state === 'ending' || nowMs - session.lastFrameAtMs <= sessionExpiryMs) return null
  const effects: ServerEffect[] = [{ type: 'sessionEnded', sessionId: session.id, code: sessionCode.givenUp }]
  const item = jobs.find(({ jobId }) => jobId === session.jobId)
  if (!item || session.sequence === 0) return { progress: [], effects }
  effects.push({ type: 'interrupted', jobId: item.jobId, code: sessionCode.givenUp })
  const progress = { ...item.progress, uncounted: true }
  return { progress: [{ jobId: item.jobId, progress }], effects }
}
