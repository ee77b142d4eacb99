import { ActionLog } from '@simdeck/server/platform/audit/action-log.ts'
import { resetMfa } from '@simdeck/server/auth/recovery/reset-mfa.ts'
import { withInstallation } from './installation.ts'

// `npm run -s reset-mfa -- EMAIL`: disables the multi-factor authentication of a member without device and recovery codes.
const email = process.argv[2]?.trim() ?? ''
const messages = {
  reset: `${email} signs in with the password alone, and can set multi-factor authentication up again`,
  notEnabled: `${email} has no multi-factor authentication`,
  unknown: `There is no member ${email}`,
}

try {
  if (email === '') throw new Error('Usage: npm run -s reset-mfa -- EMAIL')
  const outcome = await withInstallation((installation) => resetMfa(installation, new ActionLog(installation.masterKey), email))
  if (outcome === 'unknown') throw new Error(messages.unknown)
  console.log(messages[outcome])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
