import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'

/** A protocol value as JSON text for a jsonb column: octets become `{ "hex": … }`. */
export function toStored(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, part: unknown) {
    // The original value is used, because `toJSON` of a Buffer has already changed `part`.
    const original = this[key]
    return original instanceof Uint8Array ? { hex: toHex(original) } : part
  })
}

/** Reads a value that `toStored` wrote, with its original type. */
export function fromStored<T>(stored: unknown): T {
  return revive(stored) as T
}

function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const [first] = entries
  if (entries.length === 1 && first?.[0] === 'hex' && typeof first[1] === 'string') return fromHex(first[1])
  return Object.fromEntries(entries.map(([key, part]) => [key, revive(part)]))
}
