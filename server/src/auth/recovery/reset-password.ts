import type { ActionLog } from '../../platform/audit/action-log.ts'
import type { OpenDatabase } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/notifications.ts'
import { newTemporaryPassword } from '../challenges/invite.ts'
import { selectAccount } from '../queries.ts'
import { endAllChallenges } from '../challenges/challenges.ts'
import { endSignIns } from '../sign-ins/sign-ins.ts'
import { logCommand } from './log-command.ts'

/**
 * Gives a member a temporary password, valid for seven days, without a mail. The member's sign-ins, links and codes end; the second factor
 * stays. Null if the member is unknown or deactivated. Both logs name the server as the origin.
 */
export async function resetPassword(database: OpenDatabase, actionLog: ActionLog, email: string): Promise<string | null> {
  const member = await selectAccount(database.db, email)
  if (!member || member.account_status === 'inactive') return null
  const { password } = await database.db.transaction().execute(async (trx) => {
    await endSignIns(trx, member.id, null)
    await endAllChallenges(trx, member.id)
    const made = await newTemporaryPassword(trx, member.id)
    await logCommand(trx, actionLog, { command: 'reset-password', event: 'passwordReset', email: member.email })
    return made
  })
  await notify(database, JSON.stringify({ people: [member.id] }))
  return password
}
