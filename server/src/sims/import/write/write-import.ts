import { maxTags } from '@simdeck/contract/tag-keys.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { TaskRow } from '../../../tasks/tables.ts'
import { TaskFailure } from '../../../tasks/task-handler.ts'
import { keepTags } from '../../tags/tags.ts'
import {
  addSims,
  beginWriting,
  groupsAreMissing,
  insertMissingGroups,
  isWritten,
  lockImports,
  raiseCounters,
  recordWritten,
  isStaleCheckError,
  selectStagedExtent,
  selectStagedTags,
  selectWrittenSims,
  stagesSmsKeys,
  tryLockImports,
  updateSims,
} from './queries.ts'

const linesAtOnce = 5_000

/** Thrown to roll back the transaction. */
export class ImportStopped extends Error {}

type Progress = { stopped: () => boolean; recheck: () => Promise<void>; reportDone: (done: number) => void }

/**
 * Writes the staged lines of a checked import in the transaction and stores the undo data; does nothing if it was written already. Throws
 * `TaskFailure('importStale' | 'importLost' | 'tagLimit')`, and `ImportStopped`, after which the transaction must be rolled back.
 */
export async function writeImport(trx: Db, task: TaskRow, { stopped, recheck, reportDone }: Progress): Promise<void> {
  if (!task.import) throw new Error('the task is not an import')
  const { mode, good } = task.import
  await takeImportLock(trx)
  if (await isWritten(trx, task.id)) return
  const extent = await selectStagedExtent(trx, task.id)
  if (extent.good !== good) throw new TaskFailure('importLost')
  await beginWriting(trx)
  await keepImportedTags(trx, task.id)
  if (task.params['mayCreateGroups'] === true) await insertMissingGroups(trx, task.id)
  else if (await groupsAreMissing(trx, task.id)) throw new TaskFailure('importStale')
  const withSmsKeys = await stagesSmsKeys(trx, task.id)
  if (withSmsKeys && task.params['maySetSmsKeys'] !== true) throw new TaskFailure('importStale')
  const write = mode === 'add' ? addSims : updateSims
  let done = 0
  try {
    for (let after = 0; after < extent.last; after += linesAtOnce) {
      if (stopped()) throw new ImportStopped()
      done += await write(trx, { taskId: task.id, after, last: after + linesAtOnce })
      reportDone(done)
    }
  } catch (error) {
    throw isStaleCheckError(error, mode) ? new TaskFailure('importStale') : error
  }
  if (done !== good) throw new TaskFailure('importStale')
  if (withSmsKeys) await raiseCounters(trx, task.id)
  await recheck()
  if (stopped()) throw new ImportStopped()
  await recordWritten(trx, task.id, done)
}

/**
 * Adds the tags of a checked file that do not exist yet, and locks all of them until the transaction ends. Throws
 * `TaskFailure('tagLimit')`.
 */
export async function keepImportedTags(trx: Db, taskId: number): Promise<void> {
  const tags = await selectStagedTags(trx, taskId, maxTags + 1)
  if (!(await keepTags(trx, tags))) throw new TaskFailure('tagLimit')
}

/**
 * Locks other imports out until the transaction ends, so that only one is written or undone at a time. Without `wait`, returns false if
 * another transaction has the lock.
 */
export async function takeImportLock(trx: Db, { wait = true } = {}): Promise<boolean> {
  if (!wait) return tryLockImports(trx)
  await lockImports(trx)
  return true
}

/** True if a checked file has SCP80 key sets. */
export const hasSmsKeys: (db: Db, taskId: number) => Promise<boolean> = stagesSmsKeys

/** SIMs that the last import wrote, at most `limit`. */
export const writtenSims: (db: Db, limit: number) => Promise<number[]> = selectWrittenSims
