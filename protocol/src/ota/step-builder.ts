import { encodeCommand } from '../apdu.ts'
import { initializeUpdateCommand } from '../scp03/initialize-update.ts'
import { bodyRoom, chunkEnd } from './chunk.ts'
import { sealFrame } from './frame.ts'
import { fits, isSecured, plainScript, securityDomainOf } from './job.ts'
import { kindOf } from './kinds/kinds.ts'
import type { FrameKeys } from './keys.ts'
import { messageCode, sessionCode } from './message-codes.ts'
import { closeSessionBody, commandDataBody, commandDataHeader, loadCommandBody, loadCommandHeader, scpInitBody } from './messages.ts'
import { scriptContext, wrapScript } from './script.ts'
import type { ChannelRecord, ScriptRecord, WrappedScript } from './script.ts'
import { traceOfAnswer } from './server-outcome.ts'
import type { Outcome } from './server-outcome.ts'
import { countInterruption } from './server-state.ts'
import type { OtaJob } from './server-state.ts'
import { StepRecord } from './step-record.ts'
import type { AfterResults } from './step-record.ts'

/** Builds one step of the server: processes the results of the card and builds the answer. */
export class StepBuilder extends StepRecord {
  /** The answer after results that end the script; null if the script continues. */
  afterResults(item: OtaJob, after: AfterResults): Outcome | null {
    if (after === 'failed') return this.closeFailed()
    if (after === 'complete') return this.beginAfter(item)
    if (after !== 'more' || item.stop !== null) return null
    return kindOf(item.job).sessionPerScript ? this.close(sessionCode.noSession, 0, secondsAfterKeys) : this.begin(item)
  }

  /** The answer that begins the first job from `from` on that has neither ended nor been stopped; CLOSE_SESSION(0) if there is none. */
  beginWork(from: number): Outcome {
    const item = this.nextItem(from)
    return item ? this.begin(item) : this.close(sessionCode.done)
  }

  /** The answer that begins the job after `item`, which has succeeded. */
  beginAfter(item: OtaJob): Outcome {
    if (kindOf(item.job).changesKeys && this.nextItem()) return this.close(sessionCode.noSession, 0, secondsAfterKeys)
    return this.beginWork(this.jobs.indexOf(item) + 1)
  }

  /**
   * Counts the interruption that came before this POLL, if any. Two limits apply: one for a card that always stops at the same command, and
   * one for the traffic of a card that loses its partly loaded file at each power failure.
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

  /** The answer that begins a new script of the job: SCP_INIT, or COMMAND_DATA if it needs no channel. */
  begin(item: OtaJob): Outcome {
    const { securityDomain } = item
    const { plan, found } = this.progressOf(item)
    const planned = kindOf(item.job).planToBegin?.(item.job, { plan, found, opensSession: this.opensSession })
    if (planned !== undefined) this.setProgress(item, { plan: planned })
    const hindrance = this.#hindranceOf(item)
    if (hindrance !== null) return this.#refuse(item, hindrance)
    const install = this.jobs.find(({ jobId }) => jobId === item.makesRoomFor)
    const atInstall = install ? this.#hindranceOf(install) : null
    if (install && atInstall !== null) {
      this.end(install, endOf(atInstall), atInstall)
      return this.#refuse(item, atInstall)
    }
    this.setProgress(item, { reached: 0 })
    if (this.cut.tls || !isSecured(item.job) || !securityDomain) return this.pin(item, null)
    const { asksOther } = this.progressOf(item)
    const domain = securityDomainOf(item.job, planned ?? plan, securityDomain)
    const { keyVersionNumber } = (asksOther && domain.other) || domain
    const hostChallenge = this.fresh.hostChallenge.subarray(0, securityDomain.challengeLength)
    const command = initializeUpdateCommand.encode({ keyVersionNumber, hostChallenge })
    const body = scpInitBody.encode({ securityDomainAid: securityDomain.aid, initializeUpdate: encodeCommand(command) })
    return { state: 'scp', code: messageCode.scpInit, body, jobId: item.jobId, hostChallenge }
  }

  /** The answer after the card has no key set of the version that was asked for; null if there is no other one to try. */
  beginWithOtherKeys(item: OtaJob): Outcome | null {
    const { plan, asksOther = false } = this.progressOf(item)
    const kind = kindOf(item.job)
    if (kind.planWithoutKeySet) {
      const next = kind.planWithoutKeySet(item.job, plan)
      if (next === null) return null
      this.setProgress(item, { plan: next })
      return this.begin(item)
    }
    this.setProgress(item, { asksOther: !asksOther })
    return asksOther || !item.securityDomain?.other ? null : this.begin(item)
  }

  /** The code with which the job ends before any of its commands is sent; null if it can be sent. */
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

  /** Sends as many commands from `acked` on as fit into a frame. */
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

  /** LOAD_COMMAND from the first command that did not run, or a new script if the old one cannot be built again. */
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
    const item = outcome.state === 'close' ? undefined : this.jobs.find(({ jobId }) => jobId === outcome.jobId)
    const script = item ? this.progressOf(item).script : null
    this.trace.push(...traceOfAnswer(outcome, { ...header, code }, { item, script, wrapped: this.script }))
    return sealFrame({ from: 'server', enc: this.cut.enc, code, ...header }, this.clear, outcome.body, keys)
  }
}

/** The time after which a card polls again for a job that follows new keys. */
const secondsAfterKeys = 1

const endOf = (code: number): 'Failed' | 'Blocked' => (code === sessionCode.noStandbyPoller ? 'Blocked' : 'Failed')
