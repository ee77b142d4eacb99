import type { Db } from '../../platform/db/database.ts'
import { changeOfMany } from '../../platform/events/change-of-many.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { TaskRun, TaskHandler } from '../../tasks/task-handler.ts'
import { TaskFailure } from '../../tasks/task-handler.ts'
import { isAbandoned } from './check/check-file.ts'
import { deleteStaged, endUnwritten, selectOldChecks, sweepChecked } from './queries.ts'
import { importText } from './csv/text.ts'
import { sweepUndo, undoImport, UndoStopped } from './write/undo-import.ts'
import { ImportStopped, keepImportedTags, writeImport, writtenSims } from './write/write-import.ts'

/** Maximum of SIMs of an import whose ids are published. Beyond it, the consoles read their lists again. */
const maxPublishedSims = 10_000

export function importTaskHandlers({ db, publish }: { db: Db; publish: Publish }): Record<'simImport' | 'simImportUndo', TaskHandler> {
  async function write(run: TaskRun): Promise<void> {
    try {
      // New tags are added before, so that others do not wait for the import to add theirs.
      await db.transaction().execute((trx) => keepImportedTags(trx, run.task.id))
      await db.transaction().execute((trx) => writeImport(trx, run.task, run))
    } catch (error) {
      if (error instanceof ImportStopped) return
      if (error instanceof TaskFailure) await deleteStaged(db, run.task.id, 'sim_import_lines')
      throw error
    }
    await deleteStaged(db, run.task.id, 'sim_import_lines')
    await publishImported({ db, publish })
  }

  async function undo(run: TaskRun): Promise<void> {
    try {
      const sims = await db.transaction().execute((trx) => undoImport(trx, run.task, { ...run, maxIds: maxPublishedSims }))
      publish(changeOfMany({ sims }))
    } catch (error) {
      if (!(error instanceof UndoStopped)) throw error
    }
  }

  return {
    simImport: { needs: 'SIM_CREATE', reasons: importText, run: write },
    simImportUndo: { needs: 'SIM_DELETE', reasons: importText, run: undo },
  }
}

/** Publishes the SIMs that the last import wrote. */
export async function publishImported({ db, publish }: { db: Db; publish: Publish }): Promise<void> {
  publish(changeOfMany({ sims: await writtenSims(db, maxPublishedSims + 1) }))
}

/** Ends checks whose node died and imports that were never started, and deletes staged lines and undo data that are no longer needed. */
export async function sweepImports(db: Db): Promise<void> {
  for (const id of await selectOldChecks(db)) {
    await db.transaction().execute(async (trx) => {
      if (await isAbandoned(trx, id)) await endUnwritten(trx, id, 'cancelled')
    })
  }
  await sweepChecked(db)
  await sweepUndo(db)
}
