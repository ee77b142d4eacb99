import type { ActionLog } from '../../platform/audit/action-log.ts'
import { Sealer } from '../../platform/crypto/seal.ts'
import type { OpenDatabase } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/notifications.ts'
import { endAllChallenges } from '../challenges/challenges.ts'
import { selectAccount } from '../queries.ts'
import { SecondFactor } from '../second-factor/second-factor.ts'
import { endSignIns } from '../sign-ins/sign-ins.ts'
import { logCommand } from './log-command.ts'

/**
 * Disables the multi-factor authentication of a member who lost the device and the recovery codes. It is the last resort, when no
 * administrator can sign in. The member's sign-ins, links and codes end. Both logs name the server as the origin.
 */
export async function resetMfa(
  { database, masterKey }: { database: OpenDatabase; masterKey: string },
  actionLog: ActionLog,
  email: string,
): Promise<'reset' | 'notEnabled' | 'unknown'> {
  const member = await selectAccount(database.db, email)
  if (!member) return 'unknown'
  if (!member.mfa_enabled_at) return 'notEnabled'
  await database.db.transaction().execute(async (trx) => {
    await new SecondFactor(new Sealer(masterKey), masterKey).disable(trx, member.id)
    await endSignIns(trx, member.id, null)
    await endAllChallenges(trx, member.id)
    await logCommand(trx, actionLog, { command: 'reset-mfa', event: 'mfaReset', email: member.email })
  })
  await notify(database, JSON.stringify({ people: [member.id] }))
  return 'reset'
}
