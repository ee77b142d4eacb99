import type { Language } from '@simdeck/contract/languages.ts'
import { newTemporaryPassword } from '../auth/challenges/invite.ts'
import type { Db } from '../platform/db/database.ts'
import type { MemberDependencies } from './dependencies.ts'

/**
 * Gives the member a temporary password, which makes the earlier one void, and puts the mail with it into the outbox: queued, or kept while
 * no mail server is set.
 */
export async function sendInvitation(
  { queueMail, consoleUrl }: MemberDependencies,
  trx: Db,
  member: { id: number; email: string },
  language: Language,
): Promise<'queued' | 'kept'> {
  const { password, token } = await newTemporaryPassword(trx, member.id)
  const url = consoleUrl(`/change-password/${token}`)
  return queueMail(trx, { email: member.email, memberId: member.id }, language, {
    kind: 'invitation',
    values: { username: member.email, password, url },
  })
}
