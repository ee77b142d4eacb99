import { toHex } from '../bytes.ts'
import { messageCode } from './message-codes.ts'
import type { MessageCode } from './message-codes.ts'
import type { ScriptRecord, WrappedScript } from './script.ts'
import type { OtaJob, ServerSession } from './server-state.ts'
import { traceCommand, traceCommandBytes, traceEntry } from './trace.ts'
import type { TraceEntry } from './trace.ts'

/** Outcome of a step: the message to send and the state of the session after it. */
export type Outcome =
  | { state: 'scp'; body: Uint8Array; code: MessageCode; jobId: number; hostChallenge: Uint8Array }
  | { state: 'script'; body: Uint8Array; code: MessageCode; jobId: number; chunkEnd: number }
  | { state: 'close'; body: Uint8Array; closeCode: number }

/** Fields of a session that an outcome sets. */
export function sessionAfter(
  outcome: Outcome,
  previous: number,
): Pick<ServerSession, 'state' | 'jobId' | 'hostChallenge' | 'asked' | 'chunkEnd'> {
  if (outcome.state === 'close') return { state: 'ending', jobId: previous, hostChallenge: null, asked: null, chunkEnd: 0 }
  const { jobId } = outcome
  if (outcome.state === 'scp') return { state: 'scp', jobId, hostChallenge: outcome.hostChallenge, asked: null, chunkEnd: 0 }
  const asked = outcome.code === messageCode.commandData ? 'commandData' : 'loadCommand'
  return { state: 'script', jobId, hostChallenge: null, asked, chunkEnd: outcome.chunkEnd }
}

/** Trace of the answer. `script` and `wrapped` belong to the commands that the outcome sends; null if it sends none. */
export function traceOfAnswer(
  outcome: Outcome,
  header: { code: MessageCode; sessionId: number; sequence: number },
  { item, script, wrapped }: { item: OtaJob | undefined; script: ScriptRecord | null; wrapped: WrappedScript | null },
): TraceEntry[] {
  if (outcome.state === 'close') return [traceEntry('down', header, { code: outcome.closeCode })]
  if (outcome.state === 'scp') {
    const aid = item?.securityDomain?.aid ?? new Uint8Array()
    const initialize = traceCommandBytes(0, outcome.body.subarray(1 + aid.length))
    return [traceEntry('down', header, { securityDomainAid: toHex(aid).toUpperCase() }, { commands: [initialize] })]
  }
  if (!script || !wrapped) return []
  const { plain, commands } = wrapped
  const sent = plain
    .slice(script.acked, outcome.chunkEnd)
    .map(({ command }, i) => traceCommand(script.acked + i, command, commands[script.acked + i]?.length ?? 0))
  return [traceEntry('down', header, { scriptId: toHex(script.id), index: script.acked }, { commands: sent })]
}
