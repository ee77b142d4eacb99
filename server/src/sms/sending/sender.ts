import { setTimeout as delay } from 'node:timers/promises'
import { AdvisoryLocks } from '../../platform/db/advisory-locks.ts'
import { type GatewayRow, selectGateway } from '../queries.ts'
import { failureOf, SmppFailure } from '../smpp-failure.ts'
import { markUnknown, writeSender, writeSenderFailure } from './queries.ts'
import { runSession, type SenderOptions } from './run-session.ts'

/** Separates the lock of the sender from others: `smpp` in ASCII. */
const lockSpace = 0x736d7070
const theOnlyOne = 1
/** The time between two looks at the settings while there is nothing to do. */
const lookMs = 1_000
const retryMs = { least: 1_000, most: 60_000 }

/**
 * Holds the session at the gateway. One node at a time does so, under a lock of the database: so the pace is that of the installation, and a
 * message whose node died is known to wait for nobody.
 */
export class Sender {
  readonly #options: SenderOptions
  readonly #locks: AdvisoryLocks
  readonly #closing = new AbortController()
  #session = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(options: SenderOptions) {
    this.#options = options
    this.#locks = new AdvisoryLocks(options.databaseUrl, lockSpace, () => this.#session.abort())
  }

  start(): void {
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
    await this.#locks.close()
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    let waitMs = retryMs.least
    while (!signal.aborted) {
      let nextMs = lookMs
      this.#session = new AbortController()
      try {
        const gateway = await selectGateway(this.#options.db)
        if (gateway && !gateway.is_paused && (await this.#locks.take(theOnlyOne))) {
          await this.#send(gateway, () => (waitMs = retryMs.least))
        }
      } catch (error) {
        await this.#tell(error)
        nextMs = waitMs
        waitMs = Math.min(waitMs * 2, retryMs.most)
      } finally {
        await this.#locks.release(theOnlyOne)
      }
      await delay(nextMs, null, { signal }).catch(() => undefined)
    }
  }

  async #send(gateway: GatewayRow, onBound: () => void): Promise<void> {
    const { db, publish } = this.#options
    // Nobody else sends while this node has the lock, so these messages wait for no answer.
    publish({ sims: await markUnknown(db) })
    try {
      await runSession({ ...this.#options, gateway, closing: this.#closing.signal, lost: this.#session.signal, onBound })
      await writeSender(db, { boundSince: null, throttledAt: null, throttled: 0 })
    } finally {
      publish({ sims: await markUnknown(db) })
    }
  }

  /** Shows a failure of the gateway to the operators. A failure of the database goes to the log. */
  async #tell(error: unknown): Promise<void> {
    const { db, log } = this.#options
    try {
      if (!(error instanceof SmppFailure)) throw error
      const { failure, message } = failureOf(error)
      await writeSenderFailure(db, failure, message)
    } catch (other) {
      log.warn({ errorName: (other as Error).name }, 'the sending of short messages failed and is tried again')
    }
  }
}
