import { isAdminSession } from '@simdeck/protocol/ota/admin-session.ts'
import type { SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import { sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageNames } from '@simdeck/protocol/ota/message-codes.ts'
import { answerFrame } from '@simdeck/protocol/ota/server-frame.ts'
import type { FrameAnswer, Peer } from './device-port.ts'
import { committedAfter, moveWithinScript, positionAfter, withProgress } from './committed-state.ts'
import { applyEffects, nothingChanged } from './effects.ts'
import { type DeviceNode, freshValues, type SessionOpener } from './node.ts'
import { advanceSession, findSession, lockSession, moveSession, updateContact } from './queries.ts'
import { onlyOf } from './pace/slots.ts'
import { endUnanswered } from './pace/unanswered.ts'
import { octetsCampaign, octetsOf } from './pace/octets.ts'
import { movedColumns, noSlot, openUntil, sessionColumns, sessionOf } from './session-row.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

/** Interval at which the row of the SIM records that its session continues. */
const contactIntervalMs = 60_000

/** Answers all frames except POLLs. Each takes one transaction, which is committed before the answer is sent. */
export class FrameAnswers {
  readonly #node: DeviceNode
  readonly #withinMs: number

  /** `withinMs` limits the wait for an unavailable database; the card listens for longer. */
  constructor(node: DeviceNode, withinMs: number) {
    this.#node = node
    this.#withinMs = withinMs
  }

  /** Rejects if the database did not answer, or if the card has gone; the card then repeats the frame. */
  async answer(frame: SealedFrame, peer: Peer): Promise<FrameAnswer> {
    const { openers, metrics, limit } = this.#node
    const retried = <T>(operation: () => Promise<T>) => retryWhileUnavailable(this.#withinMs, operation)
    const opener = openers.get(frame.sessionId) ?? (await retried(() => this.#openerOf(frame.sessionId)))
    if (!opener) return this.#node.refuse({ address: peer.address() }, 'session', frame.bytes.length)
    metrics.deviceFrames.inc({ message: messageNames[frame.code] })
    const receivedAt = new Date()
    const advance = async () => (await this.#moveOn(frame, opener, receivedAt)) ?? this.#advance(frame, opener, receivedAt)
    const done = await retried(() => limit.run(advance, { isUrgent: true, isWanted: () => !peer.isGone() }))
    const { simId } = opener
    if (!done) return this.#node.refuse({ simId }, 'session', frame.bytes.length)
    const { step, changed, ending } = done
    if (step.kind === 'refused') return this.#node.refuse({ simId }, step.reason, frame.bytes.length)
    if (step.kind === 'advance') await this.#node.afterCommit(step, changed, { simId, frame, receivedAt })
    return { bytes: step.answer, last: ending }
  }

  /**
   * Answers a frame whose results change only the position in the script, as most frames do: one statement, based on the state that this
   * node committed last. Null for any other frame, or if another node has written; the caller then reads the database again under a lock.
   */
  async #moveOn(frame: SealedFrame, opener: SessionOpener, receivedAt: Date) {
    const { simId, keys, committed } = opener
    const nowMs = receivedAt.getTime()
    opener.committed = null
    if (!committed || nowMs - opener.contactWrittenAtMs >= contactIntervalMs) return null
    const { session, jobs, campaignId } = committed
    const script = this.#node.cachedScript(jobs)
    const { settings, db, batch } = this.#node
    const step = answerFrame({ frame, session, keys, jobs, fresh: freshValues(), settings, nowMs, script })
    const move = step.kind === 'advance' ? moveWithinScript(step, committed) : null
    if (step.kind !== 'advance' || !move) return null
    const { id: sessionId, jobId } = session
    if (!(await moveSession(db, { sessionId, jobId, campaignId }, movedColumns(move.session, move.position), octetsOf(frame, step))))
      return null
    opener.committed = { ...committed, session: move.session, jobs: withProgress(jobs, step) }
    batch.moved(simId, jobId)
    return { step, changed: { ...nothingChanged, acked: move.results }, ending: false }
  }

  async #advance(frame: SealedFrame, opener: SessionOpener, receivedAt: Date) {
    const { simId, keys, opened } = opener
    const nowMs = receivedAt.getTime()
    const done = await this.#node.db.transaction().execute(async (trx) => {
      const row = await lockSession(trx, frame.sessionId)
      if (!row) return null
      const session = sessionOf(row)
      const ofSlot = { campaignId: row.slot_campaign_id, jobId: session.jobId }
      const locked = onlyOf(await this.#node.jobReader.lock(trx, simId, opened, session.instanceAid, row), ofSlot)
      const { jobs } = locked
      const script = this.#node.cachedScript(jobs)
      const step = answerFrame({
        frame,
        session,
        keys,
        jobs,
        fresh: freshValues(),
        settings: this.#node.settings,
        nowMs,
        script,
      })
      if (step.kind !== 'advance' || !step.session) return { step, locked, changed: nothingChanged, ending: session.state === 'ending' }
      const ending = step.session.state === 'ending'
      if (session.sequence === 0) await endUnanswered(trx, locked, session.jobId)
      const columns = { ...sessionColumns(step.session, positionAfter(step, locked)), ...(ending ? noSlot : {}) }
      const octetsCampaignId = octetsCampaign(locked.rows, step.session.jobId) ?? row.octets_campaign_id
      if (!(await advanceSession(trx, columns, { octetsCampaignId, octets: octetsOf(frame, step) })))
        throw new Error('a locked session has an unexpected sequence')
      const changed = await applyEffects(trx, locked, step)
      if (!ending && nowMs - opener.contactWrittenAtMs < contactIntervalMs) return { step, locked, changed, ending }
      await updateContact(trx, simId, { ota_open_until: openUntil(step.session), last_poll: receivedAt })
      opener.contactWrittenAtMs = nowMs
      return { step, locked, changed: { ...changed, sim: true }, ending }
    })
    if (done?.step.kind === 'advance') opener.committed = committedAfter(done.step, done.locked, done.changed)
    return done
  }

  /** Derives the keys of a stored session again, because another node may have opened it. */
  async #openerOf(sessionId: number): Promise<SessionOpener | null> {
    const { db, jobReader, openers } = this.#node
    const found = await findSession(db, sessionId)
    const row = found && !isAdminSession(sessionOf(found)) ? found : null
    const opened = row && (await jobReader.openKeys(db, row.sim_id))
    if (!row || !opened) return null
    const opener = { simId: row.sim_id, keys: sessionKeys(opened.simKeys, sessionOf(row)), opened, contactWrittenAtMs: 0, committed: null }
    openers.set(sessionId, opener)
    return opener
  }
}
