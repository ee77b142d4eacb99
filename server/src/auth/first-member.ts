import { randomBytes } from 'node:crypto'
import { roleIds, type RoleName } from '@simdeck/contract/permissions.ts'
import type { Db } from '../db/database.ts'
import { generatePassword, hashPassword } from './passwords.ts'
import { hasMembers, insertMember } from './queries.ts'

/** An account that was just made; the password is known only now. */
export type MadeAccount = { email: string; password: string; role: RoleName }

/** Makes the ROOT account of an empty database; null when there are members already. */
export async function makeFirstRoot(db: Db, root: { email: string; password?: string }): Promise<MadeAccount | null> {
  return (await hasMembers(db)) ? null : makeAccount(db, { email: root.email, name: 'Root', role: 'ROOT', password: root.password })
}

export async function makeAccount(
  db: Db,
  account: { email: string; name: string; role: RoleName; password?: string },
): Promise<MadeAccount> {
  const password = account.password ?? generatePassword(randomBytes)
  const { email, name, role } = account
  await insertMember(db, { email, name, roleId: roleIds[role], passwordHash: await hashPassword(password) })
  return { email, password, role }
}
