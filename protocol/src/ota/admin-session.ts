import { decodeCommand } from '../apdu.ts'
import { equalBytes } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { aidField, codecOf, record, rest } from '../fields.ts'
import { expandedScript } from '../scp80/scripts.ts'
import type { ExpandedResult } from '../scp80/scripts.ts'
import type { AdminFrom, ScriptStatus } from '../scp81/headers.ts'
import type { NextRequest } from '../scp81/next-uri.ts'
import type { Cut } from './chunk.ts'
import { maxWholeFrame } from './frame.ts'
import { isSecured } from './job.ts'
import { kindOf } from './kinds/kinds.ts'
import { type MessageCode, messageCode, sessionCode } from './message-codes.ts'
import { chunkAnswered, giveUp, traceRes } from './server-frame.ts'
import type { Outcome } from './server-outcome.ts'
import { sessionAfter, traceOfAnswer } from './server-outcome.ts'
import { endOlder } from './server-poll.ts'
import { sessionExpiryMs } from './server-state.ts'
import type { Fresh, OtaJob, ServerSession, ServerStep, SessionSettings } from './server-state.ts'
import { StepBuilder } from './step-builder.ts'
import { traceEntry } from './trace.ts'
import type { TraceEntry } from './trace.ts'

/** Scripts of SCP81 are cut as for the largest frame, and need no channel of their own. */
export const adminCut: Cut = { receiveBuffer: maxWholeFrame, enc: false, tls: true }

/** An answer with a script: the application that runs it, and the script in the expanded format. */
export interface AdminScript {
  target: Uint8Array
  script: Uint8Array
}

/** The stored form of an answer with a script. The answer that ends a session is stored as no octets. */
export const adminScript: Codec<AdminScript> = codecOf(record({ target: aidField, script: rest }))

/** Result of a request of an admin agent, as `ServerStep` for frames. `busy`: a session of a poller is open; `done`: nothing is due. */
export type AdminStep =
  | { kind: 'refused' | 'busy' | 'done' | 'gone' }
  | { kind: 'repeat'; answer: Uint8Array }
  | Omit<Extract<ServerStep, { kind: 'advance' }>, 'keys' | 'telemetry'>

interface AdminInput {
  /** The SIM's open jobs in order. Jobs that this door cannot run are stopped. */
  jobs: readonly OtaJob[]
  fresh: Fresh
  settings: SessionSettings
  nowMs: number
  script: StepBuilder['script']
  /** The AID of the application that manages files; null for a SIM without one. */
  filesAid: Uint8Array | null
}

/** True for a session of an admin agent. It has no poller instance. */
export const isAdminSession = ({ instanceAid }: ServerSession): boolean => instanceAid.length === 0

const isOpen = (session: ServerSession, nowMs: number): boolean =>
  session.state !== 'ending' && nowMs - session.lastFrameAtMs <= sessionExpiryMs

/** True if the job can run in a session of an admin agent. New keys are proven by a channel of SCP03, which this session does not have. */
export const runsInAdminSession = ({ job }: OtaJob, filesAid: Uint8Array | null): boolean =>
  !kindOf(job).changesKeys && !kindOf(job).needsPoller && (isSecured(job) || filesAid !== null)

/**
 * The server's step for the first request of an admin agent, and for one that comes without the result of the last script. It begins a
 * session by the plans of the jobs, which consider that the last script may have run. The caller holds the lock of the SIM's row.
 */
export function openAdminSession(input: AdminInput & { previous: ServerSession | null; from: AdminFrom }): AdminStep {
  const { previous, jobs, fresh, nowMs, from } = input
  if (previous && !isAdminSession(previous) && isOpen(previous, nowMs)) return { kind: 'busy' }
  if (!jobs.some(({ stop }) => stop === null)) return { kind: 'done' }
  const step = stepOf(input, true)
  step.trace.push(traceEntry('up', { code: messageCode.poll, sessionId: 0, sequence: 0 }, { ...from }))
  if (previous) endOlder(step, previous)
  const item = step.nextItem()
  if (item) step.leaveScript(item)
  const outcome = item ? step.begin(item) : step.closeFailed()
  const sessionId = outcome.state === 'close' ? 0 : fresh.sessionId
  const answer = answerOf(step, outcome, { sessionId, sequence: 0 }, input.filesAid)
  const session: ServerSession | null =
    outcome.state === 'close'
      ? null
      : {
          id: sessionId,
          enc: false,
          receiveBuffer: adminCut.receiveBuffer,
          instanceAid: new Uint8Array(),
          cardNonce: new Uint8Array(),
          serverNonce: new Uint8Array(),
          pollCounter: 0,
          pollMac: new Uint8Array(),
          sequence: 0,
          frameMac: new Uint8Array(),
          answer,
          lastFrameAtMs: nowMs,
          ...sessionAfter(outcome, outcome.jobId),
        }
  return advanceOf(step, session, answer)
}

