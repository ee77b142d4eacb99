import { randomBytes, randomInt } from 'node:crypto'
import type { SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import type { FrameKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageNames } from '@simdeck/protocol/ota/message-codes.ts'
import type { WrappedScript } from '@simdeck/protocol/ota/script.ts'
import { defaultSettings, type Fresh, type ServerStep, type SessionSettings, type OtaJob } from '@simdeck/protocol/ota/server-state.ts'
import type { Logger } from 'pino'
import { closeFinishedCampaigns } from '../campaigns/campaigns.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { Foreground } from '../platform/foreground.ts'
import { framesOf } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { DeviceBatch } from './batch/batch.ts'
import type { CommittedState } from './committed-state.ts'
import type { Changed } from './effects.ts'
import { NewestEntries } from './newest-entries.ts'
import { ScriptCache } from './script-cache.ts'
import type { NextKeys } from './next-keys.ts'
import type { PollKeys } from './polls/poll-keys.ts'
import type { PollTable } from './polls/poll-table.ts'
import { PollTimes } from '../sims/poll-times.ts'
import { maxInterruptions } from './queries.ts'
import { rawLogRows } from './batch/raw-log-rows.ts'
import { RefusedFrames, type RefusedOf } from './refused-frames.ts'
import { FullCampaigns } from './pace/full-campaigns.ts'
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts'
import type { OpenedKeys, OtaJobReader } from './ota-jobs.ts'

const maxOpeners = 5_000
/** Limit of frames that use the database at the same time. */
const maxConcurrentFrames = 6
/** Limit of the script cache: about 2,500 scripts of 32 KiB. */
const scriptCacheOctets = 256 * 1024 * 1024

/** Data of a session in the memory of a node. The keys never change within a session, and a node without this entry derives them again. */
export type SessionOpener = {
  simId: number
  keys: FrameKeys
  opened: OpenedKeys
  /** Time of the last write of the SIM's contact. */
  contactWrittenAtMs: number
  committed: CommittedState | null
}

type Advance = Extract<ServerStep, { kind: 'advance' }>

/** Shared dependencies and memory of the frame answers of one node. The memory can be lost at any time. */
export class DeviceNode {
  readonly db: Db
  readonly table: PollTable
  readonly pollKeys: PollKeys
  readonly nextKeys: NextKeys
  readonly jobReader: OtaJobReader
  readonly batch: DeviceBatch
  readonly metrics: Metrics
  readonly log: Logger
  readonly refused = new RefusedFrames()
  /** Limits the frames that use the database at the same time. */
  readonly limit: ConcurrencyLimit
  readonly full = new FullCampaigns()
  readonly pollTimes = new PollTimes()
  readonly openers = new NewestEntries<number, SessionOpener>(maxOpeners)
  /** Settings of the operators, updated by `readSettings`. */
  settings: SessionSettings = defaultSettings
  readonly #publish: Publish
  readonly #scripts = new ScriptCache(scriptCacheOctets)

  constructor(options: {
    db: Db
    table: PollTable
    pollKeys: PollKeys
    nextKeys: NextKeys
    jobReader: OtaJobReader
    batch: DeviceBatch
    publish: Publish
    metrics: Metrics
    log: Logger
    foreground: Foreground
  }) {
    this.limit = new ConcurrencyLimit(maxConcurrentFrames, options.foreground)
    this.db = options.db
    this.table = options.table
    this.pollKeys = options.pollKeys
    this.nextKeys = options.nextKeys
    this.jobReader = options.jobReader
    this.batch = options.batch
    this.metrics = options.metrics
    this.log = options.log
    this.#publish = options.publish
  }

  async readSettings(): Promise<void> {
    const most = await maxInterruptions(this.db)
    this.settings = most === null ? defaultSettings : { ...defaultSettings, maxInterruptions: most }
  }

  /** The wrapped script of the first of these OTAs with a running script, if this node has built it. */
  cachedScript(items: readonly OtaJob[]): WrappedScript | null {
    const id = items.find(({ progress }) => progress.script)?.progress.script?.id
    return id ? this.#scripts.get(id) : null
  }

  /** Reports the changes of a step to the log, the metrics, the consoles, other nodes and campaigns. */
  async afterCommit(
    step: Omit<Advance, 'keys' | 'telemetry'>,
    changed: Changed,
    { simId, frame, receivedAt }: { simId: number; frame: Pick<SealedFrame, 'bytes'>; receivedAt: Date },
  ): Promise<void> {
    if (step.script) this.#scripts.add(step.script)
    const sessionId = step.session?.id ?? 0
    const jobId = step.session ? step.session.jobId : (changed.jobIds[0] ?? null)
    const sizes = { bytesIn: frame.bytes.length, bytesOut: step.answer.length }
    this.batch.logRows(rawLogRows(step.trace, { simId, sessionId, jobId, ...sizes, receivedAt, answeredAt: new Date() }), false)
    this.metrics.loadBlocks.inc(changed.acked)
    for (const { status, code } of changed.ended) this.metrics.otaEnded.inc({ status, code: code ?? 0 })
    const rereadSims = changed.ended.length > 0 || changed.sendsKeys ? [simId] : []
    this.#publish({ sims: changed.sim ? [simId] : [], jobs: changed.jobIds, campaigns: changed.campaignIds, rereadSims })
    if (changed.drift) this.#publish({ drift: [simId] })
    this.#publish({ campaigns: await closeFinishedCampaigns(this.db, changed.endedCampaignIds) })
  }

  /** Reports that the SIM has other keys of its poller. */
  async reportKeys(simId: number): Promise<void> {
    await this.table.refresh([simId])
    this.#publish({ sims: [simId], rereadSims: [simId] })
  }

  /** Reports an unanswered session to the consoles, and the wait that follows it to every device port. */
  reportUnanswered(simId: number, { jobId, waits }: { jobId: number | null; waits: boolean }): void {
    this.#publish({ sims: [simId], jobs: jobId === null ? [] : [jobId], rereadSims: waits ? [simId] : [] })
  }

  /** Reports the contact of a SIM that has no due OTA to the consoles. */
  reportContact(simId: number): void {
    this.#publish({ sims: [simId] })
  }

  /** Logs the failure of the server to answer this frame. */
  logUnanswered(error: unknown, frame: SealedFrame, simId?: number): void {
    const { name } = error as Error
    const line = { simId, frame: messageNames[frame.code], errorName: name, stack: framesOf(error as Error) }
    this.log.warn(line, 'a frame could not be answered')
  }

  /** Counts a frame whose card had gone before its turn came. */
  abandon(): null {
    this.metrics.deviceRefused.inc({ reason: 'gone' })
    return null
  }

  /** Counts a frame that gets no answer, for the metrics and for the raw log. */
  refuse(of: RefusedOf, reason: string, bytes: number): null {
    this.metrics.deviceRefused.inc({ reason })
    this.refused.count(of, reason, bytes, new Date())
    return null
  }
}

/** Values for one step, from a cryptographic generator. */
export function freshValues(): Fresh {
  return {
    sessionId: randomInt(1, 0xffffffff),
    serverNonce: randomBytes(8),
    hostChallenge: randomBytes(16),
    scriptId: randomBytes(8),
  }
}
