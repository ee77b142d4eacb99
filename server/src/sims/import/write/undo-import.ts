import type { Db } from '../../../platform/db/database.ts'
import { shareFleet } from '../../sql/fleet-lock.ts'
import { keepTags } from '../../tags/tags.ts'
import { takeImportLock } from './write-import.ts'
import type { TaskRow } from '../../../tasks/tables.ts'
import { TaskFailure } from '../../../tasks/task-handler.ts'
import {
  beginUndoing,
  deleteOldUndo,
  selectOldUndo,
  selectTagsBefore,
  isTouched,
  isUndoable,
  lockUndoSims,
  recordUndone,
  restoresKeySets,
  selectUndoSims,
  undoSteps,
  wasUndoneBy,
} from './undo-queries.ts'

const simsAtOnce = 5_000

/** Thrown to roll back the transaction. */
export class UndoStopped extends Error {}

/** The reason why an import cannot be undone, as far as it is known in advance; null if it can. */
export async function undoRefusal(db: Db, importId: number): Promise<'importNotUndoable' | 'importTouched' | null> {
  if (!(await isUndoable(db, importId))) return 'importNotUndoable'
  return (await isTouched(db, importId)) ? 'importTouched' : null
}

/** True if an undo of the import writes former SCP80 key sets. */
export const restoresSmsKeys: (db: Db, importId: number) => Promise<boolean> = restoresKeySets

/** Parameters of an undo task. */
export const paramsOfUndo = (importId: number): { importId: number } => ({ importId })

/**
 * Undoes an import completely in the transaction; does nothing if this task did so already. Returns the ids of its SIMs; the list is
 * complete unless it has more than `maxIds`. Throws `TaskFailure('importNotUndoable' | 'importTouched' | 'tagLimit')`, and `UndoStopped`, after which
 * the transaction must be rolled back.
 */
export async function undoImport(
  trx: Db,
  task: TaskRow,
  {
    stopped,
    recheck,
    reportDone,
    maxIds,
  }: { stopped: () => boolean; recheck: () => Promise<void>; reportDone: (done: number) => void; maxIds: number },
): Promise<number[]> {
  const importId = Number(task.params['importId'])
  if (!task.import) throw new Error('the task undoes no import')
  const step = undoSteps[task.import.mode]
  await takeImportLock(trx)
  await shareFleet(trx)
  if (await wasUndoneBy(trx, { importId, undoId: task.id })) return []
  if (!(await isUndoable(trx, importId))) throw new TaskFailure('importNotUndoable')
  await beginUndoing(trx)
  // Tags that no SIM had since the import may have been deleted.
  if (!(await keepTags(trx, await selectTagsBefore(trx, importId)))) throw new TaskFailure('tagLimit')
  const reported: number[] = []
  let done = 0
  let after = 0
  for (;;) {
    if (stopped()) throw new UndoStopped()
    const ids = await selectUndoSims(trx, after, simsAtOnce)
    if (ids.length === 0) break
    await lockUndoSims(trx, ids)
    if ((await step(trx, importId, ids)) !== ids.length) throw new TaskFailure('importTouched')
    done += ids.length
    after = ids.at(-1) ?? after
    if (reported.length <= maxIds) reported.push(...ids)
    reportDone(done)
  }
  await recheck()
  if (stopped()) throw new UndoStopped()
  await recordUndone(trx, { importId, undoId: task.id }, done)
  return reported
}

/**
 * Deletes the undo data of an old import. It takes the lock of imports only if there is such data, because an import that starts meanwhile
 * is refused.
 */
export async function sweepUndo(db: Db): Promise<void> {
  if ((await selectOldUndo(db)) === undefined) return
  await db.transaction().execute(async (trx) => {
    if (await takeImportLock(trx, { wait: false })) await deleteOldUndo(trx)
  })
}
