import { randomInt } from 'node:crypto'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { equalBytes } from '@simdeck/protocol/bytes.ts'
import type { SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import type { SimKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode, messageNames, sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { answerPoll, closePoll, leavesUnanswered, openPoll, type OpenedPoll } from '@simdeck/protocol/ota/server-poll.ts'
import type { ServerStep } from '@simdeck/protocol/ota/server-state.ts'
import type { FrameAnswer, Peer } from './device-port.ts'
import { positionAfter } from './committed-state.ts'
import { applyEffects, nothingChanged } from './effects.ts'
import { inTime } from './in-time.ts'
import type { Db } from '../platform/db/database.ts'
import { randomOctets } from '../platform/crypto/random-octets.ts'
import { type DeviceNode, freshValues } from './node.ts'
import type { OpenedPollKeys } from './polls/poll-keys.ts'
import type { PollEntry } from './polls/poll-slots.ts'
import { lockSimForPoll, markPolled, putPollCounter, putSession, updateContact } from './queries.ts'
import { rawLogRows } from './batch/raw-log-rows.ts'
import { octetsCampaign, octetsOf } from './pace/octets.ts'
import { OverloadWaits } from './pace/overload-waits.ts'
import { reportedCell, takeSlot } from './pace/slots.ts'
import { countUnanswered } from './pace/unanswered.ts'
import { confirmNewPoller } from '../ota-kinds/new-poller.ts'
import { openUntil, sessionColumns, sessionOf, slotColumns } from './session-row.ts'
import { LimitEnded, NotWanted } from '../platform/concurrency-limit.ts'

/** True if the card has begun a script. CLOSE_SESSION(0) would make it forget the script, so only the database may decide on it. */
const isInScript = ({ poll }: OpenedPoll): boolean => poll !== null && poll.resume.state !== 0

export type PollLimits = {
  /** Limit of POLLs with due OTAs that use the database at the same time. The answer to further POLLs is a wait. */
  claims: number
  /** Limit of the time until an answer. A card that has waited 30 s no longer listens. */
  answerWithinMs: number
}
/** Limit of POLLs with a wrong MAC that are checked under other keys at the same time. The card polls again if its POLL gets no answer. */
const maxKeyTries = 4

/** Minimum interval between idle POLLs of a SIM in the raw log. */
const idleLogMs = 60_000

/** A POLL with a due OTA. */
type Claim = { poll: OpenedPoll; frame: SealedFrame; known: PollEntry; peer: Peer }

/** Wait that a POLL gets while the database is unavailable, so that an OTA continues within a minute after the return of the database. */
const retrySeconds = [30, 50] as const

/** Answers POLLs: from memory if no OTA is due, otherwise in one transaction that opens or resumes a session. */
export class PollAnswers {
  readonly #node: DeviceNode
  readonly #limits: PollLimits
  /** Counts the POLLs in the metrics. */
  readonly #polls: { inc: () => void }
  readonly #waits: OverloadWaits
  #claims = 0
  #keyTries = 0

  constructor(node: DeviceNode, limits: PollLimits) {
    this.#node = node
    this.#limits = limits
    this.#waits = new OverloadWaits(limits.claims)
    this.#polls = node.metrics.deviceFrames.labels(messageNames[messageCode.poll])
  }

  /** Answers at once if the answer needs no database. */
  answer(frame: SealedFrame, iccidBytes: Uint8Array, peer: Peer, keysAreNew = false): FrameAnswer | Promise<FrameAnswer> {
    const entry = this.#entryOf(iccidBytes)
    if (!entry) return this.#node.refuse({ address: peer.address() }, 'unknownIccid', frame.bytes.length)
    const { known, keys } = entry
    const opened = openPoll(frame, keys.poll, known.encRequired)
    if (!opened.ok) {
      const mayHoldOthers = !keysAreNew && opened.reason === 'mac' && (known.awaitsKeys || known.hasDueOta)
      if (mayHoldOthers && this.#keyTries < maxKeyTries) return this.#tryNextKeys(frame, known, iccidBytes, peer)
      return this.#node.refuse({ simId: known.simId }, opened.reason, frame.bytes.length)
    }
    this.#polls.inc()
    const poll = opened.value
    const close = (code: number, waitSeconds = 0, record = code === sessionCode.done) =>
      this.#close(poll, known, keys.simKeys, frame, { code, waitSeconds, record })
    const isNew = poll.poll !== null && poll.clear.pollCounter > known.counter
    const { limitedBy, hasDueOta } = known
    if (isNew && hasDueOta && limitedBy > 0 && this.#node.full.isFull(limitedBy, reportedCell(poll.poll)))
      return close(sessionCode.noSession, this.#node.full.waitSeconds(limitedBy), true)
    if (isNew && !hasDueOta && !isInScript(poll)) return close(sessionCode.done)
    const refuse = (seconds: number) => close(sessionCode.noSession, seconds)
    if (this.#claims >= this.#limits.claims) return refuse(this.#waits.next())
    return this.#claimInTime({ poll, frame, known, peer }, refuse)
  }

  /** Answers a POLL under new keys of the poller, which become those of the SIM first. */
  async #tryNextKeys(frame: SealedFrame, known: PollEntry, iccidBytes: Uint8Array, peer: Peer): Promise<FrameAnswer> {
    const { simId } = known
    this.#keyTries++
    try {
      const haveChanged = await inTime(this.#limits.answerWithinMs, this.#node.nextKeys.prove(frame, known, iccidBytes))
      if (!haveChanged) return this.#node.refuse({ simId }, 'mac', frame.bytes.length)
      await this.#node.reportKeys(simId)
    } catch (error) {
      this.#node.logUnanswered(error, frame, simId)
      return this.#node.refuse({ simId }, 'mac', frame.bytes.length)
    } finally {
      this.#keyTries--
    }
    return this.answer(frame, iccidBytes, peer, true)
  }

  async #claimInTime({ poll, frame, known, peer }: Claim, refuse: (seconds: number) => FrameAnswer): Promise<FrameAnswer> {
    this.#claims++
    const startedAt = performance.now()
    let hasBegun = false
    let isLate = false
    const begin = () => {
      hasBegun = true
      return this.#claim(poll, frame, known)
    }
    const isWanted = () => !isLate && !peer.isGone()
    const claim = this.#node.limit.run(begin, { isWanted }).finally(() => {
      this.#claims--
      this.#waits.claimEnded(performance.now() - startedAt)
    })
    try {
      return await inTime(this.#limits.answerWithinMs, claim)
    } catch (error) {
      if (error instanceof LimitEnded || error instanceof NotWanted) throw error
      isLate = true
      // A POLL whose turn does not come meets an overload, as one above the limit does.
      if (!hasBegun) return refuse(this.#waits.next())
      this.#node.logUnanswered(error, frame, known.simId)
      return refuse(randomInt(...retrySeconds))
    }
  }

  /** Ends the session that the card has left. */
  async #giveUp(trx: Db, simId: number): Promise<void> {
    await putSession(trx, simId, null)
    await updateContact(trx, simId, { ota_open_until: null })
  }

  /** Undefined for an ICCID of no SIM, and for a SIM whose keys were sealed with another master key. */
  #entryOf(iccidBytes: Uint8Array): { known: PollEntry; keys: OpenedPollKeys } | undefined {
    try {
      const known = this.#node.table.get(iccidBytes)
      return known && { known, keys: this.#node.pollKeys.open(known, iccidBytes) }
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
    const nowMs = Date.now()
    if (nowMs - known.idleLoggedAtMs < idleLogMs || !batch.takesIdleLog()) return
    known.idleLoggedAtMs = nowMs
    const now = new Date(nowMs)
    const sizes = { bytesIn: frame.bytes.length, bytesOut: step.answer.length }
    batch.logRows(rawLogRows(step.trace(), { simId, sessionId: 0, jobId: null, ...sizes, receivedAt: now, answeredAt: now }), true)
  }

  /** Answers a POLL for which an OTA may be due. The lock on the row of the SIM lets only one POLL on one node open a session at a time. */
  async #claim(poll: OpenedPoll, frame: SealedFrame, known: PollEntry): Promise<FrameAnswer> {
    const { db, jobReader, openers, batch } = this.#node
    const { simId } = known
    const { pollCounter } = poll.clear
    const receivedAt = new Date()
    const instanceAid = poll.poll?.instanceAid ?? new Uint8Array()
    const pollerAid = formatAid(instanceAid)
    const done = await db.transaction().execute(async (trx) => {
      const stored = await lockSimForPoll(trx, simId, known.fingerprint)
      const opened = stored && (await jobReader.openKeys(trx, simId))
      if (!stored || !opened) return 'unknownIccid'
      // The keys were replaced after the POLL was opened, so its MAC is wrong under the present keys.
      if (!opened.fingerprint || !equalBytes(opened.fingerprint, known.fingerprint)) return 'mac'
      const open = await jobReader.lock(trx, simId, opened, instanceAid, stored.session)
      const previous = stored.session && sessionOf(stored.session)
      const seen = { poll, storedCounter: Math.max(stored.counter, known.counter), previous, nowMs: receivedAt.getTime() }
      const silent = previous && leavesUnanswered({ ...seen, jobs: open.jobs }) ? await countUnanswered(trx, open, previous.jobId) : null
      const { locked, slot, full } = await takeSlot(trx, silent?.locked ?? open, { simId, poll: poll.poll, known: this.#node.full })
      const { jobs } = locked
      const step = answerPoll({
        ...seen,
        simKeys: opened.simKeys,
        jobs,
        fresh: freshValues(),
        settings: this.#node.settings,
        script: this.#node.cachedScript(jobs),
        waitSeconds: full === null ? 0 : this.#node.full.waitSeconds(full),
      })
      if (step.kind !== 'advance') {
        if (silent) await this.#giveUp(trx, simId)
        return {
          step,
          changed: nothingChanged,
          opened,
          silent,
          waits: open.jobs.some(({ stop }, at) => stop === 'paused' && open.rows[at]?.held === false),
        }
      }
      await putPollCounter(trx, known.fingerprint, pollCounter)
      await confirmNewPoller(trx, open.rows, pollerAid)
      const columns = step.session && { ...sessionColumns(step.session, positionAfter(step, locked)), ...slotColumns(slot) }
      const counted = step.session && { octets_campaign_id: octetsCampaign(locked.rows, step.session.jobId), octets: octetsOf(frame, step) }
      await putSession(trx, simId, columns && { ...columns, ...counted })
      if (step.session) await markPolled(trx, step.session.jobId, receivedAt)
      const changed = await applyEffects(trx, locked, step)
      await updateContact(trx, simId, { ota_open_until: openUntil(step.session) })
      return { step, changed: { ...changed, sim: true }, opened, silent, waits: false }
    })
    if (typeof done === 'string') return this.#node.refuse({ simId }, done, frame.bytes.length)
    const { step, changed, opened, silent, waits } = done
    if (silent) this.#node.reportUnanswered(simId, silent)
    if (step.kind === 'refused') return this.#node.refuse({ simId }, step.reason, frame.bytes.length)
    if (step.kind === 'repeat') return { bytes: step.answer, last: false }
    known.counter = Math.max(known.counter, pollCounter)
    if (step.kind === 'answer') {
      // An OTA that waits for the other poller of the SIM stays due.
      if (step.code === sessionCode.done) known.hasDueOta = waits
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
