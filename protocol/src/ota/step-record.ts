import { commandApdu, responseApdu } from '../apdu.ts'
import { equalBytes } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { isSuccess } from '../status-words.ts'
import type { Cut } from './chunk.ts'
import { isSecured, nextPlan, plainScript } from './job.ts'
import type { PlainCommand, TakenAnswer } from './kinds/job-kind.ts'
import { kindOf } from './kinds/kinds.ts'
import { sessionCode } from './message-codes.ts'
import type { CommandResult } from './messages.ts'
import { answeredVersion } from './security-domain.ts'
import { openResponse, scriptContext, wrappedScriptOf } from './script.ts'
import type { ScriptRecord, WrappedScript } from './script.ts'
import type { AckedResult, EndReason, Fresh, JobEnd, JobProgress, OtaJob, ServerEffect, SessionSettings } from './server-state.ts'
import { titleOf } from './trace.ts'
import type { TraceEntry } from './trace.ts'

/** State of a job after results of its commands. `more`: its script ran to its end, and another script follows. */
export type AfterResults = 'running' | 'more' | 'complete' | 'failed'

/** Status word of INSTALL and LOAD for too little memory. */
const swNoMemory = 0x6a84

/**
 * Collects the results of one step of the server: progress of the jobs, effects and trace. They can be stored after every call of a method.
 */
export class StepRecord {
  readonly jobs: readonly OtaJob[]
  readonly fresh: Fresh
  readonly settings: SessionSettings
  readonly cut: Cut
  /** Octets of the clear part of the answer: 8 in the answer to a POLL. */
  readonly clear: Uint8Array
  /** True for the answer that opens a session. */
  readonly opensSession: boolean
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
    opensSession: boolean
    script: WrappedScript | null
  }) {
    this.jobs = options.jobs
    this.fresh = options.fresh
    this.settings = options.settings
    this.cut = options.cut
    this.clear = options.clear
    this.opensSession = options.opensSession
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

  /** The first job from `from` on that has neither ended nor been stopped. */
  nextItem(from = 0): OtaJob | undefined {
    return this.jobs.slice(from).find(({ jobId, stop }) => stop === null && !this.#ended.has(jobId))
  }

  /**
   * Ends each install that has not started and needs more memory than remains of the reported free memory after the installs before it. The
   * card would answer 6A84. The removal that makes room for such an install ends too, so that no applet is removed without a replacement.
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

  /** The plain script of a record, from the wrapped script in memory or built again. */
  plainOf(item: OtaJob, record: ScriptRecord): readonly PlainCommand[] {
    if (this.script && sameScript(record, this.script.id)) return this.script.plain
    return plainScript(item.job, record.plan, scriptContext(item.job, item.securityDomain, record.cut))
  }

  /** Abandons the script; `inDoubt` is the index after the last command that may have run. */
  leaveScript(item: OtaJob, inDoubt?: number): void {
    const { plan, script, found } = this.progressOf(item)
    if (!script) return
    const left = { plan, script: this.plainOf(item, script), acked: script.acked, inDoubt: inDoubt ?? script.sent, found }
    this.setProgress(item, { plan: nextPlan(item.job, left), script: null })
  }

  /** The wrapped script of the job, from memory or built again; null if its digest differs from the pinned one. */
  wrappedOf(item: OtaJob, record: ScriptRecord): WrappedScript | null {
    this.script = buildOrNull(() => wrappedScriptOf(item.job, item.securityDomain, record, this.script))
    return this.script
  }

  /**
   * Processes the results of commands from `script.acked` on. Without `wrapped` they come from the resume block of a POLL, which has no
   * response data and no R-MAC to check.
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
    if (script.acked === 0 && script.cut.tls && results.length > 0 && isSecured(item.job)) this.#advance(item, beginInTls, beginAnswer)
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
    if (script.acked === 0 && acked.length > 0 && failure === null) this.#findKeySet(item, script)
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

  /** After EXTERNAL AUTHENTICATE: the channel shows the key set of the card, if two are possible. */
  #findKeySet(item: OtaJob, { channel }: ScriptRecord): void {
    if (!channel || !item.securityDomain?.other || kindOf(item.job).changesKeys) return
    const keyVersionNumber = answeredVersion(channel.initializeUpdateResponse)
    this.effects.push({ type: 'keySetFound', jobId: item.jobId, keyVersionNumber })
  }

  #advance(item: OtaJob, command: PlainCommand, answer: Pick<TakenAnswer, 'sw' | 'data'>): void {
    const { reached, plan, found } = this.progressOf(item)
    if (command.position > reached) this.setProgress(item, { reached: command.position })
    const taken = kindOf(item.job).take?.(found, command, { ...answer, plan })
    if (taken !== undefined && taken !== found) this.setProgress(item, { found: taken })
  }

  #afterScript(item: OtaJob): AfterResults {
    const { found, plan } = this.progressOf(item)
    const outcome = kindOf(item.job).outcome?.(found, item.job, plan) ?? 'Succeeded'
    if (outcome === 'more') {
      this.leaveScript(item)
      return 'more'
    }
    if (outcome === 'Succeeded' || outcome === 'NotFound') {
      this.end(item, outcome, null)
      return 'complete'
    }
    this.end(item, 'Failed', sessionCode.serverException, null, outcome)
    return 'failed'
  }
}

/** Tells the kind of a job that a script begins, where no EXTERNAL AUTHENTICATE does so. */
const beginInTls: PlainCommand = { role: 'externalAuthenticate', command: commandApdu(0x84, 0x82, 0, 0), tolerated: [], position: 0 }
const beginAnswer = { sw: 0x9000, data: new Uint8Array() }

function openOrNull(wrapped: WrappedScript, index: number, result: CommandResult): CommandResult | null {
  try {
    return openResponse(wrapped, index, result)
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** Null if the keys have changed since the script was pinned, because it cannot be built again then. */
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

/** True if the record has this script id. */
export function sameScript(record: ScriptRecord | null, id: Uint8Array): record is ScriptRecord {
  return record !== null && equalBytes(record.id, id)
}
