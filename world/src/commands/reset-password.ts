import { ActionLog } from '@simdeck/server/platform/audit/action-log.ts'
import { resetPassword } from '@simdeck/server/auth/recovery/reset-password.ts'
import { withInstallation } from './installation.ts'

// `npm run -s reset-password -- EMAIL`: prints a temporary password for a member whom no mail reaches.
const email = process.argv[2]?.trim() ?? ''

try {
  if (email === '') throw new Error('Usage: npm run -s reset-password -- EMAIL')
  const password = await withInstallation(({ database, masterKey }) => resetPassword(database, new ActionLog(masterKey), email))
  if (password === null) throw new Error(`There is no active member ${email}`)
  console.log(`${email} signs in with this temporary password within seven days, and chooses another:\n${password}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
