import type { Publish } from '../platform/events/changes.ts'
import type { Job } from '../platform/jobs/job.ts'
import { type AccountRow, callsAtOnce, selectAccounts } from './accounts-queries.ts'
import { CallFailure } from './http-call.ts'
import { ChangeList, type StoreProgress, Superseded } from './change-list.ts'
import { AccountClosed, type Dependencies } from './connector.ts'
import { beginSync, storeRecent, storeSync, type Synchronisation } from './sync-queries.ts'
import type { Progress } from './sync-window.ts'

const everyMs = 20_000
/** Each list begins this long before the start of the last one, for clocks that differ. */
const overlapMs = 120_000
/** Every account is read to the end of its list or for this long, shorter than the interval: the next run continues, and no account waits for another. */
const maxRunMs = 17_000
/** The part of a run that the latest changes may take while a longer list is under way, if calls are made one at a time. */
const maxRecentMs = maxRunMs / 2

type Synchronised = Dependencies & { publish: Publish }

/** A reading of the latest changes that a run did not end; `of` is the start of the synchronisation beside which it began. */
type Reading = { of: string; startedAt: Date; since: Date; progress: Progress }
type Synchronising = Synchronised & { begun: Map<number, Reading> }

/**
 * Reads the changes of all accounts, on one node at a time. A run that ends early is continued. A list that one run cannot read, as the first
 * one of a large account, is read beside the latest changes, so that these show soon.
 */
export function synchronisation(dependencies: Synchronised): Job {
  const synchronising: Synchronising = { ...dependencies, begun: new Map() }
  return {
    name: 'carriers',
    title: { ja: '通信事業者とのSIMの状態の同期', en: 'Synchronisation with the carriers' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    run: async () => {
      const accounts = await selectAccounts(dependencies.db)
      const ends = await Promise.allSettled(accounts.map((account) => synchronise(synchronising, account)))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
  }
}

async function synchronise(dependencies: Synchronising, account: AccountRow): Promise<void> {
  const { db } = dependencies
  const endsAt = performance.now() + maxRunMs
  const list = new ChangeList(dependencies, account)
  const sync = await beginSync(db, account)
  if (!sync) return
  const since = account.synced_to === null ? new Date(0) : before(account.synced_to)
  const store: StoreProgress = (trx, progress) => storeSync(trx, account.id, sync.startedAt, progress)
  const whole = () => list.read(since, { from: sync.progress, endsAt, store })
  const isOneAtATime = callsAtOnce(account) === 1
  const recentEndsAt = isOneAtATime ? performance.now() + maxRecentMs : endsAt
  const recent = () => readRecent(dependencies, list, account.id, sync, recentEndsAt)
  if (sync.progress.read === 0) await untilFailure([whole()])
  else if (!isOneAtATime) await untilFailure([recent(), whole()])
  else if (await untilFailure([recent()])) await untilFailure([whole()])
}

/** Waits for the ends of the readings. False after a failure of the carrier: the state of the account tells the cause. */
async function untilFailure(readings: readonly Promise<unknown>[]): Promise<boolean> {
  const failures = (await Promise.allSettled(readings)).flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  for (const error of failures)
    if (!(error instanceof CallFailure) && !(error instanceof AccountClosed) && !(error instanceof Superseded)) throw error
  return failures.length === 0
}

/**
 * Reads the changes since the last such reading, or since the start of the list under way. A reading that ends early is continued in the next
 * run on this node.
 */
async function readRecent(
  { db, begun }: Synchronising,
  list: ChangeList,
  accountId: number,
  sync: Synchronisation,
  endsAt: number,
): Promise<void> {
  const earlier = begun.get(accountId)
  begun.delete(accountId)
  const reading = earlier?.of === sync.startedAt ? earlier : { startedAt: new Date(), since: before(sync.recentTo), progress: start }
  const progress = await list.read(reading.since, { from: reading.progress, endsAt, store: async () => true })
  if (progress === null) await storeRecent(db, accountId, sync.startedAt, reading.startedAt)
  else begun.set(accountId, { ...reading, of: sync.startedAt, progress })
}

const start: Progress = { read: 0, tail: [] }
const before = (time: Date): Date => new Date(time.getTime() - overlapMs)
