import type { Db } from '../../platform/db/database.ts'
import type { TaskRow } from '../../tasks/tables.ts'
import type { Change, Publish } from '../../platform/events/changes.ts'
import type { TaskHandler } from '../../tasks/task-handler.ts'
import { endPart, type LockedSim, lockSims, takePart } from './queries.ts'
import { bulkText } from './text.ts'

/** A SIM of the part, with its number in the selection, counted from 1. */
export type NumberedSim = LockedSim & { number: number }

/** In place of a reason: the SIM has no result yet. */
export const resultLater = 'later'

/** A change of all SIMs of a selection. */
export type BulkChange = {
  needs: TaskHandler['needs']
  /** Locks rows that the change needs besides the SIMs, before they are locked. Throws `TaskFailure`. */
  lockOthers?: (trx: Db, task: TaskRow) => Promise<void>
  /** Strength of the lock on the SIM rows. */
  locks: 'update' | 'no key update'
  /** Changes the existing SIMs; returns the refused ones with the reason, and those whose result `finish` stores with `resultLater`. */
  change: (trx: Db, task: TaskRow, sims: readonly NumberedSim[]) => Promise<ReadonlyMap<number, string>>
  /** The change to publish for the changed SIMs. */
  changed: (simIds: readonly number[]) => Change
  /** Texts of reasons besides those of all bulk changes. */
  reasons?: TaskHandler['reasons']
  /** The text of a reason that is in neither list. */
  reasonText?: TaskHandler['reasonText']
  /** Runs after the last part, and again after a node died. */
  finish?: TaskHandler['run']
}

/** The handler of a bulk change. It runs part by part, each in one transaction that also stores the result of every SIM. */
export function bulkTaskHandler({ db, publish }: { db: Db; publish: Publish }, bulk: BulkChange): TaskHandler {
  /** Changes the SIMs of the next part; true if more parts are left. */
  async function runPart(task: TaskRow): Promise<boolean> {
    const done = await db.transaction().execute(async (trx) => {
      const part = await takePart(trx, task.id)
      if (!part) return null
      await bulk.lockOthers?.(trx, task)
      const locked = new Map((await lockSims(trx, part.simIds, bulk.locks)).map((sim) => [sim.id, sim]))
      const numbered = part.simIds.flatMap((id, index) => {
        const sim = locked.get(id)
        return sim ? [{ ...sim, number: part.firstNumber + index }] : []
      })
      const refused = await bulk.change(trx, task, numbered)
      const results = part.simIds.map((simId, index) => {
        const sim = locked.get(simId)
        return {
          number: part.firstNumber + index,
          simId,
          iccid: sim?.iccid ?? null,
          reason: sim ? (refused.get(simId) ?? null) : ('gone' as const),
        }
      })
      await endPart(
        trx,
        task.id,
        part,
        results.filter(({ reason }) => reason !== resultLater),
      )
      return { last: part.last, changed: results.filter(({ reason }) => reason === null).map(({ simId }) => simId) }
    })
    if (!done) return false
    publish({ ...bulk.changed(done.changed), tasks: [task.id] })
    return !done.last
  }

  return {
    needs: bulk.needs,
    reasons: { ...bulkText, ...bulk.reasons },
    ...(bulk.reasonText && { reasonText: bulk.reasonText }),
    async run(run) {
      const { task, recheck, giveWay, stopped } = run
      while (await runPart(task)) {
        await recheck()
        if (stopped()) return
        await giveWay()
      }
      await bulk.finish?.(run)
    },
  }
}
