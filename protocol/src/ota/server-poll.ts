import { equalBytes } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { openFrame, sealFrame } from './frame.ts'
import type { SealedFrame } from './frame.ts'
import { sessionKeys } from './keys.ts'
import { kindOf } from './kinds/kinds.ts'
import type { FrameKeys, SimKeys } from './keys.ts'
import { messageCode, sessionCode } from './message-codes.ts'
import { closeSessionBody, pollBody, pollClear, telemetryTlvs } from './messages.ts'
import type { Poll, PollClear } from './messages.ts'
import { sessionExpiryMs, stillFits } from './server-state.ts'
import type { Fresh, Refusal, ServerSession, ServerStep, SessionSettings, OtaJob } from './server-state.ts'
import { sessionAfter } from './server-outcome.ts'
import type { Outcome } from './server-outcome.ts'
import { StepBuilder } from './step-builder.ts'
import { sameScript } from './step-record.ts'
import type { WrappedScript } from './script.ts'
import { pollFields, traceEntry } from './trace.ts'

/** A POLL with a valid MAC. `poll` is null if its body cannot be decoded; the answer is then CLOSE_SESSION(100). */
export interface OpenedPoll {
  enc: boolean
  mac: Uint8Array
  clear: PollClear
  poll: Poll | null
}

/** The ICCID of a POLL, coded as EF.ICCID and not yet verified; null if the frame is not a POLL. */
export function claimedIccid(frame: SealedFrame): Uint8Array | null {
  return frame.code === messageCode.poll ? frame.clear.subarray(0, 10) : null
}

/** Verifies and opens a POLL under poll keys (OTA protocol §5.9, item 6). `encRequired` is true if this SIM must encrypt. */
export function openPoll(
  frame: SealedFrame,
  keys: FrameKeys,
  encRequired: boolean,
): { ok: true; value: OpenedPoll } | { ok: false; reason: Refusal } {
  if (frame.code !== messageCode.poll || frame.sessionId !== 0 || frame.sequence !== 0) return { ok: false, reason: 'pollForm' }
  const opened = openFrame(frame, keys, frame.enc)
  if (!opened.ok) return opened
  if (encRequired && !frame.enc) return { ok: false, reason: 'enc' }
  return { ok: true, value: { enc: frame.enc, mac: frame.mac, clear: pollClear.decode(frame.clear), poll: decodeOrNull(opened.value) } }
}