/** The trace of a request that begins no session, since nothing is due, and of its answer. */
export function idleAdminTrace(from: AdminFrom): TraceEntry[] {
  const header = (code: MessageCode) => ({ code, sessionId: 0, sequence: 0 })
  return throughAgent([
    traceEntry('up', header(messageCode.poll), { ...from }),
    traceEntry('down', header(messageCode.closeSession), { code: sessionCode.done }),
  ])
}

/** A request with the result of a script. `digest` identifies the request; `result` is null for a body that cannot be decoded. */
export interface AdminResult {
  sequence: number
  digest: Uint8Array
  status: ScriptStatus
  result: ExpandedResult | null
}

/** The server's step for the result of a script. `gone`: the session has ended, and the request opens another one. */
export function answerAdminResult(input: AdminInput & { session: ServerSession; request: AdminResult }): AdminStep {
  const { session, request, nowMs } = input
  const { sequence, digest } = request
  if (sequence === session.sequence)
    return equalBytes(digest, session.frameMac) ? { kind: 'repeat', answer: session.answer } : { kind: 'refused' }
  if (!isOpen(session, nowMs)) return { kind: 'gone' }
  if (sequence !== session.sequence + 1) return { kind: 'refused' }
  const step = stepOf(input, false)
  const header = { sessionId: session.id, sequence }
  const outcome = react(step, header, session, request)
  const answer = answerOf(step, outcome, header, input.filesAid)
  const next = { ...session, sequence, frameMac: digest, answer, lastFrameAtMs: nowMs, ...sessionAfter(outcome, session.jobId) }
  return advanceOf(step, next, answer)
}

/** A request of the admin agent of a SIM, which TLS has authenticated. `at` is null for a request that begins a session. */
export interface AgentRequest {
  simId: number
  /** The AID of the application that manages files; null for a SIM without one. */
  filesAid: Uint8Array | null
  from: AdminFrom
  at: NextRequest | null
  /** The result of the last script; null if the request brings none. */
  result: Omit<AdminResult, 'sequence'> | null
  octets: Uint8Array
}

/** `next` is the request that has to bring the result of the script. `end`: nothing is due, or nothing more. */
export type AgentAnswer = { kind: 'script'; script: AdminScript; next: NextRequest } | { kind: 'end' | 'refused' | 'busy' }

const stepOf = ({ jobs, fresh, settings, script }: AdminInput, opensSession: boolean): StepBuilder =>
  new StepBuilder({ jobs, fresh, settings, cut: adminCut, clear: new Uint8Array(), opensSession, script })

function react(
  step: StepBuilder,
  header: { sessionId: number; sequence: number },
  session: ServerSession,
  { status, result }: AdminResult,
): Outcome {
  const item = step.jobs.find(({ jobId }) => jobId === session.jobId) ?? null
  const code = session.asked === 'commandData' ? messageCode.resFirstChunk : messageCode.resCommandApdu
  const results = result?.responses ?? []
  const acked = (item && step.progressOf(item).script?.acked) ?? 0
  const res = { status: 0, next: acked + results.length, results }
  traceRes(step, { ...header, code }, res, session, item)
  if (!item) return step.close(sessionCode.givenUp)
  if (status === 'security-error') return giveUp(step, item, sessionCode.authentication)
  if (status !== 'ok') return giveUp(step, item, sessionCode.notConfigured)
  if (!result) return giveUp(step, item, sessionCode.serverException)
  if (result.executed !== results.length) return giveUp(step, item, sessionCode.outOfStep)
  return chunkAnswered(step, res, session, item)
}

/** The answer to store and to send, with its trace. */
function answerOf(
  step: StepBuilder,
  outcome: Outcome,
  header: { sessionId: number; sequence: number },
  filesAid: Uint8Array | null,
): Uint8Array {
  const item = outcome.state === 'close' ? undefined : step.jobs.find(({ jobId }) => jobId === outcome.jobId)
  const script = item ? step.progressOf(item).script : null
  const code = outcome.state === 'close' ? messageCode.closeSession : outcome.code
  step.trace.push(...traceOfAnswer(outcome, { ...header, code }, { item, script, wrapped: step.script }))
  if (outcome.state !== 'script') return new Uint8Array()
  const target = item && isSecured(item.job) ? item.securityDomain?.aid : filesAid
  if (!target || !script || !step.script) throw new ProtocolError('message', 'a script without a target')
  const commands = step.script.commands.slice(script.acked, outcome.chunkEnd).map(decodeCommand)
  return adminScript.encode({ target, script: expandedScript.encode({ isIndefinite: true, commands }) })
}

function advanceOf(step: StepBuilder, session: ServerSession | null, answer: Uint8Array): AdminStep {
  const { changedProgress: progress, effects, script } = step
  return { kind: 'advance', answer, session, progress, effects, trace: throughAgent(step.trace), script }
}

const throughAgent = (trace: readonly TraceEntry[]): TraceEntry[] =>
  trace.map((entry) => ({ ...entry, fields: { transport: 'SCP81', ...entry.fields } }))
