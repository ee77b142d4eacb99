import { ApiError } from '@simdeck/contract/errors.ts'
import { type Handlers, signedIn, streamed } from '../../platform/http/handler.ts'
import { taskById } from '../../tasks/task-shape.ts'
import { checkImport, importAtOnce, type ImportDependencies, rightsOf } from './import-sims.ts'
import { publishImported } from './import-task-handlers.ts'
import { isImportRunning, lockImport, startChecked } from './queries.ts'
import { paramsOfUndo, restoresSmsKeys, undoRefusal } from './write/undo-import.ts'
import { hasSmsKeys } from './write/write-import.ts'

export function importRoutes(
  dependencies: ImportDependencies,
): Handlers<'importSims' | 'checkSimImport' | 'startSimImport' | 'undoSimImport'> {
  const { tasks, publish } = dependencies
  const { db } = dependencies.database

  return {
    async importSims(call) {
      const { mode, ...reading } = call.body
      const upload = { file: streamed(call), reading, mode, caller: signedIn(call), language: call.language }
      const written = await importAtOnce(dependencies, upload, call.audit)
      if (written > 0) await publishImported({ db, publish })
      return mode === 'add' ? { added: written, updated: 0 } : { added: 0, updated: written }
    },

    async checkSimImport(call) {
      const { mode, ...reading } = call.body
      const upload = { file: streamed(call), reading, mode, caller: signedIn(call), language: call.language }
      return taskById(db, await checkImport(dependencies, upload))
    },

    async startSimImport(call) {
      const { id } = call.params
      const { skipBadLines } = call.body
      const creator = signedIn(call)
      await db.transaction().execute(async (trx) => {
        const task = await lockImport(trx, id, 'simImport')
        if (!task) throw new ApiError('taskNotFound')
        if (task.state !== 'checked') throw new ApiError('importNotChecked')
        if (task.import.bad > 0 && !skipBadLines) throw new ApiError('importBadLines')
        if (task.import.good === 0) throw new ApiError('importNothing')
        if (!creator.permissions.has('SIM_UPDATE') && (await hasSmsKeys(trx, id))) throw new ApiError('noPermission')
        if (await isImportRunning(trx)) throw new ApiError('importUnderWay')
        await startChecked(trx, id, { skipBadLines, creator, params: rightsOf(creator) })
        await tasks.start(trx, id)
        await call.audit(trx, null, { sims: task.import.good })
      })
      publish({ tasks: [id] })
      return taskById(db, id)
    },

    async undoSimImport(call) {
      const { id } = call.params
      const undoId = await db.transaction().execute(async (trx) => {
        const task = await lockImport(trx, id, 'simImport')
        if (!task) throw new ApiError('taskNotFound')
        if (await isImportRunning(trx)) throw new ApiError('importUnderWay')
        const refusal = await undoRefusal(trx, id)
        if (refusal) throw new ApiError(refusal)
        const caller = signedIn(call)
        if (!caller.permissions.has('SIM_UPDATE') && (await restoresSmsKeys(trx, id))) throw new ApiError('noPermission')
        const undo = { kind: 'simImportUndo', title: task.title, total: task.succeeded, params: paramsOfUndo(id) } as const
        const made = await tasks.enqueue(trx, { ...undo, import: { ...task.import, undoTaskId: id }, creator: caller })
        await call.audit(trx, null, { sims: task.succeeded })
        return made
      })
      publish({ tasks: [undoId] })
      return taskById(db, undoId)
    },
  }
}
