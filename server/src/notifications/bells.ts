import type { UnreadNotifications } from '@simdeck/contract/notifications.ts'
import type { Db } from '../platform/db/database.ts'
import type { Sockets } from '../platform/events/sockets.ts'
import { listenersOf } from './hearing.ts'
import { allMembers } from '../platform/notifications/notify.ts'
import { countUnread, selectReaders } from './queries.ts'

/** Minimum time between two counts; in between, changes are collected. */
const everyMs = 500

/** The unread counts of members, and for each a text that changes with what they get. */
export async function unreadOf(db: Db, memberIds: readonly number[]): Promise<Map<number, { unread: UnreadNotifications; state: string }>> {
  const readers = await selectReaders(db, memberIds)
  const result = new Map(readers.map(({ id }) => [id, { unread: { sim: 0, ota: 0, iotsafe: 0 }, state: '' }]))
  for (const { id, category, unread, newest } of await countUnread(db, readers.flatMap(listenersOf))) {
    const own = result.get(id)
    if (!own) continue
    own.unread[category as keyof UnreadNotifications] = unread
    own.state += `${category} ${unread} ${newest} `
  }
  return result
}

/** Sends the unread counts to the sockets of this node: to a new socket, and after a change to the members that it concerns. */
export class Bells {
  readonly #db: Db
  readonly #sockets: Sockets
  readonly #onError: (error: Error) => void
  /** The state that was sent to all sockets of a member. */
  readonly #sent = new Map<number, string>()
  readonly #waiting = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #nextAt = 0
  #counting = false
  #closed = false

  constructor({ db, sockets, onError }: { db: Db; sockets: Sockets; onError: (error: Error) => void }) {
    this.#db = db
    this.#sockets = sockets
    this.#onError = onError
    sockets.whenAdded(({ caller: { memberId } }) => {
      this.#sent.delete(memberId)
      this.ring([memberId])
    })
  }

  /** The notifications of these members may have changed, or of all. */
  ring(memberIds: readonly number[]): void {
    for (const id of memberIds) this.#waiting.add(id)
    this.#plan()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #plan(): void {
    if (this.#closed || this.#counting || this.#waiting.size === 0) return
    this.#timer ??= setTimeout(() => void this.#count(), Math.max(0, this.#nextAt - Date.now()))
  }

  async #count(): Promise<void> {
    this.#timer = undefined
    this.#counting = true
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    this.#nextAt = Date.now() + everyMs
    try {
      const connected = this.#sockets.memberIds()
      for (const id of this.#sent.keys()) if (!connected.has(id)) this.#sent.delete(id)
      const members = waiting.includes(allMembers) ? [...connected] : waiting.filter((id) => connected.has(id))
      if (members.length > 0) await this.#send(members)
    } catch (error) {
      for (const id of waiting) this.#waiting.add(id)
      this.#nextAt = Date.now() + 4 * everyMs
      this.#onError(error as Error)
    }
    this.#counting = false
    this.#plan()
  }

  async #send(members: readonly number[]): Promise<void> {
    for (const [id, { unread, state }] of await unreadOf(this.#db, members)) {
      if (this.#sent.get(id) === state) continue
      this.#sockets.send({ event: 'NOTIFICATIONS_UPDATED', unread }, id)
      this.#sent.set(id, state)
    }
  }
}
