import { randomBytes, randomInt } from 'node:crypto'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { iccidFromBytes } from '@simdeck/protocol/iccid.ts'
import { parseFrame, type SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import { type FrameKeys, pollKeys, sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageNames, sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { WrappedScript } from '@simdeck/protocol/ota/script.ts'
import { answerFrame } from '@simdeck/protocol/ota/server-frame.ts'
import { answerPoll, claimedIccid, closePoll, openPoll, type OpenedPoll } from '@simdeck/protocol/ota/server-poll.ts'
import { defaultSettings, type Fresh, type ServerSession, type ServerStep, sessionExpiryMs } from '@simdeck/protocol/ota/server-state.ts'
import type { Logger } from 'pino'
import { closeFinishedCampaigns } from '../campaigns/campaigns.ts'
import type { Db } from '../db/database.ts'
import type { Publish } from '../events/changes.ts'
import type { Metrics } from '../metrics.ts'
import type { DeviceBatch } from './batch.ts'
import type { FrameAnswer } from './device-port.ts'
import { applyEffects, type Changed, nothingChanged } from './effects.ts'
import { Kept } from './kept.ts'
import type { PollEntry, PollTable } from './poll-table.ts'
import {
  advanceSession,
  findSession,
  lockSession,
  lockSimForPoll,
  putPollCounter,
  putSession,
  type SessionRow,
  markPolled,
  updateSim,
} from './queries.ts'
import { rawLogRows } from './raw-log.ts'
import { fromStored, toStored } from './stored.ts'
import type { OpenedKeys, WorkSource } from './work.ts'

type Options = {
  db: Db
  table: PollTable
  work: WorkSource
  batch: DeviceBatch
  publish: Publish
  metrics: Metrics
  log: Logger
}

/** Polls with work that may be in the database at once; more are told to come back. */
const maxClaims = 400
const keptSessions = 5_000
const keptScripts = 500
/** Of the POLLs of a SIM that open no session, the raw log holds at most one in this time. */
const idleLogMs = 60_000
/** Within a session the SIM's row shows how far an OTA is this often, and that the session goes on this often. */
const projectAgainMs = 1_000
const showAgainMs = 60_000

/** What a node keeps of a session in memory, derived again when it has not: the keys never change within it. */
type SessionOpener = { simId: number; keys: FrameKeys; opened: OpenedKeys; shownAtMs: number; projectedAtMs: number }

/**
 * Answers the frames of cards (OTA protocol §5.5 to 5.9). A POLL with nothing to do is answered from memory; everything else
 * is one transaction, committed before the answer leaves, so that any node can go on from it.
 */
export class DeviceEngine {
  readonly #options: Options
  readonly #openers = new Kept<number, SessionOpener>(keptSessions)
  readonly #scripts = new Kept<string, WrappedScript>(keptScripts)
  #claims = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** The answer to a frame; null: nothing, close the connection. Rejects when the database did not answer. */
  answer = async (bytes: Uint8Array): Promise<FrameAnswer> => {
    const parsed = parseFrame(bytes, 'card')
    if (!parsed.ok) return this.#refuse(parsed.reason)
    const frame = parsed.value
    const started = performance.now()
    const iccid = claimedIccid(frame)
    const answer = iccid ? await this.#poll(frame, iccid) : await this.#frame(frame)
    this.#options.metrics.deviceSeconds.observe({ kind: iccid ? 'poll' : 'frame' }, (performance.now() - started) / 1000)
    return answer
  }

  async #poll(frame: SealedFrame, iccidBytes: Uint8Array): Promise<FrameAnswer> {
    const entry = this.#entryOf(iccidBytes)
    if (!entry) return this.#refuse('unknownIccid')
    const { iccid, simKeys } = entry
    const opened = openPoll(frame, pollKeys(simKeys, iccidBytes), entry.known.encRequired)
    if (!opened.ok) return this.#refuse(opened.reason)
    this.#options.metrics.deviceFrames.inc({ message: messageNames[frame.code] })
    const poll = opened.value
    const idle = poll.poll !== null && !entry.known.hasWork && poll.clear.pollCounter > entry.known.counter
    if (idle) return this.#close(poll, entry.known, simKeys, frame, sessionCode.done)
    if (this.#claims >= maxClaims) return this.#close(poll, entry.known, simKeys, frame, sessionCode.noSession, randomInt(30, 120))
    this.#claims++
    try {
      return await this.#claim(poll, frame, iccid)
    } catch (error) {
      this.#options.log.warn(
        { simId: entry.known.simId, errorName: (error as Error).name, stack: (error as Error).stack },
        'a poll could not be answered',
      )
      return this.#close(poll, entry.known, simKeys, frame, sessionCode.noSession, randomInt(30, 90))
    } finally {
      this.#claims--
    }
  }

  #entryOf(iccidBytes: Uint8Array) {
    try {
      const iccid = iccidFromBytes(iccidBytes)
      const known = this.#options.table.get(iccid)
      return known && { iccid, known, simKeys: this.#options.work.openSimKeys(iccid, known) }
    } catch {
      return undefined
    }
  }

  /** CLOSE_SESSION to a POLL that opens no session: nothing is stored before it leaves. */
  #close(
    poll: OpenedPoll,
    known: PollEntry,
    simKeys: Parameters<typeof closePoll>[0]['simKeys'],
    frame: SealedFrame,
    code: number,
    waitSeconds = 0,
  ): FrameAnswer {
    const step = closePoll({ poll, simKeys, serverNonce: randomBytes(8), code, waitSeconds })
    this.#recordAnswer(step, poll, known, frame)
    if (step.record) known.counter = Math.max(known.counter, poll.clear.pollCounter)
    return { bytes: step.answer, last: true }
  }

  #recordAnswer(step: Extract<ServerStep, { kind: 'answer' }>, poll: OpenedPoll, known: PollEntry, frame: SealedFrame): void {
    const { batch } = this.#options
    const { simId } = known
    if (step.record) batch.record(simId, poll.clear.pollCounter, poll.poll, step.telemetry)
    const now = new Date()
    if (now.getTime() - known.idleLoggedAtMs < idleLogMs) return
    known.idleLoggedAtMs = now.getTime()
    const context = {
      simId,
      sessionId: 0,
      jobId: null,
      bytesIn: frame.bytes.length,
      bytesOut: step.answer.length,
      receivedAt: now,
      answeredAt: now,
    }
    batch.logRows(rawLogRows(step.trace, context), true)
  }

  /** A POLL for which there may be work: the SIM's row is locked, so that one node and one POLL at a time opens a session. */
  async #claim(poll: OpenedPoll, frame: SealedFrame, iccid: string): Promise<FrameAnswer> {
    const { db, table, work } = this.#options
    const known = table.get(iccid)
    if (!known) return this.#refuse('unknownIccid')
    const receivedAt = new Date()
    const { step, changed, keys } = await db.transaction().execute(async (trx) => {
      const stored = await lockSimForPoll(trx, known.simId)
      const keys = stored && (await work.openKeys(trx, known.simId))
      if (!stored || !keys) return { step: null, changed: nothingChanged, keys: null }
      const previous = stored.session && sessionOf(stored.session)
      const { rows, items } = await work.lock(trx, known.simId, keys)
      const next = answerPoll({
        poll,
        simKeys: keys.simKeys,
        storedCounter: Math.max(stored.counter, known.counter),
        previous,
        work: items,
        fresh: freshValues(),
        settings: defaultSettings,
        nowMs: receivedAt.getTime(),
        script: this.#keptScript(items.map((item) => item.progress.script?.id)),
      })
      if (next.kind !== 'advance') return { step: next, changed: nothingChanged, keys }
      await putPollCounter(trx, known.simId, poll.clear.pollCounter)
      await putSession(trx, known.simId, next.session && sessionColumns(next.session))
      if (next.session) await markPolled(trx, Number(next.session.jobId), receivedAt)
      const applied = await applyEffects(trx, rows, next)
      await updateSim(trx, known.simId, { ota_open_until: next.session ? expiryOf(next.session) : null })
      return { step: next, changed: { ...applied, sim: true }, keys }
    })
    if (!step) return this.#refuse('unknownIccid')
    if (step.kind === 'refused') return this.#refuse(step.reason)
    if (step.kind === 'repeat') return { bytes: step.answer, last: false }
    known.counter = Math.max(known.counter, poll.clear.pollCounter)
    if (step.kind === 'answer') {
      if (step.code === sessionCode.done) known.hasWork = false
      this.#recordAnswer(step, poll, known, frame)
      return { bytes: step.answer, last: true }
    }
    this.#options.batch.record(known.simId, poll.clear.pollCounter, poll.poll, step.telemetry)
    if (step.session && keys)
      this.#openers.set(step.session.id, {
        simId: known.simId,
        keys: step.keys,
        opened: keys,
        shownAtMs: receivedAt.getTime(),
        projectedAtMs: receivedAt.getTime(),
      })
    await this.#afterCommit(step, changed, { simId: known.simId, frame, receivedAt })
    return { bytes: step.answer, last: step.session === null }
  }

  async #frame(frame: SealedFrame): Promise<FrameAnswer> {
    const { db, work } = this.#options
    const opener = this.#openers.get(frame.sessionId) ?? (await this.#sessionOpener(frame.sessionId))
    if (!opener) return this.#refuse('session')
    const { simId, keys, opened } = opener
    this.#options.metrics.deviceFrames.inc({ message: messageNames[frame.code] })
    const receivedAt = new Date()
    const { step, changed } = await db.transaction().execute(async (trx) => {
      const row = await lockSession(trx, frame.sessionId)
      if (!row) return { step: null, changed: nothingChanged }
      const { rows, items } = await work.lock(trx, simId, opened)
      const next = answerFrame({
        frame,
        session: sessionOf(row),
        keys,
        work: items,
        fresh: freshValues(),
        settings: defaultSettings,
        nowMs: receivedAt.getTime(),
        script: this.#keptScript(items.map((item) => item.progress.script?.id)),
      })
      if (next.kind !== 'advance' || !next.session) return { step: next, changed: nothingChanged }
      if (!(await advanceSession(trx, sessionColumns(next.session)))) throw new Error('a locked session moved')
      const showProgress = receivedAt.getTime() - opener.projectedAtMs >= projectAgainMs
      const applied = await applyEffects(trx, rows, next, showProgress)
      if (applied.sim) opener.projectedAtMs = receivedAt.getTime()
      const shown = next.session.state !== 'ending' && receivedAt.getTime() - opener.shownAtMs < showAgainMs
      if (shown) return { step: next, changed: applied }
      await updateSim(trx, simId, { ota_open_until: expiryOf(next.session), last_poll: receivedAt })
      opener.shownAtMs = receivedAt.getTime()
      return { step: next, changed: { ...applied, sim: true } }
    })
    if (!step) return this.#refuse('session')
    if (step.kind === 'refused') return this.#refuse(step.reason)
    if (step.kind === 'repeat') return { bytes: step.answer, last: false }
    if (step.kind === 'advance') await this.#afterCommit(step, changed, { simId, frame, receivedAt })
    return { bytes: step.answer, last: step.kind === 'advance' && step.session?.state === 'ending' }
  }

  /** The keys of a stored session, derived again: it may have been opened by another node. */
  async #sessionOpener(sessionId: number): Promise<SessionOpener | null> {
    const { db, work } = this.#options
    const row = await findSession(db, sessionId)
    const opened = row && (await work.openKeys(db, row.sim_id))
    if (!row || !opened) return null
    const opener = { simId: row.sim_id, keys: sessionKeys(opened.simKeys, sessionOf(row)), opened, shownAtMs: 0, projectedAtMs: 0 }
    this.#openers.set(sessionId, opener)
    return opener
  }

  async #afterCommit(
    step: Extract<ServerStep, { kind: 'advance' }>,
    changed: Changed,
    { simId, frame, receivedAt }: { simId: number; frame: SealedFrame; receivedAt: Date },
  ): Promise<void> {
    const { batch, publish, metrics } = this.#options
    const sessionId = step.session?.id ?? 0
    if (step.script) this.#scripts.set(toHex(step.script.id), step.script)
    const jobId = step.session ? Number(step.session.jobId) : (changed.jobIds[0] ?? null)
    const sizes = { bytesIn: frame.bytes.length, bytesOut: step.answer.length }
    batch.logRows(rawLogRows(step.trace, { simId, sessionId, jobId, ...sizes, receivedAt, answeredAt: new Date() }), false)
    metrics.loadBlocks.inc(changed.acked)
    for (const { status, code } of changed.ended) metrics.otaEnded.inc({ status, code: code ?? 0 })
    publish({ sims: changed.sim ? [simId] : [], jobs: changed.jobIds, work: changed.ended.length > 0 ? [simId] : [] })
    if (changed.endedCampaignIds.length > 0) await closeFinishedCampaigns(this.#options.db, changed.endedCampaignIds)
  }

  #keptScript(ids: readonly (Uint8Array | undefined)[]): WrappedScript | null {
    const id = ids.find((candidate) => candidate !== undefined)
    return (id && this.#scripts.get(toHex(id))) ?? null
  }

  #refuse(reason: string): null {
    this.#options.metrics.deviceRefused.inc({ reason })
    return null
  }
}

function freshValues(): Fresh {
  return {
    sessionId: randomInt(1, 0xffffffff),
    serverNonce: randomBytes(8),
    hostChallenge: randomBytes(16),
    scriptId: randomBytes(8),
  }
}

const expiryOf = (session: ServerSession) => (session.state === 'ending' ? null : new Date(session.lastFrameAtMs + sessionExpiryMs))

/** The session of a row; its answer and the answered frame's MAC stand in columns of their own. */
export function sessionOf(row: SessionRow): ServerSession {
  return {
    ...fromStored<ServerSession>(row.state),
    id: row.session_id,
    sequence: row.sequence,
    answer: new Uint8Array(row.answer),
    frameMac: new Uint8Array(row.frame_mac),
  }
}

function sessionColumns(session: ServerSession) {
  const { id, sequence, answer, frameMac, ...state } = session
  return {
    session_id: id,
    job_id: Number(session.jobId),
    sequence,
    answer: Buffer.from(answer),
    frame_mac: Buffer.from(frameMac),
    state: toStored(state),
    expires_at: new Date(session.lastFrameAtMs + sessionExpiryMs),
  }
}
