import type { Db } from '../db/database.ts'
import { RecentIds } from './recent-ids.ts'
import type { Socket } from '../http/socket.ts'
import type { Topic } from './topic.ts'
import type { WatchList } from './watch-list.ts'

/** Time to the next try after rows could not be read. */
const retryMs = 2_000
const rowsAtOnce = 500
/** Unsent octets above which a socket is slow; it gets the last states once it has caught up. */
const slowBytes = 256 * 1024
/** Maximum of states that are kept for a slow socket. A socket with more is closed, because a new connection of the console costs less. */
const maxDeferred = 20_000
const recentMs = 10_000

/** Ids with the time, in milliseconds, when this node received their change. */
type ChangedIds = Map<number, number>

/** Sends the changes of one topic to sockets. */
export class TopicPublisher {
  readonly #topic: Topic
  readonly #db: Db
  readonly #watchers: WatchList
  readonly #onError: (error: Error) => void
  readonly #recent = new RecentIds(recentMs)
  readonly #deferred = new Map<Socket, ChangedIds>()
  /** Ids that were sent to sockets as open, and have not ended since. */
  readonly #open = new Set<number>()
  #changed: ChangedIds = new Map()
  #timer: NodeJS.Timeout | undefined
  #pauseUntil = 0
  #publishing = false
  #closed = false

  constructor(topic: Topic, options: { db: Db; watchers: WatchList; onError: (error: Error) => void }) {
    this.#topic = topic
    this.#db = options.db
    this.#watchers = options.watchers
    this.#onError = options.onError
  }

  /** `afterGap`: more ids may have changed than the given ones. */
  push(ids: readonly number[], afterGap: boolean): void {
    if (this.#topic.sendsRecent) this.#recent.add(ids)
    const now = Date.now()
    for (const id of this.#topic.subjectsOf ? ids : this.#watchers.among(ids)) this.#changed.set(id, now)
    if (afterGap) for (const id of this.#possiblyMissed(ids)) this.#changed.set(id, now)
    this.#plan()
  }

  /** Sends recent changes of the ids that the socket did not watch before. */
  sendRecent(socket: Socket, added: 'all' | readonly number[]): void {
    for (const id of this.#recent.among(added)) this.#defer(socket, id, Date.now())
    this.#plan()
  }

  forget(socket: Socket): void {
    this.#deferred.delete(socket)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #possiblyMissed(received: readonly number[]): Iterable<number> {
    if (this.#topic.rereadAfterGap === 'open') return this.#open
    return this.#topic.rereadAfterGap === 'watched' && received.length === 0 ? this.#watchers.named() : []
  }

  #plan(): void {
    if (this.#closed || this.#publishing || this.#changed.size + this.#deferred.size === 0) return
    this.#timer ??= setTimeout(() => void this.#publish(), Math.max(0, this.#pauseUntil - Date.now()))
  }

  async #publish(): Promise<void> {
    this.#timer = undefined
    this.#publishing = true
    const began = Date.now()
    const changed = this.#changed
    this.#changed = new Map()
    const deferred = this.#takeDeferred()
    let pauseMs = 0
    try {
      await this.#send(changed, deferred)
    } catch (error) {
      for (const [id, at] of changed) this.#changed.set(id, this.#changed.get(id) ?? at)
      for (const [socket, ids] of deferred) for (const [id, at] of ids) this.#defer(socket, id, at)
      pauseMs = retryMs
      this.#onError(error as Error)
    }
    const tookMs = Date.now() - began
    this.#pauseUntil = Math.max(began + this.#topic.everyMs, Date.now() + Math.max(pauseMs, (this.#topic.pauseFactor ?? 0) * tookMs))
    this.#publishing = false
    this.#plan()
  }

  /** Takes the pending changes of sockets that were slow and have caught up. */
  #takeDeferred(): Map<Socket, ChangedIds> {
    const taken = new Map<Socket, ChangedIds>()
    for (const [socket, ids] of this.#deferred) {
      if (ids.size > maxDeferred) {
        this.#deferred.delete(socket)
        socket.close()
      } else if (socket.bufferedBytes() <= slowBytes) {
        this.#deferred.delete(socket)
        taken.set(socket, ids)
      }
    }
    return taken
  }

  async #send(changed: ChangedIds, deferred: ReadonlyMap<Socket, ChangedIds>): Promise<void> {
    const all = new Map(changed)
    for (const ids of deferred.values()) for (const [id, at] of ids) if (!all.has(id)) all.set(id, at)
    const ids = [...all.keys()]
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const part = ids.slice(from, from + rowsAtOnce)
      const subjects = await this.#topic.subjectsOf?.(this.#db, part)
      const subjectOf = (id: number) => (subjects ? (subjects.get(id) ?? -1) : id)
      const isDeferred = (id: number) => [...deferred.values()].some((those) => those.has(id))
      const wanted = part.filter((id) => this.#watchers.among([subjectOf(id)]).length > 0 || isDeferred(id))
      if (wanted.length === 0) continue
      for (const row of await this.#topic.load(this.#db, wanted, (id) => new Date(all.get(id) ?? 0))) {
        if (row.isOpen) this.#open.add(row.id)
        else this.#open.delete(row.id)
        const receivers = new Set(changed.has(row.id) ? this.#watchers.of(subjectOf(row.id)) : [])
        for (const [socket, those] of deferred) if (those.has(row.id)) receivers.add(socket)
        this.#sendTo(receivers, row.event, (socket) => this.#defer(socket, row.id, all.get(row.id) ?? 0))
      }
    }
  }

  #sendTo(sockets: Iterable<Socket>, event: object, defer: (socket: Socket) => void): void {
    let text: Buffer | undefined
    for (const socket of sockets) {
      if (!this.#watchers.has(socket)) continue
      if (socket.bufferedBytes() > slowBytes) defer(socket)
      else socket.send((text ??= Buffer.from(JSON.stringify(event))))
    }
  }

  #defer(socket: Socket, id: number, at: number): void {
    if (!this.#watchers.has(socket)) return
    const deferred = this.#deferred.get(socket) ?? new Map<number, number>()
    if (!deferred.has(id)) deferred.set(id, at)
    this.#deferred.set(socket, deferred)
  }
}
