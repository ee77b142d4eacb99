import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'

/** JSON in which octets are written as `{ "$hex": … }`. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (part instanceof Uint8Array ? { $hex: toHex(part) } : part))

/** Parses the output of `writeJson`; the caller asserts the type. */
export const readJson = (text: string): unknown => JSON.parse(text, reviveBytes)

function reviveBytes(_key: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && '$hex' in value && typeof value.$hex === 'string')
    return Uint8Array.from(fromHex(value.$hex))
  return value
}
