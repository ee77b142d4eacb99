import {
  adminScript,
  type AdminResult,
  type AdminStep,
  type AgentAnswer,
  type AgentRequest,
  answerAdminResult,
  idleAdminTrace,
  isAdminSession,
  openAdminSession,
  runsInAdminSession,
} from '@simdeck/protocol/ota/admin-session.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../platform/db/database.ts'
import { rawLogRows } from './batch/raw-log-rows.ts'
import { positionAfter } from './committed-state.ts'
import { applyEffects, type Changed, nothingChanged } from './effects.ts'
import { type DeviceNode, freshValues } from './node.ts'
import type { LockedJobs } from './ota-jobs.ts'
import { octetsCampaign, octetsOf } from './pace/octets.ts'
import { onlyOf, stopped, takeSlot } from './pace/slots.ts'
import { countUnanswered, endUnanswered } from './pace/unanswered.ts'
import { advanceSession, lockSimForAgent, markPolled, putSession, type SessionRow, updateContact } from './queries.ts'
import { noSlot, openUntil, sessionColumns, sessionOf, slotColumns } from './session-row.ts'

type Advance = Extract<AdminStep, { kind: 'advance' }>
type Silent = Awaited<ReturnType<typeof countUnanswered<LockedJobs>>>
/** `silent` is the session that the agent left without a result. */
type Done = { step: AdminStep; changed: Changed; sessionId: number; sequence: number; silent?: Silent | null }

const notDone = (step: AdminStep): Done => ({ step, changed: nothingChanged, sessionId: 0, sequence: 0 })

/**
 * Answers admin agents of cards (SCP81) with the same OTAs, rows and slots as pollers. Each request takes one transaction, which locks the
 * SIM and is committed before the answer is sent. A request that arrives again gets the stored answer.
 */
export class AgentAnswers {
  readonly #node: DeviceNode

  constructor(node: DeviceNode) {
    this.#node = node
  }

