import type { SocketEvent } from '@simdeck/contract/events.ts'
import { otaLogsByIds } from '../campaigns/ota-logs.ts'
import type { Db } from '../db/database.ts'
import { simsByIds } from '../sims/sims.ts'
import type { Change } from './changes.ts'
import { simsOfJobs } from './queries.ts'
import type { Socket } from './socket.ts'
import { Watchers } from './watchers.ts'

const batchMs = 250
/** When rows could not be read. */
const againMs = 2_000
const rowsAtOnce = 500
/** With so much not yet sent, a socket is slow: it gets the last state once it has caught up, not everything in between. */
const slowBytes = 256 * 1024
/** Of so many SIMs, OTAs and data a slow socket may be owed the last state; with more it does better to begin again. */
const mostOwed = 20_000
/** A SIM that changed so long ago at most is told to who begins to watch it: it may have been read before. */
const recentMs = 10_000

/** What is to be told: SIMs, OTAs by their id with their SIM, and SIMs that data came from with when. */
type News = { sims: Set<number>; jobs: Map<number, number>; data: Map<number, string> }
const noNews = (): News => ({ sims: new Set(), jobs: new Map(), data: new Map() })
const amountOf = ({ sims, jobs, data }: News): number => sims.size + jobs.size + data.size

function merge(into: News, more: News): void {
  for (const simId of more.sims) into.sims.add(simId)
  for (const [jobId, simId] of more.jobs) into.jobs.set(jobId, simId)
  for (const [simId, at] of more.data) into.data.set(simId, at)
}

/**
 * Tells sockets of the SIMs that they watch, at most every 250 ms and of each SIM its last state only. Rows are read once for all
 * sockets, and only where somebody watches.
 */
export class SimNews {
  readonly #db: Db
  readonly #onError: (error: Error) => void
  readonly #watchers = new Watchers()
  readonly #owed = new Map<Socket, News>()
  #recent = new Set<number>()
  #lessRecent = new Set<number>()
  #recentSince = 0
  #news = noNews()
  #changedJobs = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #telling = false
  #closed = false

  constructor(db: Db, onError: (error: Error) => void) {
    this.#db = db
    this.#onError = onError
  }

  add(socket: Socket): void {
    this.#watchers.add(socket)
  }

  remove(socket: Socket): void {
    this.#watchers.remove(socket)
    this.#owed.delete(socket)
  }

  watch(socket: Socket, simIds: readonly number[]): void {
    if (!this.#watchers.has(socket)) return
    this.#rotate()
    const added = this.#watchers.watch(socket, simIds)
    const changed = added.filter((simId) => this.#recent.has(simId) || this.#lessRecent.has(simId))
    if (changed.length === 0) return
    const owed = this.#owedTo(socket)
    for (const simId of changed) owed.sims.add(simId)
    this.#arm()
  }

  push(change: Required<Change>): void {
    this.#rotate()
    for (const simId of change.sims) this.#recent.add(simId)
    for (const simId of this.#watchers.among(change.sims)) this.#news.sims.add(simId)
    for (const jobId of change.jobs) this.#changedJobs.add(jobId)
    const now = new Date().toISOString()
    for (const simId of this.#watchers.among(change.data)) this.#news.data.set(simId, now)
    // More changed than is told by id.
    if (change.work === 'all' && change.sims.length === 0) for (const simId of this.#watchers.named()) this.#news.sims.add(simId)
    if (amountOf(this.#news) + this.#changedJobs.size > 0) this.#arm()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #rotate(): void {
    if (Date.now() - this.#recentSince < recentMs) return
    this.#lessRecent = Date.now() - this.#recentSince < 2 * recentMs ? this.#recent : new Set()
    this.#recent = new Set()
    this.#recentSince = Date.now()
  }

  #arm(afterMs = batchMs): void {
    if (this.#closed || this.#telling) return
    this.#timer ??= setTimeout(() => void this.#tell(), afterMs)
  }

  async #tell(): Promise<void> {
    this.#timer = undefined
    this.#telling = true
    let failed = false
    try {
      await this.#tellWatchers()
      await this.#tellSlow()
    } catch (error) {
      failed = true
      this.#onError(error as Error)
    }
    this.#telling = false
    if (amountOf(this.#news) + this.#changedJobs.size + this.#owed.size > 0) this.#arm(failed ? againMs : batchMs)
  }

  async #tellWatchers(): Promise<void> {
    const news = this.#news
    const jobIds = [...this.#changedJobs]
    this.#news = noNews()
    this.#changedJobs = new Set()
    try {
      for (let from = 0; from < jobIds.length; from += rowsAtOnce) {
        const jobs = await simsOfJobs(this.#db, jobIds.slice(from, from + rowsAtOnce))
        for (const { id, sim_id } of jobs) if (this.#watchers.among([sim_id]).length > 0) news.jobs.set(id, sim_id)
      }
      await this.#send(news, (simId) => this.#watchers.of(simId))
    } catch (error) {
      for (const simId of news.sims) this.#news.sims.add(simId)
      for (const jobId of jobIds) this.#changedJobs.add(jobId)
      throw error
    }
  }

  /** What slow sockets are owed, once they have caught up. */
  async #tellSlow(): Promise<void> {
    for (const [socket, owed] of this.#owed) {
      if (amountOf(owed) > mostOwed) {
        this.remove(socket)
        socket.close()
      } else if (socket.bufferedBytes() <= slowBytes) {
        this.#owed.set(socket, noNews())
        try {
          await this.#send(owed, () => [socket])
        } catch (error) {
          if (this.#watchers.has(socket)) merge(this.#owedTo(socket), owed)
          throw error
        }
        if (amountOf(this.#owedTo(socket)) === 0) this.#owed.delete(socket)
      }
    }
  }

  async #send(news: News, to: (simId: number) => Iterable<Socket>): Promise<void> {
    const simIds = [...news.sims]
    for (let from = 0; from < simIds.length; from += rowsAtOnce)
      for (const sim of await simsByIds(this.#db, simIds.slice(from, from + rowsAtOnce)))
        this.#sendTo(to(sim.id), { event: 'SIM_UPDATED', sim }, (owed) => owed.sims.add(sim.id))
    const jobIds = [...news.jobs.keys()]
    for (let from = 0; from < jobIds.length; from += rowsAtOnce)
      for (const log of await otaLogsByIds(this.#db, jobIds.slice(from, from + rowsAtOnce)))
        this.#sendTo(to(log.simId), { event: 'OTA_LOG', ...log }, (owed) => owed.jobs.set(log.otaLog.id, log.simId))
    for (const [simId, created_at] of news.data) {
      const logAction = { simId, source: 'poll', user_name: null, user_email: null, created_at, isSuccess: true } as const
      this.#sendTo(to(simId), { event: 'SIM_DATA_RECIEVED', logAction }, (owed) => owed.data.set(simId, created_at))
    }
  }

  #sendTo(sockets: Iterable<Socket>, event: SocketEvent, owe: (owed: News) => void): void {
    let text: Buffer | undefined
    for (const socket of sockets) {
      if (!this.#watchers.has(socket)) continue
      if (socket.bufferedBytes() > slowBytes) owe(this.#owedTo(socket))
      else socket.send((text ??= Buffer.from(JSON.stringify(event))))
    }
  }

  #owedTo(socket: Socket): News {
    const owed = this.#owed.get(socket) ?? noNews()
    this.#owed.set(socket, owed)
    return owed
  }
}
