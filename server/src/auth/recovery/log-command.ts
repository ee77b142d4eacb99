import type { SecurityEventName } from '@simdeck/contract/security-log.ts'
import { type ActionLog, byServer } from '../../platform/audit/action-log.ts'
import { onTheServer, writeSecurityEvent } from '../../platform/audit/security/write-event.ts'
import type { Db } from '../../platform/db/database.ts'

/** Records in the action log and in the security log that a command on the server changed a member's account. */
export async function logCommand(
  trx: Db,
  actionLog: ActionLog,
  { command, event, email }: { command: string; event: SecurityEventName; email: string },
): Promise<void> {
  await actionLog.append(trx, {
    action: 'memberUpdate',
    url: '/v1/member',
    method: 'PUT',
    request_params: JSON.stringify({ command: `npm run -s ${command}`, email }),
    request_at: new Date(),
    ...byServer,
  })
  await writeSecurityEvent(trx, { event, targets: [email], ...onTheServer })
}
