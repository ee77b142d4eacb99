import { randomInt } from 'node:crypto'
import { equalBytes } from '@simdeck/protocol/bytes.ts'
import type { SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import type { SimKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageNames, sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { answerPoll, closePoll, openPoll, type OpenedPoll } from '@simdeck/protocol/ota/server-poll.ts'
import type { ServerStep } from '@simdeck/protocol/ota/server-state.ts'
import type { FrameAnswer } from './device-port.ts'
import { positionAfter } from './committed-state.ts'
import { applyEffects, nothingChanged } from './effects.ts'
import { inTime } from './in-time.ts'
import { randomOctets } from '../platform/crypto/random-octets.ts'
import { type DeviceNode, freshValues } from './node.ts'
import type { OpenedPollKeys } from './polls/poll-keys.ts'
import type { PollEntry } from './polls/poll-slots.ts'
import { lockSimForPoll, markPolled, putPollCounter, putSession, updateContact } from './queries.ts'
import { rawLogRows } from './batch/raw-log-rows.ts'
import { reportedCell, takeSlot } from './pace/slots.ts'
import { openUntil, sessionColumns, sessionOf, slotColumns } from './session-row.ts'
import { LimitEnded } from './concurrency-limit.ts'

export type PollLimits = {
  /** Limit of POLLs with due OTAs that use the database at the same time. The answer to further POLLs is a wait. */
  claims: number
  /** Limit of the time until an answer. A card that has waited 30 s no longer listens. */
  answerWithinMs: number
}
/** Minimum interval between idle POLLs of a SIM in the raw log. */
const idleLogMs = 60_000

/** Wait that a POLL gets while the database is unavailable, so that an OTA continues within a minute after the return of the database. */
const retrySeconds = [30, 50] as const

/** Answers POLLs: from memory if no OTA is due, otherwise in one transaction that opens or resumes a session. */
export class PollAnswers {
  readonly #node: DeviceNode
  readonly #limits: PollLimits
  #claims = 0

  constructor(node: DeviceNode, limits: PollLimits) {
    this.#node = node
    this.#limits = limits
  }

  async answer(frame: SealedFrame, iccidBytes: Uint8Array, address: () => string): Promise<FrameAnswer> {
    const entry = this.#entryOf(iccidBytes)
    if (!entry) return this.#node.refuse({ address: address() }, 'unknownIccid', frame.bytes.length)
    const { known, simKeys } = entry
    const opened = openPoll(frame, entry.poll, known.encRequired)
    if (!opened.ok) return this.#node.refuse({ simId: known.simId }, opened.reason, frame.bytes.length)
    this.#node.metrics.deviceFrames.inc({ message: messageNames[frame.code] })
    const poll = opened.value
    const close = (code: number, waitSeconds = 0, record = code === sessionCode.done) =>
      this.#close(poll, known, simKeys, frame, { code, waitSeconds, record })
    const isNew = poll.poll !== null && poll.clear.pollCounter > known.counter
    const { limitedBy } = known
    if (isNew && known.hasDueOta && limitedBy > 0 && this.#node.full.isFull(limitedBy, reportedCell(poll.poll)))
      return close(sessionCode.noSession, this.#node.full.waitSeconds(limitedBy), true)
    if (isNew && !known.hasDueOta) return close(sessionCode.done)
    if (this.#claims >= this.#limits.claims) return close(sessionCode.noSession, randomInt(30, 120))
    this.#claims++
    const claim = this.#node.limit.run(() => this.#claim(poll, frame, known)).finally(() => this.#claims--)
    try {
      return await inTime(this.#limits.answerWithinMs, claim)
    } catch (error) {
      if (error instanceof LimitEnded) throw error
      const { name, stack } = error as Error
      this.#node.log.warn({ simId: known.simId, errorName: name, stack }, 'a poll could not be answered')
      return close(sessionCode.noSession, randomInt(...retrySeconds))
    }
  }

  #entryOf(iccidBytes: Uint8Array): ({ known: PollEntry } & OpenedPollKeys) | undefined {
    try {
      const known = this.#node.table.get(iccidBytes)
      return known && { known, ...this.#node.pollKeys.open(known, iccidBytes) }
    } catch {
      return undefined
    }
  }

  /** Answers CLOSE_SESSION to a POLL that opens no session. Nothing is stored before the answer is sent. */
  #close(
    poll: OpenedPoll,
    known: PollEntry,
    simKeys: SimKeys,
    frame: SealedFrame,
    close: { code: number; waitSeconds: number; record: boolean },
  ): FrameAnswer {
    const step = closePoll({ poll, simKeys, serverNonce: randomOctets(8), ...close })
    this.#record(step, poll, known, frame, { counted: false })
    if (step.record) known.counter = Math.max(known.counter, poll.clear.pollCounter)
    return { bytes: step.answer, last: true }
  }

  #record(
    step: Extract<ServerStep, { kind: 'answer' }>,
    poll: OpenedPoll,
    known: PollEntry,
    frame: SealedFrame,
    { counted }: { counted: boolean },
  ): void {
    const { batch } = this.#node
    const { simId } = known
    // A poller that must wait for a session of the other poller does not become the running poller of the SIM.
    const reported = step.code === sessionCode.done ? poll.poll : null
    if (step.record) batch.record(known, { counter: poll.clear.pollCounter, counted }, reported, step.telemetry)
    const now = new Date()
    if (now.getTime() - known.idleLoggedAtMs < idleLogMs || !batch.takesIdleLog()) return
    known.idleLoggedAtMs = now.getTime()
    const sizes = { bytesIn: frame.bytes.length, bytesOut: step.answer.length }
    batch.logRows(rawLogRows(step.trace, { simId, sessionId: 0, jobId: null, ...sizes, receivedAt: now, answeredAt: now }), true)
  }

  /** Answers a POLL for which an OTA may be due. The lock on the row of the SIM lets only one POLL on one node open a session at a time. */
  async #claim(poll: OpenedPoll, frame: SealedFrame, known: PollEntry): Promise<FrameAnswer> {
    const { db, jobReader, openers, batch } = this.#node
    const { simId } = known
    const { pollCounter } = poll.clear
    const receivedAt = new Date()
    const done = await db.transaction().execute(async (trx) => {
      const stored = await lockSimForPoll(trx, simId, known.fingerprint)
      const opened = stored && (await jobReader.openKeys(trx, simId))
      if (!stored || !opened) return 'unknownIccid'
      // The keys were replaced after the POLL was opened, so its MAC is wrong under the present keys.
      if (!opened.fingerprint || !equalBytes(opened.fingerprint, known.fingerprint)) return 'mac'
      const open = await jobReader.lock(trx, simId, opened, poll.poll?.instanceAid ?? new Uint8Array(), stored.session)
      const { locked, slot, full } = await takeSlot(trx, open, { simId, poll: poll.poll, known: this.#node.full })
      const { jobs } = locked
      const step = answerPoll({
        poll,
        simKeys: opened.simKeys,
        storedCounter: Math.max(stored.counter, known.counter),
        previous: stored.session && sessionOf(stored.session),
        jobs,
        fresh: freshValues(),
        settings: this.#node.settings,
        nowMs: receivedAt.getTime(),
        script: this.#node.cachedScript(jobs),
        waitSeconds: full === null ? 0 : this.#node.full.waitSeconds(full),
      })
      if (step.kind !== 'advance') return { step, changed: nothingChanged, opened }
      await putPollCounter(trx, known.fingerprint, pollCounter)
      await putSession(trx, simId, step.session && { ...sessionColumns(step.session, positionAfter(step, locked)), ...slotColumns(slot) })
      if (step.session) await markPolled(trx, step.session.jobId, receivedAt)
      const changed = await applyEffects(trx, locked, step)
      await updateContact(trx, simId, { ota_open_until: openUntil(step.session) })
      return { step, changed: { ...changed, sim: true }, opened }
    })
    if (typeof done === 'string') return this.#node.refuse({ simId }, done, frame.bytes.length)
    const { step, changed, opened } = done
    if (step.kind === 'refused') return this.#node.refuse({ simId }, step.reason, frame.bytes.length)
    if (step.kind === 'repeat') return { bytes: step.answer, last: false }
    known.counter = Math.max(known.counter, pollCounter)
    if (step.kind === 'answer') {
      if (step.code === sessionCode.done) known.hasDueOta = false
      if (step.code === sessionCode.authentication) this.#node.refuse({ simId }, 'counter', frame.bytes.length)
      this.#record(step, poll, known, frame, { counted: true })
      return { bytes: step.answer, last: true }
    }
    batch.record(known, { counter: pollCounter, counted: true }, poll.poll, step.telemetry)
    const now = receivedAt.getTime()
    if (step.session) openers.set(step.session.id, { simId, keys: step.keys, opened, contactWrittenAtMs: now, committed: null })
    await this.#node.afterCommit(step, changed, { simId, frame, receivedAt })
    return { bytes: step.answer, last: step.session === null }
  }
}
