import { roleIds, type RoleName } from '@simdeck/contract/permissions.ts'
import type { Db } from '../db/database.ts'
import { currentPolicy, temporaryPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { hasMembers, insertMember } from './queries.ts'

/** An account that was just made; the password is known only now. `generated`: nobody has been told it yet. */
export type MadeAccount = { email: string; password: string; role: RoleName; generated: boolean }

/**
 * Makes the ROOT account of an empty database; null when there are members already. A password that is made up here, and printed,
 * must be changed at the first sign-in.
 */
export async function makeFirstRoot(db: Db, root: { email: string; password?: string }): Promise<MadeAccount | null> {
  if (await hasMembers(db)) return null
  return makeAccount(db, { ...root, name: 'Root', role: 'ROOT', mustChangePassword: root.password === undefined })
}

export async function makeAccount(
  db: Db,
  account: { email: string; name: string; role: RoleName; password?: string; mustChangePassword?: boolean },
): Promise<MadeAccount> {
  const password = account.password ?? temporaryPassword(await currentPolicy(db))
  const { email, name, role, mustChangePassword = false } = account
  await insertMember(db, { email, name, roleId: roleIds[role], passwordHash: await hashPassword(password), mustChangePassword })
  return { email, password, role, generated: account.password === undefined }
}
