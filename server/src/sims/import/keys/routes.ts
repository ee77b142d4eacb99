import { ApiError } from '@simdeck/contract/errors.ts'
import { type Handlers, signedIn, streamed } from '../../../platform/http/handler.ts'
import { taskById } from '../../../tasks/task-shape.ts'
import type { ImportDependencies } from '../import-sims.ts'
import { isImportRunning, lockImport, startChecked } from '../queries.ts'
import { checkKeyFile } from './check-key-file.ts'
import { countBad } from './queries.ts'

/** Handles the import of key files of card vendors. */
export function keyImportRoutes(dependencies: ImportDependencies): Handlers<'checkKeyImport' | 'startKeyImport'> {
  const { tasks, publish } = dependencies
  const { db } = dependencies.database

  return {
    async checkKeyImport(call) {
      const { body, language } = call
      return taskById(db, await checkKeyFile(dependencies, { file: streamed(call), body, caller: signedIn(call), language }))
    },

    async startKeyImport(call) {
      const { id } = call.params
      await db.transaction().execute(async (trx) => {
        const task = await lockImport(trx, id, 'keyImport')
        if (!task) throw new ApiError('taskNotFound')
        if (task.state !== 'checked') throw new ApiError('importNotChecked')
        if (task.import.good === 0) throw new ApiError('importNothing')
        if (await isImportRunning(trx)) throw new ApiError('importUnderWay')
        await startChecked(trx, id, { skipBadLines: true, creator: signedIn(call) })
        await countBad(trx, id)
        await tasks.start(trx, id)
        await call.audit(trx, null, { sims: task.import.good })
      })
      publish({ tasks: [id] })
      return taskById(db, id)
    },
  }
}
