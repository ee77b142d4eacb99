import type { Publish } from '../platform/events/changes.ts'
import { type AccountRow, callsAtOnce } from './accounts-queries.ts'
import { Connector, type Dependencies } from './connector.ts'
import { PartWriter } from './part-writer.ts'
import { ReadAhead } from './read-ahead.ts'
import { applyStatuses } from './sync-queries.ts'
import { type Progress, progressAfter } from './sync-window.ts'

type Synchronised = Dependencies & { publish: Publish }

/** The synchronisation is no longer under way, as after a change of the account's address. */
export class Superseded extends Error {
  override name = 'Superseded'
}

/** Stores the progress, null at the end of the list, in the transaction of the devices; false if nobody reads the list any more. */
export type StoreProgress = (trx: Synchronised['db'], progress: Progress | null) => Promise<boolean>

/** The list of the devices of an account that changed since a time. */
export class ChangeList {
  readonly #dependencies: Synchronised
  readonly #account: AccountRow
  readonly #connector: Connector

  constructor(dependencies: Synchronised, account: AccountRow) {
    this.#dependencies = dependencies
    this.#account = account
    this.#connector = new Connector(dependencies, account)
  }

  /**
   * Reads and applies the list part by part until its end or until `endsAt`. Parts are asked for while those before them are written, and
   * several at a time in a long list. `store` takes the progress, null at the end, in the transaction of the devices; `Superseded` is thrown if it returns false.
   * Returns the progress at that time. The parts that were read before a failure of a call are kept.
   */
  async read(since: Date, { from, endsAt, store }: { from: Progress; endsAt: number; store: StoreProgress }): Promise<Progress | null> {
    const { db, publish } = this.#dependencies
    const writer = new PartWriter(async (devices, progress) => {
      const changed = await db.transaction().execute(async (trx) => {
        const ids = await applyStatuses(trx, this.#account, devices)
        // The row of the account, which every call needs, is locked last.
        if (!(await store(trx, progress))) throw new Superseded()
        return ids
      })
      if (changed.length > 0) publish({ sims: changed })
    })
    const parts = new ReadAhead(
      { windowAfter: (read) => this.#connector.windowAfter(read), part: (window) => this.#connector.listChanged(since, window) },
      callsAtOnce(this.#account),
    )
    let progress: Progress | null = from
    try {
      while (progress !== null) {
        const mayAsk = performance.now() < endsAt
        if (!mayAsk && !parts.has(progress.read)) break
        const { devices, lastPage, window, askedAt } = await parts.next(progress.read, mayAsk)
        progress = progressAfter(progress, window, { iccids: devices.map(({ iccid }) => iccid), lastPage })
        await writer.add(
          devices.map((device) => ({ ...device, askedAt })),
          progress,
        )
      }
    } finally {
      await parts.end()
      await writer.end()
    }
    return progress
  }
}
