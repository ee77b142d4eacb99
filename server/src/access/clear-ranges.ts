import { type ActionLog, byServer } from '../platform/audit/action-log.ts'
import { onTheServer, writeSecurityEvent } from '../platform/audit/security/write-event.ts'
import type { OpenDatabase } from '../platform/db/database.ts'
import { notify } from '../platform/db/notifications.ts'
import { deleteRanges } from './queries.ts'

/**
 * Deletes the ranges of console and API, for an operator whose ranges lock everybody out; returns the number of ranges. Both logs name the
 * server as the origin.
 */
export async function clearRanges(database: OpenDatabase, actionLog: ActionLog): Promise<number> {
  const deleted = await database.db.transaction().execute(async (trx) => {
    const ranges = await deleteRanges(trx)
    await writeSecurityEvent(trx, { event: 'restrictionsChanged', ...onTheServer })
    await actionLog.append(trx, {
      action: 'settingDelete',
      url: '/v1/access-restrictions',
      method: 'DELETE',
      request_params: JSON.stringify({ command: 'npm run -s access:clear' }),
      request_at: new Date(),
      ...byServer,
    })
    return ranges
  })
  await notify(database, JSON.stringify({ access: true }))
  return deleted
}
