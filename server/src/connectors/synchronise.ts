import type { Publish } from '../platform/events/changes.ts'
import type { Job } from '../platform/jobs/job.ts'
import { type AccountRow, selectAccounts } from './accounts-queries.ts'
import { CallFailure } from './http-call.ts'
import { AccountClosed, type Dependencies, Connector } from './connector.ts'
import { applyStatuses, beginSync, storeSync } from './sync-queries.ts'
import { progressAfter } from './sync-window.ts'

const everyMs = 20_000
/** Each synchronisation begins this long before the start of the last one, for clocks that differ. */
const overlapMs = 120_000
/** Every account is read to the end of its list or for this long, shorter than the interval: the next run continues, and no account waits for another. */
const maxRunMs = 19_000

/** Reads the changes of all accounts, on one node at a time. A run that ends early is continued. */
export function synchronisation(dependencies: Dependencies & { publish: Publish }): Job {
  return {
    name: 'carriers',
    title: { ja: '通信事業者とのSIMの状態の同期', en: 'Synchronisation with the carriers' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    run: async () => {
      const accounts = await selectAccounts(dependencies.db)
      await Promise.all(accounts.map((account) => synchronise(dependencies, account)))
    },
  }
}

async function synchronise(dependencies: Dependencies & { publish: Publish }, account: AccountRow): Promise<void> {
  const { db, publish } = dependencies
  const connector = new Connector(dependencies, account)
  const since = new Date(account.synced_to === null ? 0 : account.synced_to.getTime() - overlapMs)
  const endsAt = performance.now() + maxRunMs
  let progress = await beginSync(db, account)
  try {
    while (performance.now() < endsAt) {
      const askedAt = new Date()
      const window = connector.windowAfter(progress.read)
      const { devices, lastPage } = await connector.listChanged(since, window)
      const next = progressAfter(progress, window, { iccids: devices.map(({ iccid }) => iccid), lastPage })
      const changed = await db.transaction().execute(async (trx) => {
        const ids = await applyStatuses(trx, account, devices, askedAt)
        await storeSync(trx, account.id, next)
        return ids
      })
      if (changed.length > 0) publish({ sims: changed })
      if (next === null) return
      progress = next
    }
  } catch (error) {
    // The state of the account tells the cause.
    if (!(error instanceof CallFailure) && !(error instanceof AccountClosed)) throw error
  }
}