function decodeOrNull(body: Uint8Array): Poll | null {
  try {
    return pollBody.decode(body)
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/**
 * The answer to a POLL that opens no session: code 0 if no job is open, 400 in overload (with `waitSeconds`), 100 without the database, 300
 * if the counter is not higher than the stored one (`detail`).
 */
export function closePoll(options: {
  poll: OpenedPoll
  simKeys: SimKeys
  serverNonce: Uint8Array
  code: number
  detail?: number
  waitSeconds?: number
  /** True if the caller stores counter and telemetry; by default true for code 0 only. */
  record?: boolean
}): Extract<ServerStep, { kind: 'answer' }> {
  const { poll, simKeys, serverNonce, code, detail = 0, waitSeconds = 0 } = options
  const keys = sessionKeys(simKeys, { ...poll.clear, serverNonce })
  const header = { from: 'server', enc: poll.enc, code: messageCode.closeSession, sessionId: 0, sequence: 0 } as const
  const answer = sealFrame(header, serverNonce, closeSessionBody.encode({ code, detail, waitSeconds }), keys)
  const record = options.record ?? code === sessionCode.done
  const telemetry = poll.poll ? telemetryTlvs.decode(poll.poll.tlvs) : {}
  return {
    kind: 'answer',
    answer,
    code,
    record,
    telemetry,
    trace: () => [...traceOfPoll(poll), traceEntry('down', header, { code, detail, waitSeconds })],
  }
}

function traceOfPoll({ poll, clear }: OpenedPoll) {
  const header = { code: messageCode.poll, sessionId: 0, sequence: 0 }
  return poll ? [traceEntry('up', header, pollFields(clear, poll))] : []
}

export interface PollInput {
  poll: OpenedPoll
  simKeys: SimKeys
  /** The highest counter that this SIM ever sent; -1 before its first POLL. */
  storedCounter: number
  /** The SIM's stored session, if any, expired or not. */
  previous: ServerSession | null
  /** The SIM's open jobs in order. */
  jobs: readonly OtaJob[]
  fresh: Fresh
  settings: SessionSettings
  nowMs: number
  /** The wrapped script in the memory of the node, if any. */
  script: WrappedScript | null
  /** The wait until the next POLL if every open job has to wait; by default 0, and the answer is CLOSE_SESSION(0). */
  waitSeconds?: number
}

/** The server's step for a POLL, by the rows of POLL in OTA protocol §5.7. The caller holds the lock of the SIM's row. */
export function answerPoll(input: PollInput): ServerStep {
  const { poll, simKeys, storedCounter, previous, jobs, fresh, nowMs } = input
  const simple = { poll, simKeys, serverNonce: fresh.serverNonce }
  if (poll.clear.pollCounter <= storedCounter) {
    if (!previous || !equalBytes(previous.pollMac, poll.mac))
      return closePoll({ ...simple, code: sessionCode.authentication, detail: storedCounter })
    return previous.sequence === 0 ? { kind: 'repeat', answer: previous.answer } : { kind: 'refused', reason: 'double' }
  }
  if (!poll.poll) return closePoll({ ...simple, code: sessionCode.serverException })
  if (isOfOtherPoller(previous, poll.poll, nowMs))
    return closePoll({ ...simple, code: sessionCode.noSession, waitSeconds: 180, record: true })
  const { waitSeconds = 0 } = input
  if (!jobs.some(({ stop }) => stop === null)) {
    const comesBack = waitSeconds > 0 || isHalfRun(jobs, poll.poll)
    return closePoll({ ...simple, code: comesBack ? sessionCode.noSession : sessionCode.done, waitSeconds, record: true })
  }
  return openSession(input, poll.poll)
}

/** True if a session is open with the other poller of the SIM. */
const isOfOtherPoller = (previous: ServerSession | null, poll: Poll, nowMs: number): boolean =>
  previous !== null &&
  previous.state !== 'ending' &&
  nowMs - previous.lastFrameAtMs <= sessionExpiryMs &&
  !equalBytes(previous.instanceAid, poll.instanceAid)

/** True if the POLL shows that the card answered nothing in its stored session: no frame followed, and no command was run. */
export function leavesUnanswered({
  poll: { poll, clear },
  storedCounter,
  previous,
  jobs,
  nowMs,
}: Pick<PollInput, 'poll' | 'storedCounter' | 'previous' | 'jobs' | 'nowMs'>): boolean {
  if (!previous || previous.state === 'ending' || previous.sequence > 0) return false
  if (!poll || clear.pollCounter <= storedCounter || isOfOtherPoller(previous, poll, nowMs)) return false
  const script = jobs.find(({ jobId }) => jobId === previous.jobId)?.progress.script ?? null
  const { resume } = poll
  return resume.state === 0 || !sameScript(script, resume.scriptId) || resume.next <= script.acked
}

/** True if a job that has to wait is in the middle of the card's script. The card would forget its script after CLOSE_SESSION(0). */
const isHalfRun = (jobs: readonly OtaJob[], { resume }: Poll): boolean =>
  resume.state !== 0 && jobs.some(({ progress }) => sameScript(progress.script, resume.scriptId))

function openSession(input: PollInput, poll: Poll): ServerStep {
  const { poll: opened, simKeys, previous, fresh, nowMs, settings } = input
  const { clear, enc, mac: pollMac } = opened
  const { serverNonce } = fresh
  const cut = { receiveBuffer: poll.receiveBuffer, enc }
  const step = new StepBuilder({ jobs: input.jobs, fresh, settings, cut, clear: serverNonce, opensSession: true, script: input.script })
  step.trace.push(...traceOfPoll(opened))
  if (previous) endOlder(step, previous)
  const telemetry = telemetryTlvs.decode(poll.tlvs)
  if (telemetry.freeMemory !== undefined) step.endWithoutMemory(telemetry.freeMemory)
  const outcome = resumeOrBegin(step, poll)
  const keys = sessionKeys(simKeys, { ...clear, serverNonce })
  const sessionId = outcome.state === 'close' ? 0 : fresh.sessionId
  const answer = step.seal(outcome, { sessionId, sequence: 0 }, keys)
  const { cardNonce, pollCounter } = clear
  const session: ServerSession | null =
    outcome.state === 'close'
      ? null
      : {
          id: sessionId,
          enc,
          receiveBuffer: poll.receiveBuffer,
          instanceAid: poll.instanceAid,
          cardNonce,
          serverNonce,
          pollCounter,
          pollMac,
          sequence: 0,
          frameMac: pollMac,
          answer,
          lastFrameAtMs: nowMs,
          ...sessionAfter(outcome, outcome.jobId),
        }
  return {
    kind: 'advance',
    answer,
    session,
    progress: step.changedProgress,
    effects: step.effects,
    telemetry,
    trace: step.trace,
    keys,
    script: step.script,
  }
}

/** Ends the session that the POLL replaces. A session in which no frame followed its POLL is no interruption (OTA protocol §5.8). */
export function endOlder(step: StepBuilder, previous: ServerSession): void {
  if (previous.state === 'ending') return
  step.effects.push({ type: 'sessionEnded', sessionId: previous.id, code: sessionCode.givenUp })
  const item = step.jobs.find(({ jobId }) => jobId === previous.jobId)
  if (item && previous.sequence > 0) step.interrupt(item, sessionCode.givenUp)
}

/** Resumes a script or begins one, by the table of OTA protocol §5.5. */
function resumeOrBegin(step: StepBuilder, poll: Poll): Outcome {
  const { resume } = poll
  const item = step.nextItem()
  if (!item) return step.closeFailed()
  const { script } = step.progressOf(item)
  if (!script || resume.state === 0 || !sameScript(script, resume.scriptId) || resume.next < script.acked || resume.next > script.sent) {
    step.leaveScript(item)
    return step.begin(item)
  }
  const executed = resume.next - script.acked
  if (executed > 0) {
    const results = Array.from({ length: executed }, (_, i) => ({
      sw: i === executed - 1 ? resume.lastSw : 0x9000,
      data: new Uint8Array(),
    }))
    const next = step.afterResults(item, step.takeResults(item, step.plainOf(item, script), results, null))
    if (next) return next
  }
  const record = step.progressOf(item).script
  const continues = resume.state === 2 && !kindOf(item.job).runsInOneSession
  if (record && continues && !step.isInterruptedTooOften(item) && stillFits(record.cut, step.cut)) {
    const wrapped = step.wrappedOf(item, record)
    if (wrapped) return step.sendChunk(item, record, wrapped, 'commandData')
  }
  step.leaveScript(item, resume.state === 2 ? resume.next : Math.min(script.sent, resume.next + 1))
  return step.begin(item)
}
