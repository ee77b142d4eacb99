import { unlockMember } from '@simdeck/server/auth/recovery/unlock.ts'
import { withInstallation } from './installation.ts'

// `npm run -s unlock -- EMAIL`: ends the lock of a member after too many wrong passwords.
const email = process.argv[2]?.trim() ?? ''
const messages = {
  unlocked: `${email} can sign in again`,
  notLocked: `${email} is not locked`,
  unknown: `There is no member ${email}`,
}

try {
  if (email === '') throw new Error('Usage: npm run -s unlock -- EMAIL')
  const outcome = await withInstallation(({ db }) => unlockMember(db, email))
  if (outcome === 'unknown') throw new Error(messages.unknown)
  console.log(messages[outcome])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
