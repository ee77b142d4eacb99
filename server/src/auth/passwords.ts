import { hash, verify } from '@node-rs/argon2'

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters)
}

let decoy: Promise<string> | undefined

/** Whether the password is right. A missing hash costs the same time and is always wrong. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const right = await verify(passwordHash ?? (await decoy), password)
  return right && passwordHash !== null
}

const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password that fits the strictest rules: `length` letters and digits, one of each kind and a symbol. */
export function generatePassword(randomBytes: (size: number) => Uint8Array, length = 16): string {
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${letters}A7z!`.slice(-Math.max(length, 8))
}
