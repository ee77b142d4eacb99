import type { SmsAlgorithm } from '@simdeck/contract/sim-sms.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Publish } from '../../../platform/events/changes.ts'
import { TaskFailure, type TaskHandler } from '../../../tasks/task-handler.ts'
import { deleteStaged } from '../queries.ts'
import { isShort, keyLines, takePart, writePart } from './queries.ts'
import { keyFileText } from './text.ts'

/** The ids of this number of SIMs can be published, so that all nodes know their new keys at once. */
const linesInPart = 500

type Params = { keySet: number; algorithm: SmsAlgorithm; tar: string; triggerTar?: string | null }

/** Sets the keys of a checked file part by part, each in one transaction that also stores the result of every line. */
export function keyImportHandler({ db, publish }: { db: Db; publish: Publish }): TaskHandler {
  return {
    needs: 'SIM_UPDATE',
    reasons: keyFileText,
    async run({ task, recheck, stopped }) {
      const { keySet, algorithm, tar, triggerTar } = task.params as Params
      const sms = { keySet, algorithm, tar: Buffer.from(tar, 'hex'), triggerTar: triggerTar ? Buffer.from(triggerTar, 'hex') : null }
      for (;;) {
        const changed = await db.transaction().execute(async (trx) => {
          const part = await takePart(trx, task.id, linesInPart)
          return part && (await writePart(trx, part, sms))
        })
        if (!changed) break
        publish({ sims: changed, rereadSims: changed, tasks: [task.id] })
        await recheck()
        if (stopped()) return
      }
      if (await isShort(db, task.id)) throw new TaskFailure('importLost')
      await deleteStaged(db, task.id, keyLines.name)
    },
  }
}
