import { createHmac, randomInt } from 'node:crypto'

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codes = 10
const letters = 10

/** Ten codes of ten letters and digits, with a hyphen in the middle. */
export function newRecoveryCodes(): string[] {
  const draw = () => Array.from({ length: letters }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return Array.from({ length: codes }, draw).map((code) => `${code.slice(0, letters / 2)}-${code.slice(letters / 2)}`)
}

/** The stored hash of a code. Case, spaces and hyphens do not matter. */
export function recoveryCodeHash(key: Buffer, memberId: number, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return createHmac('sha256', key).update(`${memberId} ${plain}`).digest()
}
