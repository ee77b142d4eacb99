import { randomUUID } from 'node:crypto'
import { startSignIn } from '@simdeck/server/auth/sign-ins/sign-ins.ts'
import { AccessTokens } from '@simdeck/server/auth/tokens.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { type RoleName, roleIds } from '@simdeck/contract/permissions.ts'

/**
 * Signs in the oldest active member with the role, without the password, which may have changed since the first start; null when there is
 * none.
 */
export async function signInDemoMember(
  installation: { databaseUrl: string; masterKey: string },
  role: RoleName,
): Promise<{ accessToken: string } | null> {
  const { db, close } = openDatabase(installation.databaseUrl, { max: 1 })
  try {
    const member = await db
      .selectFrom('members')
      .select('id')
      .where('role_id', '=', roleIds[role])
      .where('account_status', '=', 'active')
      .orderBy('id')
      .executeTakeFirst()
    const origin = { ip: '127.0.0.1', userAgent: 'Simdeck demo', requestId: randomUUID() }
    return member ? await startSignIn(db, new AccessTokens(installation.masterKey), member.id, origin) : null
  } finally {
    await close()
  }
}
