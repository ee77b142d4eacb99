import type { SocketEvent, SocketRequest } from '@simdeck/contract/events.ts'
import { openCampaignStates } from '@simdeck/contract/ota.ts'
import { campaignsByIds } from '../campaigns/campaigns.ts'
import type { Db } from '../db/database.ts'
import type { Socket } from './socket.ts'

type Watched = SocketRequest['watch']['campaigns']

/** Counting a campaign of a million SIMs takes a second: then the next time is so many times as far away. */
const restsFor = 10
const onceInMs = 1_000
const slowBytes = 256 * 1024
/** A campaign that changed so long ago at most is told to who begins to watch it: it may have been read before. */
const recentMs = 10_000

/**
 * Tells sockets how the campaigns that they watch go on: each at most once a second, and always how it stands at last. The figures are
 * counted once for all sockets of the node, and only where somebody watches.
 */
export class CampaignNews {
  readonly #db: Db
  readonly #onError: (error: Error) => void
  readonly #watched = new Map<Socket, 'all' | ReadonlySet<number>>()
  readonly #changed = new Set<number>()
  /** What slow sockets are told once they have caught up. */
  readonly #owed = new Map<Socket, Set<number>>()
  readonly #changedAt = new Map<number, number>()
  /** Campaigns that were told of and have not ended: after a gap in the news they may have. */
  readonly #open = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #restUntil = 0
  #telling = false
  #closed = false

  constructor(db: Db, onError: (error: Error) => void) {
    this.#db = db
    this.#onError = onError
  }

  /** Until it says what it wants to hear of, a socket hears of all. */
  add(socket: Socket): void {
    this.#watched.set(socket, 'all')
  }

  remove(socket: Socket): void {
    this.#watched.delete(socket)
    this.#owed.delete(socket)
  }

  watch(socket: Socket, campaigns: Watched): void {
    if (!this.#watched.has(socket)) return
    const chosen = campaigns === 'all' ? campaigns : new Set(campaigns)
    this.#watched.set(socket, chosen)
    for (const [id, at] of this.#changedAt) {
      if (Date.now() - at > recentMs) this.#changedAt.delete(id)
      else if (hearsOf(chosen, id)) this.#owe(socket, id)
    }
    this.#plan()
  }

  push(campaignIds: readonly number[], afterGap: boolean): void {
    for (const id of campaignIds) {
      this.#changed.add(id)
      this.#changedAt.set(id, Date.now())
    }
    if (afterGap) for (const id of this.#open) this.#changed.add(id)
    this.#plan()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #plan(): void {
    if (this.#closed || this.#telling || this.#changed.size + this.#owed.size === 0) return
    this.#timer ??= setTimeout(() => void this.#tell(), Math.max(0, this.#restUntil - Date.now()))
  }

  async #tell(): Promise<void> {
    this.#timer = undefined
    this.#telling = true
    const began = Date.now()
    const changed = [...this.#changed]
    this.#changed.clear()
    const owed = new Map([...this.#owed].filter(([socket]) => socket.bufferedBytes() <= slowBytes))
    for (const socket of owed.keys()) this.#owed.delete(socket)
    try {
      await this.#send(changed, owed)
    } catch (error) {
      for (const id of changed) this.#changed.add(id)
      for (const [socket, ids] of owed) for (const id of ids) this.#owe(socket, id)
      this.#onError(error as Error)
    }
    this.#restUntil = Math.max(began + onceInMs, Date.now() + restsFor * (Date.now() - began))
    this.#telling = false
    this.#plan()
  }

  async #send(changed: readonly number[], owed: ReadonlyMap<Socket, ReadonlySet<number>>): Promise<void> {
    const wanted = new Set(changed.filter((id) => [...this.#watched.values()].some((watched) => hearsOf(watched, id))))
    const news = new Set(wanted)
    for (const ids of owed.values()) for (const id of ids) wanted.add(id)
    for (const campaign of await campaignsByIds(this.#db, [...wanted])) {
      const { id } = campaign
      if (openCampaignStates.includes(campaign.state)) this.#open.add(id)
      else this.#open.delete(id)
      const text = Buffer.from(JSON.stringify({ event: 'CAMPAIGN_UPDATED', campaign } satisfies SocketEvent))
      for (const [socket, watched] of this.#watched) {
        if (!owed.get(socket)?.has(id) && !(news.has(id) && hearsOf(watched, id))) continue
        if (socket.bufferedBytes() > slowBytes) this.#owe(socket, id)
        else socket.send(text)
      }
    }
  }

  #owe(socket: Socket, id: number): void {
    if (!this.#watched.has(socket)) return
    const owed = this.#owed.get(socket) ?? new Set()
    owed.add(id)
    this.#owed.set(socket, owed)
  }
}

const hearsOf = (watched: 'all' | ReadonlySet<number>, id: number): boolean => watched === 'all' || watched.has(id)
