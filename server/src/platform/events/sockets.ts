import type { SocketEvent, SocketRequest } from '@simdeck/contract/events.ts'
import type { Me } from '@simdeck/contract/me.ts'
import type { Db } from '../db/database.ts'
import type { MemberCaller } from '../http/handler.ts'
import type { WholeChange } from './changes.ts'
import type { Socket } from '../http/socket.ts'
import type { Topic, WatchName } from './topic.ts'
import { TopicPublisher } from './topic-publisher.ts'
import { WatchList } from './watch-list.ts'

/** Maximum of open sockets of one member; far more than a person has windows. */
const maxSocketsPerMember = 50
const bufferLimitBytes = 4 * 1024 * 1024

/** Pushes changes to the signed-in consoles that watch them. */
export class Sockets {
  readonly #open = new Set<Socket>()
  readonly #lists: Record<WatchName, WatchList> = { sims: new WatchList(), campaigns: new WatchList() }
  readonly #everybody = new WatchList()
  readonly #db: Db
  readonly #onError: (error: Error) => void
  #onAdded: (socket: Socket) => void = () => undefined
  #topics: readonly { topic: Topic; publisher: TopicPublisher }[] = []

  constructor(db: Db, onError: (error: Error) => void) {
    this.#db = db
    this.#onError = onError
  }

  /** Registers the topics whose events the sockets receive; call it once, before the first socket opens. */
  registerTopics(topics: readonly Topic[]): void {
    this.#topics = topics.map((topic) => {
      const watchers = topic.watched ? this.#lists[topic.watched] : this.#everybody
      return { topic, publisher: new TopicPublisher(topic, { db: this.#db, watchers, onError: this.#onError }) }
    })
  }

  /** Calls the listener for every socket that is added. There is one listener. */
  whenAdded(listener: (socket: Socket) => void): void {
    this.#onAdded = listener
  }

  /** The members with open sockets on this node. */
  memberIds(): Set<number> {
    return new Set([...this.#open].map(({ caller }) => caller.memberId))
  }

  get count(): number {
    return this.#open.size
  }

  /** True if the member has the maximum of open sockets on this node. */
  isFull(memberId: number): boolean {
    let open = 0
    for (const { caller } of this.#open) if (caller.memberId === memberId) open++
    return open >= maxSocketsPerMember
  }

  add(socket: Socket): () => void {
    const lists = [...Object.values(this.#lists), this.#everybody]
    this.#open.add(socket)
    for (const list of lists) list.add(socket)
    this.#onAdded(socket)
    return () => {
      this.#open.delete(socket)
      for (const list of lists) list.remove(socket)
      for (const { publisher } of this.#topics) publisher.forget(socket)
    }
  }

  /** Limits the events of the socket to these SIMs and campaigns. */
  watch(socket: Socket, chosen: SocketRequest['watch']): void {
    for (const [name, list] of Object.entries(this.#lists) as [WatchName, WatchList][]) {
      if (!list.has(socket)) continue
      const added = list.watch(socket, chosen[name])
      for (const { topic, publisher } of this.#topics) if (topic.watched === name && topic.sendsRecent) publisher.sendRecent(socket, added)
    }
  }

  /** Closes the sockets of sign-ins that `openSignIns` does not return. */
  async closeRevoked(openSignIns: (signInIds: readonly string[]) => Promise<Set<string>>): Promise<void> {
    const sockets = [...this.#open]
    if (sockets.length === 0) return
    const stillOpen = await openSignIns(sockets.map(({ caller }) => caller.signInId))
    for (const socket of sockets) if (!stillOpen.has(socket.caller.signInId)) socket.close()
  }

  /** Closes the sockets of addresses that `allowed` refuses. */
  closeForbidden(allowed: (ip: string) => boolean): void {
    for (const socket of this.#open) if (!allowed(socket.ip)) socket.close()
  }

  /**
   * Call it after changes of these members' rows or sign-ins: sends their sockets the new state, and closes those whose sign-in ended or
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

  push(change: WholeChange): void {
    if (this.#open.size === 0) return
    for (const { topic, publisher } of this.#topics) publisher.push(change[topic.name], change.rereadSims === 'all')
  }

  /** Sends an event to everybody, or to the sockets of one member. */
  send(event: SocketEvent, memberId: number | 'everybody'): void {
    this.#send(event, memberId === 'everybody' ? this.#open : [...this.#open].filter(({ caller }) => caller.memberId === memberId))
  }

  hasMember(memberId: number): boolean {
    return [...this.#open].some(({ caller }) => caller.memberId === memberId)
  }

  close(): void {
    for (const { publisher } of this.#topics) publisher.close()
    for (const socket of this.#open) socket.close()
  }

  #send(event: SocketEvent, to: Iterable<Socket>): void {
    const text = Buffer.from(JSON.stringify(event))
    for (const socket of to) {
      if (socket.bufferedBytes() > bufferLimitBytes) socket.close()
      else socket.send(text)
    }
  }
}
