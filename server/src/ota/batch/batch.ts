import { fixedAids, formatAid, parseAid } from '@simdeck/protocol/aid.ts'
import type { Poll, Telemetry } from '@simdeck/protocol/ota/messages.ts'
import type { Logger } from 'pino'
import { equalBytes, toHex } from '@simdeck/protocol/bytes.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { type PollRecord, recordPolls } from './poll-queries.ts'
import { insertRawLogs, lockFreeSims, projectPositions, simsInScript } from './queries.ts'
import type { RawLogRow } from './raw-log-rows.ts'

const flushMs = 500
/** Poller instances of our own, which most SIMs run. */
const ourPollers = Object.values(fixedAids).flatMap(({ type, moduleAid }) =>
  type === 'Poller' ? [{ poller_instance_aid: moduleAid, poller_name: 'Poller', octets: parseAid(moduleAid) }] : [],
)
/** Limit of OTAs whose script position is written per flush; the others follow in later flushes. */
const positionsPerFlush = 100
/** Each takes two rows in three indexes. */
const idleLogsPerFlush = 100
const logRowsAtOnce = 500
/** Number of waiting log rows above which idle polls are not logged. The data of the polls is still stored. */
const maxLogRows = 20_000

/** Collects the data of idle polls, the progress of OTAs and the raw log of all messages, and writes them twice a second. */
export class DeviceBatch {
  readonly #db: Db
  readonly #publish: Publish
  readonly #log: Logger
  /** Keyed by the fingerprint of the CAP_AUTH_KEY that proved the POLL. */
  #polls = new Map<string, PollRecord>()
  /** Ids of OTAs with a new script position, by SIM. */
  #movedJobs = new Map<number, number>()
  #logRows: RawLogRow[] = []
  #idleLogged = 0
  #ended = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: { db: Db; publish: Publish; log: Logger }) {
    this.#db = options.db
    this.#publish = options.publish
    this.#log = options.log
  }

  /** `fingerprint` identifies the key that proved the POLL. `counted` is true if its counter is already stored. */
  record(
    sim: { simId: number; fingerprint: Uint8Array },
    { counter, counted }: { counter: number; counted: boolean },
    poll: Poll | null,
    telemetry: Telemetry,
  ): void {
    const fingerprint = toHex(sim.fingerprint)
    const earlier = this.#polls.get(fingerprint)
    const next = pollRecord({ simId: sim.simId, fingerprint }, { counter, counted }, poll, telemetry)
    this.#polls.set(fingerprint, earlier ? merged(earlier, next) : next)
    this.#arm()
  }

  /** The highest counter of this key that is not yet written; -1 for none. A counter that is being written counts as written. */
  waiting(fingerprint: Uint8Array): number {
    return this.#polls.get(toHex(fingerprint))?.poll_counter ?? -1
  }

  /** Marks an OTA whose row has to show a new position. A step that ends an OTA writes the position in its own transaction. */
  moved(simId: number, jobId: number): void {
    if (!this.#movedJobs.has(simId)) this.#movedJobs.set(simId, jobId)
    this.#arm()
  }

  /** True if this idle POLL may be logged; the number of logged idle POLLs per flush is limited. */
  takesIdleLog(): boolean {
    return this.#idleLogged++ < idleLogsPerFlush
  }

  logRows(rows: readonly RawLogRow[], sheddable: boolean): void {
    if (sheddable && this.#logRows.length > maxLogRows) return
    this.#logRows.push(...rows)
    this.#arm()
  }

  /** Writes the collected data. Data that the database did not accept is kept and written again later. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** Writes the collected data for the last time. */
  async end(): Promise<void> {
    this.#ended = true
    await this.flush()
  }

  #arm(): void {
    if (this.#ended) return
    this.#timer ??= setTimeout(() => void this.flush(), flushMs)
  }

  async #write(): Promise<void> {
    const polls = this.#polls
    const rows = this.#logRows
    this.#polls = new Map()
    this.#logRows = []
    this.#idleLogged = 0
    try {
      if (polls.size > 0) {
        const { written, locked } = await recordPolls(this.#db, [...polls.values()])
        this.#publish({ sims: written, data: written })
        const waiting = new Set(locked)
        // Their counters are written, so the next flush does not check them again.
        for (const [fingerprint, poll] of polls)
          if (waiting.has(poll.sim_id)) this.#keep(new Map([[fingerprint, { ...poll, proven: true }]]))
        polls.clear()
      }
      while (rows.length > 0) {
        await insertRawLogs(this.#db, rows.slice(0, logRowsAtOnce))
        rows.splice(0, logRowsAtOnce)
      }
      await this.#writePositions()
    } catch (error) {
      this.#log.warn(
        { errorName: (error as Error).name, polls: polls.size, rows: rows.length },
        'device data could not be written and is written again later',
      )
      this.#keep(polls)
      if (this.#logRows.length + rows.length <= 2 * maxLogRows) this.#logRows.unshift(...rows)
      this.#arm()
    }
  }

  /** Keeps the records for the next flush. */
  #keep(polls: ReadonlyMap<string, PollRecord>): void {
    for (const [fingerprint, record] of polls) {
      const later = this.#polls.get(fingerprint)
      this.#polls.set(fingerprint, later ? merged(record, later) : record)
    }
    if (polls.size > 0) this.#arm()
  }

  /**
   * Writes the positions of running scripts into their OTAs. Locked SIMs that are still in a script follow at the next flush; all follow if
   * the write fails.
   */
  async #writePositions(): Promise<void> {
    const shown = new Map([...this.#movedJobs].slice(0, positionsPerFlush))
    if (shown.size === 0) return
    for (const simId of shown.keys()) this.#movedJobs.delete(simId)
    let again: Iterable<number> = shown.keys()
    try {
      const { sims, locked } = await this.#db.transaction().execute(async (trx) => {
        const free = new Set(await lockFreeSims(trx, [...shown.keys()]))
        await projectPositions(trx, [...free])
        const others = [...shown.keys()].filter((simId) => !free.has(simId))
        return { sims: [...free], locked: others.length > 0 ? await simsInScript(trx, others) : [] }
      })
      again = locked
      this.#publish({ sims, jobs: sims.map((simId) => shown.get(simId)!) })
    } finally {
      for (const simId of again) if (!this.#movedJobs.has(simId)) this.#movedJobs.set(simId, shown.get(simId)!)
      if (this.#movedJobs.size > 0) this.#arm()
    }
  }
}

function merged(earlier: PollRecord, later: PollRecord): PollRecord {
  const reported = Object.entries(later).filter(([, value]) => value !== null)
  const counter = Math.max(earlier.poll_counter, later.poll_counter)
  return { ...earlier, ...Object.fromEntries(reported), poll_counter: counter, proven: earlier.proven || later.proven }
}

function pollRecord(
  { simId, fingerprint }: { simId: number; fingerprint: string },
  { counter, counted }: { counter: number; counted: boolean },
  poll: Poll | null,
  telemetry: Telemetry,
): PollRecord {
  const { location, signal } = telemetry
  const poller = poll ? pollerOf(poll.instanceAid) : null
  return {
    sim_id: simId,
    cap_auth_fingerprint: fingerprint,
    poll_counter: counter,
    proven: counted,
    at: Date.now(),
    poller_instance_aid: poller ? poller.poller_instance_aid : null,
    poller_name: poller ? poller.poller_name : null,
    poller_version: poll ? `${poll.pollerVersion >> 8}.${poll.pollerVersion & 0xff}` : null,
    imei: telemetry.imei ?? null,
    rsrp: signal?.rsrpDbm ?? null,
    rsrq: signal?.rsrqDb ?? null,
    radio: telemetry.accessTechnology ?? null,
    mcc: location?.mcc ?? null,
    mnc: location?.mnc ?? null,
    lac: location?.area ?? null,
    cell_id: location?.cell ?? null,
    free_memory: telemetry.freeMemory ?? null,
    receive_buffer: poll?.receiveBuffer ?? null,
    content_digest: telemetry.contentDigest ?? null,
  }
}

function pollerOf(instanceAid: Uint8Array): Pick<PollRecord, 'poller_instance_aid' | 'poller_name'> {
  for (const ours of ourPollers) if (equalBytes(ours.octets, instanceAid)) return ours
  return { poller_instance_aid: formatAid(instanceAid), poller_name: 'custom' }
}