  /** Rejects if the database did not answer; the agent then sends the request again. */
  async answer(request: AgentRequest): Promise<AgentAnswer> {
    const { simId, octets: bytes } = request
    const receivedAt = new Date()
    const { at, result } = request
    const advance = () =>
      this.#node.db.transaction().execute(async (trx) => {
        const stored = await lockSimForAgent(trx, simId)
        if (!stored) return notDone({ kind: 'done' })
        const { session } = stored
        const isOfSession = at !== null && result !== null && session?.session_id === at.sessionId
        const taken = isOfSession ? await this.#take(trx, session, request, { ...result, sequence: at.sequence }, receivedAt) : null
        return !taken || taken.step.kind === 'gone' ? this.#open(trx, session, request, receivedAt) : taken
      })
    const { step, changed, sessionId, sequence, silent } = await this.#node.limit.run(advance, { isUrgent: at !== null })
    if (silent) this.#node.reportUnanswered(simId, silent)
    switch (step.kind) {
      case 'advance':
        await this.#node.afterCommit(step, changed, { simId, frame: { bytes }, receivedAt })
        return answerOf(step.answer, sessionId, sequence)
      case 'repeat':
        return answerOf(step.answer, sessionId, sequence)
      case 'busy':
      case 'refused':
        return { kind: step.kind }
      default:
        this.#node.reportContact(simId)
        this.#logIdle(request, receivedAt)
        return { kind: 'end' }
    }
  }

  /** Logs a request for which nothing was due, as an idle POLL. */
  #logIdle({ simId, from, octets }: AgentRequest, receivedAt: Date): void {
    const { batch } = this.#node
    if (!batch.takesIdleLog()) return
    const row = { simId, sessionId: 0, jobId: null, bytesIn: octets.length, bytesOut: 0, receivedAt, answeredAt: new Date() }
    batch.logRows(rawLogRows(idleAdminTrace(from), row), true)
  }

  /** Counts a connection that proved no key. */
  refuse(address: string): void {
    this.#node.refuse({ address }, 'handshake', 0)
  }

  async #open(trx: Db, row: SessionRow | null, { simId, filesAid, from, octets: bytes }: AgentRequest, receivedAt: Date): Promise<Done> {
    const nowMs = receivedAt.getTime()
    const open = await this.#lock(trx, simId, row, filesAid)
    if (!open) return notDone({ kind: 'done' })
    const previous = row && sessionOf(row)
    const isSilent = previous && isAdminSession(previous) && previous.state !== 'ending' && previous.sequence === 0
    const silent = isSilent ? await countUnanswered(trx, open, previous.jobId) : null
    const { locked, slot } = await takeSlot(trx, silent?.locked ?? open, { simId, poll: null, known: this.#node.full })
    const { jobs } = locked
    const step = openAdminSession({
      previous,
      from,
      jobs,
      nowMs,
      filesAid,
      fresh: freshValues(),
      settings: this.#node.settings,
      script: this.#node.cachedScript(jobs),
    })
    if (step.kind !== 'advance') {
      if (silent) await putSession(trx, simId, null)
      if (step.kind === 'done') await updateContact(trx, simId, { ota_open_until: null, last_poll: receivedAt })
      return { ...notDone(step), silent }
    }
    const columns = step.session && { ...sessionColumns(step.session, positionAfter(step, locked)), ...slotColumns(slot) }
    const counted = step.session && {
      octets_campaign_id: octetsCampaign(locked.rows, step.session.jobId),
      octets: octetsOf({ bytes }, step),
    }
    await putSession(trx, simId, columns && { ...columns, ...counted })
    if (step.session) await markPolled(trx, step.session.jobId, receivedAt)
    return { ...(await this.#finish(trx, locked, step, receivedAt, simId)), silent }
  }

  async #take(
    trx: Db,
    row: SessionRow,
    { simId, filesAid, octets: bytes }: AgentRequest,
    request: AdminResult,
    receivedAt: Date,
  ): Promise<Done> {
    const session = sessionOf(row)
    const open = isAdminSession(session) ? await this.#lock(trx, simId, row, filesAid) : null
    if (!open) return notDone({ kind: 'refused' })
    const locked = onlyOf(open, { campaignId: row.slot_campaign_id, jobId: session.jobId })
    const { jobs } = locked
    const step = answerAdminResult({
      session,
      request,
      jobs,
      filesAid,
      nowMs: receivedAt.getTime(),
      fresh: freshValues(),
      settings: this.#node.settings,
      script: this.#node.cachedScript(jobs),
    })
    if (step.kind !== 'advance' || !step.session) return { ...notDone(step), sessionId: session.id, sequence: session.sequence }
    if (session.sequence === 0) await endUnanswered(trx, locked, session.jobId)
    const columns = { ...sessionColumns(step.session, positionAfter(step, locked)), ...(step.session.state === 'ending' ? noSlot : {}) }
    const octetsCampaignId = octetsCampaign(locked.rows, step.session.jobId) ?? row.octets_campaign_id
    if (!(await advanceSession(trx, columns, { octetsCampaignId, octets: octetsOf({ bytes }, step) })))
      throw new Error('a locked session has an unexpected sequence')
    return this.#finish(trx, locked, step, receivedAt, simId)
  }

  /** The open OTAs of the SIM. Those that only its poller can run are stopped. Null for a SIM without keys. */
  async #lock(trx: Db, simId: number, session: SessionRow | null, filesAid: Uint8Array | null): Promise<LockedJobs | null> {
    const { jobReader } = this.#node
    const opened = await jobReader.openKeys(trx, simId)
    if (!opened) return null
    const open = await jobReader.lock(trx, simId, opened, new Uint8Array(), session)
    const others = new Set(open.jobs.filter((job) => !runsInAdminSession(job, filesAid)).map(({ jobId }) => jobId))
    return stopped(open, ({ id, applet_type: type }) => type === appletTypes.poller || others.has(id))
  }

  async #finish(trx: Db, locked: LockedJobs, step: Advance, receivedAt: Date, simId: number): Promise<Done> {
    const changed = await applyEffects(trx, locked, step)
    await updateContact(trx, simId, { ota_open_until: openUntil(step.session), last_poll: receivedAt })
    return { step, changed: { ...changed, sim: true }, sessionId: step.session?.id ?? 0, sequence: step.session?.sequence ?? 0 }
  }
}

function answerOf(answer: Uint8Array, sessionId: number, sequence: number): AgentAnswer {
  if (answer.length === 0) return { kind: 'end' }
  return { kind: 'script', script: adminScript.decode(answer), next: { sessionId, sequence: sequence + 1 } }
}
