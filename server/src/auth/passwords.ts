import { hash, verify } from '@node-rs/argon2'

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The stored value of a member who has not chosen a password yet; no password matches it. */
export const noPassword = ''

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters)
}

let decoy: Promise<string> | undefined

/** True if the password is right. A missing hash takes the same time and is always wrong. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const known = passwordHash === null || passwordHash === noPassword ? null : passwordHash
  const right = await verify(known ?? (await decoy), password)
  return right && known !== null
}
