import type { Logger } from 'pino'
import type { Db } from '../platform/db/database.ts'
import type { ServerFailure } from '../platform/http/failures.ts'
import { countEvent, dueFailures, forgetEvent, restartEvent } from './queries.ts'
import type { SystemMail } from './system-mail.ts'
import { failureText } from './content/system-texts.ts'

const gatherMs = 500

/**
 * Reports failures by system mail: at most one mail in ten minutes for the same call and code, with the count since the last mail. Failures
 * are collected in memory first, so that many simultaneous failures cause few database writes.
 */
export class FailureReports {
  readonly #db: Db
  readonly #systemMail: SystemMail
  readonly #log: Logger
  readonly #gathered = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: { db: Db; systemMail: SystemMail; log: Logger }) {
    this.#db = options.db
    this.#systemMail = options.systemMail
    this.#log = options.log
  }

  /** Collects a failure and returns at once. Failures of mail itself are not reported. */
  report = ({ method, route, status, code }: ServerFailure): void => {
    if (code === 'mailNotSent' || code === 'mailServerUnreachable') return
    this.#gather(JSON.stringify([method, route, status, code]), 1)
    this.#timer ??= setTimeout(() => void this.#write(), gatherMs)
  }

  /** Reports the failures that followed a mail within ten minutes, once these ten minutes are over. */
  async reportDelayed(): Promise<void> {
    await this.#write()
    await this.#db.transaction().execute(async (trx) => {
      for (const { key, count } of await dueFailures(trx)) {
        if (count > 0) await this.#queueReport(trx, key, count)
        else await forgetEvent(trx, key)
      }
    })
  }

  async close(): Promise<void> {
    await this.#write()
    clearTimeout(this.#timer)
  }

  #gather(key: string, count: number): void {
    this.#gathered.set(key, (this.#gathered.get(key) ?? 0) + count)
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#writeGathered())
    return this.#writing
  }

  async #writeGathered(): Promise<void> {
    for (const [key, count] of this.#gathered) {
      this.#gathered.delete(key)
      try {
        await this.#count(key, count)
      } catch (error) {
        this.#gather(key, count)
        this.#log.warn({ errorName: (error as Error).name }, 'failures could not be counted; the next write counts them')
        return
      }
    }
  }

  async #count(key: string, count: number): Promise<void> {
    if ((await this.#systemMail.recipients(this.#db)).length === 0) return
    await this.#db.transaction().execute(async (trx) => {
      const event = await countEvent(trx, key, count)
      if (event.due) await this.#queueReport(trx, key, event.count)
    })
  }

  async #queueReport(trx: Db, key: string, count: number): Promise<void> {
    const [method, url, status, code] = JSON.parse(key) as [string, string, number, string]
    await this.#systemMail.report(trx, { event: failureText(status, code, count), method, url })
    await restartEvent(trx, key)
  }
}
