import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Reach } from '../../platform/http/reach.ts'
import type { SmppMessage } from '@simdeck/protocol/smpp/messages.ts'
import { addressOf } from '../addresses.ts'
import { openSession } from '../open-session.ts'
import { type GatewayRow, selectGateway } from '../queries.ts'
import { failureOf, SmppFailure } from '../smpp-failure.ts'
import type { SmppSession } from '../smpp-session.ts'
import { claimMessages, type ClaimedMessage } from './claim.ts'
import { Outcomes } from './outcomes.ts'
import { Pace } from './pace.ts'
import { writeSender } from './queries.ts'

export type SenderOptions = { db: Db; databaseUrl: string; sealer: Sealer; publish: Publish; reach: Reach; log: Logger }

type Run = SenderOptions & {
  gateway: GatewayRow
  /** Aborted when the node stops. */
  closing: AbortSignal
  /** Aborted when the node has lost its lock: another one may send. */
  lost: AbortSignal
  onBound: () => void
}

const bindMs = 25_000
/** A gateway that leaves a request without an answer for this time is dead. */
const silentMs = 30_000
const enquireMs = 20_000
const tellMs = 2_000
const idleMs = 250
const busyMs = 10
const graceMs = 3_000
const mostAtOnce = 100
/** Messages are claimed for so many seconds at once, since a transaction for each of them takes longer than the pace permits. */
const batchSeconds = 0.025
/** The wait after an answer that cannot be read. */
const unreadableMs = 60_000

/** Signs in and sends what is due, until the settings change, the node stops, or the session ends. Throws `SmppFailure`. */
export async function runSession(run: Run): Promise<void> {
  const { closing, lost } = run
  const ending = new AbortController()
  const giveUp = (): void => ending.abort()
  const slow = setTimeout(giveUp, bindMs)
  closing.addEventListener('abort', giveUp)
  const outcomes = new Outcomes(run)
  const signal = AbortSignal.any([ending.signal, lost])
  const onMessage = (message: SmppMessage): Promise<void> => outcomes.receive(message)
  const session = await openSession({ ...run, signal, onMessage }).finally(() => {
    clearTimeout(slow)
    closing.removeEventListener('abort', giveUp)
  })
  run.onBound()
  const sending = new Sending(run, session, outcomes)
  try {
    while (session.isOpen && !closing.aborted && (await sending.isStillSet())) await sending.step(() => ending.abort())
    await sending.drain()
    if (!session.isOpen) throw new SmppFailure('unreachable', 'the gateway closed the connection')
  } finally {
    await session.close()
    await sending.finish()
  }
}

/** The messages of one session. */
class Sending {
  readonly #run: Run
  readonly #session: SmppSession
  readonly #outcomes: Outcomes
  readonly #pace: Pace
  readonly #state = { boundSince: new Date(), throttledAt: null as Date | null, throttled: 0 }
  #inFlight = 0
  #toldMs = Number.NEGATIVE_INFINITY
  #enquiredMs = performance.now()
  #isSet = true

  constructor(run: Run, session: SmppSession, outcomes: Outcomes) {
    this.#run = run
    this.#session = session
    this.#outcomes = outcomes
    this.#pace = new Pace(run.gateway.messages_per_second, performance.now())
  }

  /** True while the settings are those of the session. It tells the state of the session, and looks at the settings, every few seconds. */
  async isStillSet(): Promise<boolean> {
    if (performance.now() - this.#toldMs >= tellMs) {
      this.#toldMs = performance.now()
      await writeSender(this.#run.db, this.#state)
      const now = await selectGateway(this.#run.db)
      this.#isSet = now !== undefined && JSON.stringify(now) === JSON.stringify(this.#run.gateway)
    }
    return this.#isSet
  }

  /** Sends what the window and the pace permit, or waits a moment. */
  async step(end: () => void): Promise<void> {
    const { db, sealer, gateway, publish } = this.#run
    if (this.#outcomes.problem) throw this.#outcomes.problem
    if (this.#session.silentMs > silentMs) return end()
    if (performance.now() - this.#enquiredMs > enquireMs) {
      this.#enquiredMs = performance.now()
      // An enquiry that fails has ended the session, or is as silent as the gateway.
      void this.#session.enquire().catch(() => undefined)
    }
    const limit = Math.min(gateway.window_size - this.#inFlight, this.#pace.free(performance.now()), mostAtOnce)
    const worthwhile = Math.min(gateway.window_size / 2, gateway.messages_per_second * batchSeconds, mostAtOnce / 2)
    if (limit < Math.max(1, worthwhile)) {
      await delay(busyMs)
      return
    }
    const { claimed, sims, campaigns } = await claimMessages(db, { sealer, source: addressOf(gateway.sender), limit })
    publish({ sims, campaigns: [...new Set(campaigns)] })
    this.#pace.take(claimed.length)
    for (const one of claimed) void this.#submit(one)
    if (claimed.length === 0) await delay(idleMs)
  }

  /** Waits a while for the answers to the messages on their way. */
  async drain(): Promise<void> {
    const endMs = performance.now() + graceMs
    while (this.#session.isOpen && this.#inFlight > 0 && performance.now() < endMs) await delay(busyMs)
  }

  finish(): Promise<void> {
    return this.#outcomes.finish()
  }

  async #submit({ id, message }: ClaimedMessage): Promise<void> {
    this.#inFlight++
    try {
      const messageId = await this.#session.submit(message)
      this.#pace.accepted(performance.now())
      this.#outcomes.add({ id, kind: 'accepted', messageId })
    } catch (error) {
      this.#failed(id, failureOf(error))
    } finally {
      this.#inFlight--
    }
  }

  #failed(id: number, { failure, message: detail }: SmppFailure): void {
    if (failure === 'busy') {
      this.#state.throttled++
      this.#state.throttledAt = new Date()
      return this.#outcomes.add({ id, kind: 'again', state: 'queued', waitMs: this.#pace.throttled(performance.now()) })
    }
    if (failure === 'rejected') return this.#outcomes.add({ id, kind: 'failed', reason: 'refused', detail })
    // The gateway may have the message or not.
    this.#outcomes.add({ id, kind: 'again', state: 'unknown', waitMs: failure === 'invalid' ? unreadableMs : 0 })
  }
}
