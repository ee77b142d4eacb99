import { nextStatuses } from '@simdeck/contract/sim-status.ts'
import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { StatusParams } from '../connectors/status-change.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { notify } from '../platform/notifications/notify.ts'
import { storeSelection } from '../sims/selections/selections.ts'
import type { TaskCreator } from '../tasks/task-handler.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { type Breach, creatorOf, hasBreaches, takeBreaches, writeLockResult } from './lock-queries.ts'

const atOnce = 500

/** Statuses in which a SIM has no service, the first possible one of which a lock gives. */
const stops: readonly SimStatus[] = ['SUSPENDED', 'DEACTIVATED']
/** Statuses of SIMs that need no suspension. */
const isStopped = (status: SimStatus): boolean => stops.includes(status) || ['TERMINATED', 'RETIRED', 'PURGED'].includes(status)

type Suspension = { to: SimStatus; creator: TaskCreator; simIds: number[] }
type Result = 'told' | 'suspended' | 'notPossible'

/**
 * Tells the members about SIMs that polled from a device that their lock does not permit, and suspends those whose lock says so, in the
 * name of whoever set the lock.
 */
export async function holdLocks({ db, tasks, publish }: { db: Db; tasks: Tasks; publish: Publish }): Promise<void> {
  if (!(await hasBreaches(db))) return
  const begun = await db.transaction().execute(async (trx) => {
    const breaches = await takeBreaches(trx, atOnce)
    const suspensions = new Map<string, Suspension>()
    const results = new Map<Result, Breach[]>()
    for (const breach of breaches) {
      const result = await resultOf(trx, breach, suspensions)
      results.set(result, [...(results.get(result) ?? []), breach])
    }
    const begun: number[] = []
    for (const suspension of suspensions.values()) begun.push(await begin(trx, tasks, suspension))
    for (const [result, some] of results) {
      await writeLockResult(
        trx,
        some.flatMap(({ change_ids: ids }) => ids),
        result,
      )
      const { name } = some[0]!
      await notify(trx, { kind: 'imeiLockBroken', params: { name, result }, ownerId: null, simIds: some.map(({ sim_id: id }) => id) })
    }
    return begun
  })
  publish({ tasks: begun })
}

async function resultOf(trx: Db, breach: Breach, suspensions: Map<string, Suspension>): Promise<Result> {
  if (breach.imei_lock !== 'suspend' || !breach.is_out || isStopped(breach.status)) return 'told'
  const to = stops.find((status) => nextStatuses(breach.cm_platform, breach.status).includes(status))
  if (!to) return 'notPossible'
  const key = `${to} ${breach.member_id} ${breach.credential_id}`
  const known = suspensions.get(key)
  const creator = known?.creator ?? (await creatorOf(trx, breach))
  if (!creator) return 'notPossible'
  suspensions.set(key, { to, creator, simIds: [...(known?.simIds ?? []), breach.sim_id] })
  return 'suspended'
}

async function begin(trx: Db, tasks: Tasks, { to, creator, simIds }: Suspension): Promise<number> {
  const { id: selectionId, total } = await storeSelection(trx, { simIds }, creator.memberId)
  const params: StatusParams = { status: to }
  return tasks.enqueue(trx, { kind: 'simStatus', title: `${simStatusLabel[to]} (IMEI lock)`, params, selectionId, total, creator })
}
