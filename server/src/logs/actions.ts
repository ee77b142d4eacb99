import type { ActionLog } from '@simdeck/contract/logs.ts'
import type { Db } from '../platform/db/database.ts'
import { actionShape } from './action-shape.ts'
import { selectActions } from './system-queries.ts'

/** The rows of the action log with these numbers, as the API shows them. */
export async function actionsByIds(db: Db, ids: readonly number[]): Promise<ActionLog[]> {
  return (await selectActions(db, ids)).map(actionShape)
}
