import type { SocketEvent, SocketRequest } from '@simdeck/contract/events.ts'
import type { Me } from '@simdeck/contract/me.ts'
import type { Db } from '../db/database.ts'
import type { MemberCaller } from '../http/handler.ts'
import { ownSettings, systemSettings } from '../settings/settings.ts'
import { CampaignNews } from './campaign-news.ts'
import type { Change } from './changes.ts'
import { SimNews } from './sim-news.ts'
import type { Socket } from './socket.ts'
import { TaskNews } from './task-news.ts'

/** Open sockets of one member: far more than a person has windows. */
const socketsEach = 50
const bufferLimitBytes = 4 * 1024 * 1024

/** Pushes changes to the signed-in consoles that want to hear of them. */
export class Sockets {
  readonly #db: Db
  readonly #open = new Set<Socket>()
  readonly #tasks: TaskNews
  readonly #sims: SimNews
  readonly #campaigns: CampaignNews

  constructor(db: Db, onError: (error: Error) => void) {
    this.#db = db
    this.#sims = new SimNews(db, onError)
    this.#campaigns = new CampaignNews(db, onError)
    this.#tasks = new TaskNews(db, (event) => this.#broadcast(event))
  }

  get count(): number {
    return this.#open.size
  }

  /** Whether the member has as many sockets open on this node as one may have. */
  isFull(memberId: number): boolean {
    let open = 0
    for (const { caller } of this.#open) if (caller.memberId === memberId) open++
    return open >= socketsEach
  }

  add(socket: Socket): () => void {
    this.#open.add(socket)
    this.#sims.add(socket)
    this.#campaigns.add(socket)
    return () => {
      this.#open.delete(socket)
      this.#sims.remove(socket)
      this.#campaigns.remove(socket)
    }
  }

  /** From now on the socket hears of these SIMs and campaigns only. */
  watch(socket: Socket, { sims, campaigns }: SocketRequest['watch']): void {
    this.#sims.watch(socket, sims)
    this.#campaigns.watch(socket, campaigns)
  }

  /** Closes the sockets of sign-ins that are not among those that `standing` answers. */
  async closeRevoked(standing: (signInIds: readonly string[]) => Promise<Set<string>>): Promise<void> {
    const open = [...this.#open]
    if (open.length === 0) return
    const stand = await standing(open.map(({ caller }) => caller.signInId))
    for (const socket of open) if (!stand.has(socket.caller.signInId)) socket.close()
  }

  /** Closes the sockets of addresses that `allowed` says no to. */
  closeForbidden(allowed: (ip: string) => boolean): void {
    for (const socket of this.#open) if (!allowed(socket.ip)) socket.close()
  }

  /**
   * After these members' rows or sign-ins changed: tells their sockets who they are now, and closes those whose sign-in ended or
   * whose member must first set up multi-factor authentication.
   */
  async pushPeople(memberIds: readonly number[] | 'all', meOf: (caller: MemberCaller) => Promise<Me | null>): Promise<void> {
    for (const socket of this.#open) {
      if (memberIds !== 'all' && !memberIds.includes(socket.caller.memberId)) continue
      const me = await meOf(socket.caller)
      if (me) this.#send({ event: 'ME_UPDATED', me }, [socket])
      if (!me || me.mfaSetupRequired) socket.close()
    }
  }

  async push(change: Required<Change>): Promise<void> {
    if (this.#open.size === 0) return
    this.#tasks.add(change.tasks, change.work === 'all')
    this.#sims.push(change)
    this.#campaigns.push(change.campaigns, change.work === 'all')
    await this.#pushSettings(change)
  }

  async #pushSettings({ settings, members }: Required<Change>): Promise<void> {
    if (settings.length > 0) this.#broadcast({ event: 'SETTINGS_UPDATED', settings: await systemSettings(this.#db, settings) })
    for (const memberId of members) {
      const own = [...this.#open].filter((socket) => socket.caller.memberId === memberId)
      if (own.length === 0) continue
      this.#send({ event: 'SETTINGS_UPDATED', settings: await ownSettings(this.#db, memberId) }, own)
    }
  }

  close(): void {
    this.#tasks.close()
    this.#sims.close()
    this.#campaigns.close()
    for (const socket of this.#open) socket.close()
  }

  #broadcast(event: SocketEvent): void {
    this.#send(event, this.#open)
  }

  #send(event: SocketEvent, to: Iterable<Socket>): void {
    const text = Buffer.from(JSON.stringify(event))
    for (const socket of to) {
      if (socket.bufferedBytes() > bufferLimitBytes) socket.close()
      else socket.send(text)
    }
  }
}
