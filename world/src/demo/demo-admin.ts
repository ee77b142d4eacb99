import { randomUUID } from 'node:crypto'
import { startSignIn } from '@simdeck/server/auth/sign-ins/sign-ins.ts'
import { AccessTokens } from '@simdeck/server/auth/tokens.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'

/** Signs in the oldest active ADMIN without its password, which may have changed since the first start; null when there is no ADMIN. */
export async function signInDemoAdmin(installation: { databaseUrl: string; masterKey: string }): Promise<{ accessToken: string } | null> {
  const { db, close } = openDatabase(installation.databaseUrl, { max: 1 })
  try {
    const admin = await db
      .selectFrom('members')
      .select('id')
      .where('role_id', '=', roleIds.ADMIN)
      .where('account_status', '=', 'active')
      .orderBy('id')
      .executeTakeFirst()
    const origin = { ip: '127.0.0.1', userAgent: 'Simdeck demo', requestId: randomUUID() }
    return admin ? await startSignIn(db, new AccessTokens(installation.masterKey), admin.id, origin) : null
  } finally {
    await close()
  }
}
