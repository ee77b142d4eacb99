import { roleIds, type RoleName } from '@simdeck/contract/permissions.ts'
import type { Db } from '../platform/db/database.ts'
import { currentPolicy, temporaryPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { hasMembers, insertMember, lockFirstAccounts } from './queries.ts'

export type NewAccount = { email: string; name: string; role: RoleName; password?: string; mustChangePassword?: boolean }

/**
 * A new account with its password, of which only a hash is stored. `generated`: the password is random, and the operator does not know it
 * yet.
 */
export type MadeAccount = { email: string; password: string; role: RoleName; generated: boolean }

/**
 * Creates the first accounts of an empty database, all or none; null if members exist already. `show` shows the passwords before the
 * transaction commits: a process that is killed in between leaves no account with an unknown password.
 */
export async function makeFirstAccounts(
  db: Db,
  accounts: readonly NewAccount[],
  show: (made: readonly MadeAccount[]) => void,
): Promise<readonly MadeAccount[] | null> {
  if (await hasMembers(db)) return null
  return db.transaction().execute(async (trx) => {
    await lockFirstAccounts(trx)
    if (await hasMembers(trx)) return null
    const made: MadeAccount[] = []
    for (const account of accounts) made.push(await makeAccount(trx, account))
    show(made)
    return made
  })
}

/** The ROOT account of an empty database. A generated password must be changed at the first sign-in. */
export const firstRoot = (root: { email: string; password?: string }): NewAccount => ({
  ...root,
  name: 'Root',
  role: 'ROOT',
  mustChangePassword: root.password === undefined,
})

export async function makeAccount(db: Db, account: NewAccount): Promise<MadeAccount> {
  const password = account.password ?? temporaryPassword(await currentPolicy(db))
  const { email, name, role, mustChangePassword = false } = account
  await insertMember(db, { email, name, roleId: roleIds[role], passwordHash: await hashPassword(password), mustChangePassword })
  return { email, password, role, generated: account.password === undefined }
}
