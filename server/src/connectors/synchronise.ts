import type { Publish } from '../platform/events/changes.ts'
import type { Job } from '../platform/jobs/job.ts'
import { type AccountRow, selectAccounts } from './accounts-queries.ts'
import { CallFailure } from './http-call.ts'
import { AccountClosed, Connector, type Dependencies } from './connector.ts'
import { applyStatuses, beginSync, storeRecent, storeSync, type Synchronisation } from './sync-queries.ts'
import { type Progress, progressAfter } from './sync-window.ts'

const everyMs = 20_000
/** Each list begins this long before the start of the last one, for clocks that differ. */
const overlapMs = 120_000
/** Every account is read to the end of its list or for this long, shorter than the interval: the next run continues, and no account waits for another. */
const maxRunMs = 19_000
/** The part of a run that the latest changes may take while a longer list is under way. */
const maxRecentMs = maxRunMs / 2

type Synchronised = Dependencies & { publish: Publish }

/**
 * Reads the changes of all accounts, on one node at a time. A run that ends early is continued. A list that one run cannot read, as the first
 * one of a large account, is read beside the latest changes, so that these show soon.
 */
export function synchronisation(dependencies: Synchronised): Job {
  return {
    name: 'carriers',
    title: { ja: '通信事業者とのSIMの状態の同期', en: 'Synchronisation with the carriers' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    run: async () => {
      const accounts = await selectAccounts(dependencies.db)
      const ends = await Promise.allSettled(accounts.map((account) => synchronise(dependencies, account)))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
  }
}

async function synchronise(dependencies: Synchronised, account: AccountRow): Promise<void> {
  const { db } = dependencies
  const endsAt = performance.now() + maxRunMs
  const list = new ChangeList(dependencies, account)
  try {
    const sync = await beginSync(db, account)
    if (!sync) return
    if (sync.progress.read > 0) await readRecent(dependencies, list, account.id, sync)
    const since = account.synced_to === null ? new Date(0) : before(account.synced_to)
    await list.read(since, {
      from: sync.progress,
      endsAt,
      store: (trx, progress) => storeSync(trx, account.id, sync.startedAt, progress),
    })
  } catch (error) {
    // The state of the account tells the cause.
    if (!(error instanceof CallFailure) && !(error instanceof AccountClosed) && !(error instanceof Superseded)) throw error
  }
}

/** Reads the changes since the last such reading, or since the start of the list under way. */
async function readRecent({ db }: Synchronised, list: ChangeList, accountId: number, sync: Synchronisation): Promise<void> {
  const startedAt = new Date()
  const isRead = await list.read(before(sync.recentTo), {
    from: { read: 0, tail: [] },
    endsAt: performance.now() + maxRecentMs,
    store: async () => true,
  })
  if (isRead) await storeRecent(db, accountId, sync.startedAt, startedAt)
}

const before = (time: Date): Date => new Date(time.getTime() - overlapMs)

/** The synchronisation is no longer under way, as after a change of the account's address. */
class Superseded extends Error {
  override name = 'Superseded'
}

/** The list of the devices of an account that changed since a time. */
class ChangeList {
  readonly #dependencies: Synchronised
  readonly #account: AccountRow
  readonly #connector: Connector

  constructor(dependencies: Synchronised, account: AccountRow) {
    this.#dependencies = dependencies
    this.#account = account
    this.#connector = new Connector(dependencies, account)
  }

  /**
   * Reads and applies the list part by part until its end or until `endsAt`. `store` takes the progress, null at the end, in the transaction of
   * the part; `Superseded` is thrown if it returns false. Returns true at the end of the list.
   */
  async read(
    since: Date,
    {
      from,
      endsAt,
      store,
    }: { from: Progress; endsAt: number; store: (trx: Synchronised['db'], progress: Progress | null) => Promise<boolean> },
  ): Promise<boolean> {
    const { db, publish } = this.#dependencies
    let progress = from
    while (performance.now() < endsAt) {
      const askedAt = new Date()
      const window = this.#connector.windowAfter(progress.read)
      const { devices, lastPage } = await this.#connector.listChanged(since, window)
      const next = progressAfter(progress, window, { iccids: devices.map(({ iccid }) => iccid), lastPage })
      const changed = await db.transaction().execute(async (trx) => {
        const ids = await applyStatuses(trx, this.#account, devices, askedAt)
        // The row of the account, which every call needs, is locked last.
        if (!(await store(trx, next))) throw new Superseded()
        return ids
      })
      if (changed.length > 0) publish({ sims: changed })
      if (next === null) return true
      progress = next
    }
    return false
  }
}
