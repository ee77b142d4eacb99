import type { Db } from '../../platform/db/database.ts'
import type { Reach } from '../../platform/http/reach.ts'
import {
  actionsAfter,
  deleteReceiver,
  eventsAfter,
  type ForwardingRow,
  newestEvent,
  saveFailure,
  savePosition,
  selectForwarding,
} from './queries.ts'
import { NotForwarded, sendMessages } from './send.ts'
import { actionMessage, eventMessage } from './syslog-message.ts'

type Options = {
  db: Db
  reach: Reach
  /** The name of this installation in the messages. */
  hostName: string
  /** The age from which a row of the security log does not change: equal events of a minute are added to its count. */
  settleMs?: number
  /** The longest time of a connection to the receiver. */
  connectionMs?: number
}

const defaultSettleMs = 75_000
const rowsAtOnce = 500
/** A run ends after this time, even if more rows wait, so that another node can go on. */
const runMs = 20_000
/** A removed receiver that cannot be reached for this time is given up. */
const farewellMs = 3_600_000
const firstWaitMs = 5_000
const longestWaitMs = 300_000

/**
 * Forwards the action log and the security log in the order of their rows. The position is stored only after the receiver has confirmed the
 * end of its connection: nothing is lost when a node dies, and the rows of that connection are then sent twice. One node at a time runs it.
 */
export class Forwarder {
  readonly #options: Options
  readonly #stop = new AbortController()
  /** The newest rows of the security log at earlier times. */
  #marks: { atMs: number; id: number }[] = []
  #waitMs = 0
  #nextTryMs = 0
  #version = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Forwards the rows that wait. A failure is stored, and ends the attempts for a while that grows with each one. */
  async run(): Promise<void> {
    await this.#mark()
    const row = await selectForwarding(this.#options.db)
    if (!row) return
    if (isOver(row)) return deleteReceiver(this.#options.db, row.version)
    if (row.version !== this.#version) [this.#version, this.#waitMs, this.#nextTryMs] = [row.version, 0, 0]
    if (Date.now() < this.#nextTryMs) return
    const endMs = Date.now() + runMs
    let position = row
    while (Date.now() < endMs && !this.#stop.signal.aborted) {
      const next = await this.#forwardSome(position)
      if (!next) return
      position = next
    }
  }

  /** Ends a run under way; rows that are not confirmed are sent again later. */
  close(): void {
    this.#stop.abort()
  }

  /** Sends the next rows, and returns their position; null if none wait, or they could not be sent. */
  async #forwardSome(row: ForwardingRow): Promise<ForwardingRow | null> {
    const { db, hostName, reach, connectionMs } = this.#options
    const [actions, events] = await Promise.all([
      actionsAfter(db, row.action_id, row.last_action_id ?? Number.MAX_SAFE_INTEGER, rowsAtOnce),
      eventsAfter(db, row.security_id, this.#settledEvent(), rowsAtOnce),
    ])
    const messages = [...actions.map((one) => actionMessage(one, hostName)), ...events.map((one) => eventMessage(one, hostName))]
    if (messages.length === 0) return null
    const position = { action_id: actions.at(-1)?.id ?? row.action_id, security_id: events.at(-1)?.id ?? row.security_id }
    try {
      await sendMessages(row, reach, messages, { signal: this.#stop.signal, connectionMs })
    } catch (error) {
      if (!(error instanceof NotForwarded)) throw error
      if (this.#stop.signal.aborted) return null
      this.#waitMs = Math.min(longestWaitMs, Math.max(firstWaitMs, this.#waitMs * 2))
      this.#nextTryMs = Date.now() + this.#waitMs
      await saveFailure(db, row.version, error.failure, error.message)
      return null
    }
    this.#waitMs = 0
    return (await savePosition(db, row.version, position)) ? { ...row, ...position } : null
  }

  async #mark(): Promise<void> {
    const id = await newestEvent(this.#options.db)
    const settled = this.#settled()
    this.#marks = [...this.#marks.filter((mark) => mark === settled || !settled || mark.atMs > settled.atMs), { atMs: Date.now(), id }]
  }

  #settled() {
    const latestMs = Date.now() - (this.#options.settleMs ?? defaultSettleMs)
    return this.#marks.findLast(({ atMs }) => atMs <= latestMs)
  }

  /** The newest row of the security log that does not change, and before which no row appears. */
  #settledEvent(): number {
    return this.#settled()?.id ?? 0
  }
}

/** True for a removed receiver that has the row of its removal, or that cannot be reached for it. */
const isOver = ({ last_action_id: last, action_id: id, failing_since: since }: ForwardingRow): boolean =>
  last !== null && (id >= last || (since !== null && Date.now() - since.getTime() > farewellMs))
