import { responseApdu } from '../apdu.ts'
import { equalBytes, toHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { initializeUpdateCommand } from '../scp03/initialize-update.ts'
import { encodeCommand } from '../apdu.ts'
import { isSuccess } from '../status-words.ts'
import { bodyRoom, chunkEnd } from './chunk.ts'
import type { Cut } from './chunk.ts'
import { sealFrame } from './frame.ts'
import { fits, isSecured, nextPlan, plainScript } from './job.ts'
import type { PlainCommand, TakenAnswer } from './kinds/job-kind.ts'
import { kindOf } from './kinds/kinds.ts'
import type { FrameKeys } from './keys.ts'
import { messageCode, sessionCode } from './message-codes.ts'
import type { MessageCode } from './message-codes.ts'
import { commandDataHeader, closeSessionBody, commandDataBody, loadCommandBody, scpInitBody, loadCommandHeader } from './messages.ts'
import type { CommandResult } from './messages.ts'
import { openResponse, scriptContext, wrappedScriptOf, wrapScript } from './script.ts'
import type { ChannelRecord, ScriptRecord, WrappedScript } from './script.ts'
import { countInterruption } from './server-state.ts'
import type {
  AckedResult,
  EndReason,
  Fresh,
  JobEnd,
  JobProgress,
  ServerEffect,
  ServerSession,
  SessionSettings,
  OtaJob,
} from './server-state.ts'
import { titleOf, traceCommand, traceCommandBytes, traceEntry } from './trace.ts'
import type { TraceEntry } from './trace.ts'

/** What a turn ends with: the message to send and where the session stands after it. */
export type Outcome =
  | { state: 'scp'; body: Uint8Array; code: MessageCode; jobId: number; hostChallenge: Uint8Array }
  | { state: 'script'; body: Uint8Array; code: MessageCode; jobId: number; chunkEnd: number }
  | { state: 'close'; body: Uint8Array; closeCode: number }

/** How the results of commands leave a job; `more`: its script ran to its end, and another is to follow. */
export type AfterResults = 'running' | 'more' | 'complete' | 'failed'

/** What INSTALL and LOAD answer for want of memory. */
const swNoMemory = 0x6a84

/**
 * One step of the server under way: collects progress, effects and trace, and makes the answer. Every method leaves it such that
 * what it collected can be stored.
 */
export class ServerTurn {
  readonly jobs: readonly OtaJob[]
  readonly fresh: Fresh
  readonly settings: SessionSettings
  readonly cut: Cut
  /** Octets of the clear part of the answer: 8 in the answer to a POLL. */
  readonly clear: Uint8Array
  readonly effects: ServerEffect[] = []
  readonly trace: TraceEntry[] = []
  readonly #progress = new Map<number, JobProgress>()
  readonly #ended = new Set<number>()
  script: WrappedScript | null

  constructor(options: {
    jobs: readonly OtaJob[]
    fresh: Fresh
    settings: SessionSettings
    cut: Cut
    clear: Uint8Array
    script: WrappedScript | null
  }) {
    this.jobs = options.jobs
    this.fresh = options.fresh
    this.settings = options.settings
    this.cut = options.cut
    this.clear = options.clear
    this.script = options.script
  }

  progressOf(item: OtaJob): JobProgress {
    return this.#progress.get(item.jobId) ?? item.progress
  }

  setProgress(item: OtaJob, change: Partial<JobProgress>): void {
    this.#progress.set(item.jobId, { ...this.progressOf(item), ...change })
  }

  get changedProgress(): { jobId: number; progress: JobProgress }[] {
    return [...this.#progress].map(([jobId, progress]) => ({ jobId, progress }))
  }

  interrupt(item: OtaJob, code: number, counts = true): void {
    if (counts) this.setProgress(item, { uncounted: true })
    this.effects.push({ type: 'interrupted', jobId: item.jobId, code })
  }

  end(item: OtaJob, status: JobEnd, code: number | null, sw: number | null = null, reason: EndReason | null = null): void {
    this.leaveScript(item)
    this.#ended.add(item.jobId)
    const { found } = this.progressOf(item)
    if (found !== null) this.setProgress(item, { found: null })
    this.effects.push({ type: 'ended', jobId: item.jobId, status, code, sw, reason, found })
  }

  /** The first job that has neither ended nor is stopped, from `from` on. */
  nextItem(from = 0): OtaJob | undefined {
    return this.jobs.slice(from).find(({ jobId, stop }) => stop === null && !this.#ended.has(jobId))
  }

  /**
   * Ends the installs that were never begun and need more memory than those before them leave of what the POLL reports, as the card
   * would (6A84), and with each the removal that was to make room for it: nothing is removed for an install that cannot follow.
   */
  endWithoutMemory(freeMemory: number): void {
    let left = freeMemory
    for (const install of this.jobs) {
      const { jobId, stop, refusal, memoryNeeded = 0 } = install
      if (stop !== null || refusal !== null) continue
      if (memoryNeeded <= left) {
        left -= Math.max(0, memoryNeeded)
        continue
      }
      for (const item of this.jobs.filter((one) => one === install || one.makesRoomFor === jobId))
        this.end(item, 'Failed', sessionCode.statusWord, swNoMemory, 'notEnoughMemory')
    }
  }

  /** The plain script of a record: that of the kept wrapped one, or built again. */
  plainOf(item: OtaJob, record: ScriptRecord): readonly PlainCommand[] {
    if (this.script && sameScript(record, this.script.id)) return this.script.plain
    return plainScript(item.job, record.plan, scriptContext(item.job, item.securityDomain, record.cut))
  }

  /** Gives the script up; `inDoubt` is the index after the last command that may have run. */
  leaveScript(item: OtaJob, inDoubt?: number): void {
    const { plan, script, found } = this.progressOf(item)
    if (!script) return
    const left = { plan, script: this.plainOf(item, script), acked: script.acked, inDoubt: inDoubt ?? script.sent, found }
    this.setProgress(item, { plan: nextPlan(item.job, left), script: null })
  }

  /** The wrapped script of the job, kept or built again; null when it is not the pinned one any more. */
  wrappedOf(item: OtaJob, record: ScriptRecord): WrappedScript | null {
    this.script = buildOrNull(() => wrappedScriptOf(item.job, item.securityDomain, record, this.script))
    return this.script
  }

  /**
   * Takes the results of commands from `script.acked` on. Without `wrapped` they are told by the resume block of a POLL: there is
   * no data then whose R-MAC could be checked.
   */
  takeResults(
    item: OtaJob,
    plain: readonly PlainCommand[],
    results: readonly CommandResult[],
    wrapped: WrappedScript | null,
  ): AfterResults {
    const { script } = this.progressOf(item)
    if (!script) throw new ProtocolError('message', 'results without a script')
    const acked: AckedResult[] = []
    let failure: { code: number; sw: number | null } | null = null
    for (const result of results) {
      const index = script.acked + acked.length
      const command = plain[index]
      if (!command) break
      const opened = wrapped ? openOrNull(wrapped, index, result) : responseApdu(result.sw)
      acked.push({ index, role: command.role, title: titleOf(command.command), sw: result.sw, data: opened?.data ?? new Uint8Array() })
      failure = opened ? failureOf(command, result.sw) : { code: sessionCode.authentication, sw: null }
      if (failure) break
      this.#advance(item, command, { sw: result.sw, data: wrapped && opened ? opened.data : null })
    }
    const now = script.acked + acked.length
    this.setProgress(item, { script: { ...script, acked: now, sent: Math.max(script.sent, now) } })
    this.effects.push({ type: 'acked', jobId: item.jobId, acked: now, total: script.total, results: acked })
    if (failure) {
      this.end(item, 'Failed', failure.code, failure.sw)
      return 'failed'
    }
    if (now < script.total) return 'running'
    return this.#afterScript(item)
  }

  #advance(item: OtaJob, command: PlainCommand, answer: Pick<TakenAnswer, 'sw' | 'data'>): void {
    const { reached, plan, found } = this.progressOf(item)
    if (command.position > reached) this.setProgress(item, { reached: command.position })
    const taken = kindOf(item.job).take?.(found, command, { ...answer, plan })
    if (taken !== undefined && taken !== found) this.setProgress(item, { found: taken })
  }

  #afterScript(item: OtaJob): AfterResults {
    const outcome = kindOf(item.job).outcome?.(this.progressOf(item).found) ?? 'Succeeded'
    if (outcome === 'more') {
      this.leaveScript(item)
      return 'more'
    }
    if (outcome === 'unreadable') {
      this.end(item, 'Failed', sessionCode.serverException, null, 'unreadable')
      return 'failed'
    }
    this.end(item, outcome, null)
    return 'complete'
  }

  /** What follows results after which the script does not go on; null where it does. */
  afterResults(item: OtaJob, after: AfterResults): Outcome | null {
    if (after === 'failed') return this.closeFailed()
    if (after === 'complete') return this.beginAfter(item)
    return after === 'more' && item.stop === null ? this.begin(item) : null
  }

  /** The answer that begins the first job that is neither ended nor stopped, from `from` on; CLOSE_SESSION(0) when there is none. */
  beginWork(from: number): Outcome {
    const item = this.nextItem(from)
    return item ? this.begin(item) : this.close(sessionCode.done)
  }

  /** After `item` ended well: the next job. */
  beginAfter(item: OtaJob): Outcome {
    return this.beginWork(this.jobs.indexOf(item) + 1)
  }

  /**
   * Counts the interruption that came before this POLL, if any. The limits give up a card that stops at the same command again and
   * again, and bound what a card may cost that loses its half-loaded file wherever its power fails.
   */
  isInterruptedTooOften(item: OtaJob): boolean {
    if (this.progressOf(item).uncounted) this.setProgress(item, countInterruption(this.progressOf(item)))
    const progress = this.progressOf(item)
    const { maxInterruptions } = this.settings
    if (progress.interruptions > maxInterruptions) return true
    if (progress.allInterruptions <= maxInterruptions) return false
    const commands = plainScript(item.job, 'first', scriptContext(item.job, item.securityDomain, this.cut)).length
    return progress.allInterruptions > maxInterruptions * commands
  }

  /** The answer that begins a new script of the job: SCP_INIT, or COMMAND_DATA where it needs no channel. */
  begin(item: OtaJob): Outcome {
    const { securityDomain } = item
    const hindrance = this.#hindranceOf(item)
    if (hindrance !== null) return this.#refuse(item, hindrance)
    const install = this.jobs.find(({ jobId }) => jobId === item.makesRoomFor)
    const atInstall = install ? this.#hindranceOf(install) : null
    if (install && atInstall !== null) {
      this.end(install, endOf(atInstall), atInstall)
      return this.#refuse(item, atInstall)
    }
    this.setProgress(item, { reached: 0 })
    if (!isSecured(item.job) || !securityDomain) return this.pin(item, null)
    const hostChallenge = this.fresh.hostChallenge.subarray(0, securityDomain.challengeLength)
    const command = initializeUpdateCommand.encode({ keyVersionNumber: securityDomain.keyVersionNumber, hostChallenge })
    const body = scpInitBody.encode({ securityDomainAid: securityDomain.aid, initializeUpdate: encodeCommand(command) })
    return { state: 'scp', code: messageCode.scpInit, body, jobId: item.jobId, hostChallenge }
  }

  /** The code with which the job ends before anything of it is sent; null when it can be sent. */
  #hindranceOf(item: OtaJob): number | null {
    if (item.refusal !== null) return item.refusal
    if (isSecured(item.job) && !item.securityDomain) return sessionCode.notConfigured
    if (this.isInterruptedTooOften(item)) return sessionCode.tooManyInterruptions
    const context = scriptContext(item.job, item.securityDomain, this.cut)
    const plain = plainScript(item.job, this.progressOf(item).plan, context)
    if (plain.length === 0) return sessionCode.noCommands
    return fits(plain, context) ? null : sessionCode.notConfigured
  }

  #refuse(item: OtaJob, code: number): Outcome {
    this.end(item, endOf(code), code)
    return this.close(code)
  }

  /** Builds and pins the script: COMMAND_DATA(new id, 0). Throws as `wrapScript` does. */
  pin(item: OtaJob, channel: ChannelRecord | null): Outcome {
    const { plan } = this.progressOf(item)
    const id = this.fresh.scriptId
    const wrapped = wrapScript(item.job, item.securityDomain, { id, plan, cut: this.cut, channel })
    const total = wrapped.commands.length
    const record: ScriptRecord = { id, digest: wrapped.digest, plan, cut: this.cut, channel, total, acked: 0, sent: 0 }
    this.script = wrapped
    this.effects.push({ type: 'scriptPinned', jobId: item.jobId, scriptId: id, digest: wrapped.digest, total })
    return this.sendChunk(item, record, wrapped, 'commandData')
  }

  /** The commands from `acked` on, as many as fit. */
  sendChunk(item: OtaJob, record: ScriptRecord, wrapped: WrappedScript, message: 'commandData' | 'loadCommand'): Outcome {
    const header = message === 'commandData' ? commandDataHeader : loadCommandHeader
    const from = record.acked
    const end = chunkEnd(wrapped.commands, from, bodyRoom(this.cut, this.clear.length) - header)
    const commands = wrapped.commands.slice(from, end)
    if (commands.length === 0) return this.#refuse(item, sessionCode.notConfigured)
    this.setProgress(item, { script: { ...record, sent: Math.max(record.sent, end) } })
    const first = message === 'commandData'
    const body = first
      ? commandDataBody.encode({ scriptId: record.id, index: from, commands })
      : loadCommandBody.encode({ index: from, commands })
    return { state: 'script', code: first ? messageCode.commandData : messageCode.loadCommand, body, jobId: item.jobId, chunkEnd: end }
  }

  /** LOAD_COMMAND from the first command that did not run; a new script where the old one cannot be built again. */
  goOn(item: OtaJob): Outcome {
    const { script } = this.progressOf(item)
    const wrapped = script && this.wrappedOf(item, script)
    if (script && wrapped) return this.sendChunk(item, script, wrapped, 'loadCommand')
    this.leaveScript(item)
    return this.begin(item)
  }

  close(code: number, detail = 0, waitSeconds = 0): Outcome {
    return { state: 'close', body: closeSessionBody.encode({ code, detail, waitSeconds }), closeCode: code }
  }

  /** CLOSE_SESSION with the code, and for 500 the status word, of the job that failed last. */
  closeFailed(): Outcome {
    const ended = this.effects.findLast((effect) => effect.type === 'ended')
    const code = ended?.code ?? sessionCode.serverException
    return this.close(code, code === sessionCode.statusWord ? (ended?.sw ?? 0) : 0)
  }

  /** Seals the answer and writes its trace. */
  seal(outcome: Outcome, header: { sessionId: number; sequence: number }, keys: FrameKeys): Uint8Array {
    const code = outcome.state === 'close' ? messageCode.closeSession : outcome.code
    this.#traceAnswer(outcome, { ...header, code })
    return sealFrame({ from: 'server', enc: this.cut.enc, code, ...header }, this.clear, outcome.body, keys)
  }

  #traceAnswer(outcome: Outcome, header: { code: MessageCode; sessionId: number; sequence: number }): void {
    if (outcome.state === 'close') {
      this.trace.push(traceEntry('down', header, { code: outcome.closeCode }))
      return
    }
    const item = this.jobs.find(({ jobId }) => jobId === outcome.jobId)
    if (outcome.state === 'scp') {
      const aid = item?.securityDomain?.aid ?? new Uint8Array()
      const initialize = traceCommandBytes(0, outcome.body.subarray(1 + aid.length))
      this.trace.push(traceEntry('down', header, { securityDomainAid: toHex(aid).toUpperCase() }, { commands: [initialize] }))
      return
    }
    const script = item && this.progressOf(item).script
    if (!script || !this.script) return
    const { plain, commands } = this.script
    const sent = plain
      .slice(script.acked, outcome.chunkEnd)
      .map(({ command }, i) => traceCommand(script.acked + i, command, commands[script.acked + i]?.length ?? 0))
    this.trace.push(traceEntry('down', header, { scriptId: toHex(script.id), index: script.acked }, { commands: sent }))
  }
}

const endOf = (code: number): 'Failed' | 'Blocked' => (code === sessionCode.noStandbyPoller ? 'Blocked' : 'Failed')

/** The parts of a session that an outcome sets. */
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

function openOrNull(wrapped: WrappedScript, index: number, result: CommandResult): CommandResult | null {
  try {
    return openResponse(wrapped, index, result)
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** With other keys than it was pinned with, a script cannot be built again. */
function buildOrNull(build: () => WrappedScript | null): WrappedScript | null {
  try {
    return build()
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** The code of a status word that fails the job, or null. */
function failureOf({ role, tolerated }: PlainCommand, sw: number): { code: number; sw: number | null } | null {
  if (role === 'externalAuthenticate') return sw === 0x9000 ? null : { code: sessionCode.authentication, sw }
  return isSuccess(sw) || tolerated.includes(sw) ? null : { code: sessionCode.statusWord, sw }
}

/** Whether two ids of scripts are one. */
export function sameScript(record: ScriptRecord | null, id: Uint8Array): record is ScriptRecord {
  return record !== null && equalBytes(record.id, id)
}
