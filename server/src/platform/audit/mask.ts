const secretName = /pass|secret|token|code|otp|key|enc$|mac$|dek$|authorization/i
const longestText = 300
const longestName = 100
const mostEntries = 100
/** Maximum of characters in all names and texts together, including their JSON syntax. */
const mostCharacters = 20_000
const around = 6
const deepest = 6
const mask = '***'

/**
 * A copy for the action log: values with the name of a secret are masked; long, wide and deep values are cut, so that a row stays small for
 * any input. A pair `{key, value}` is judged by its key.
 */
export function masked(value: unknown): unknown {
  return copied(value, { left: mostCharacters }, 0)
}

type Room = { left: number }

function copied(value: unknown, room: Room, depth: number): unknown {
  room.left -= around
  if (typeof value === 'string') return fitted(value, longestText, room)
  if (typeof value !== 'object' || value === null) return value
  if (depth === deepest) return '…'
  if (Array.isArray(value)) {
    const parts: unknown[] = []
    for (const part of value.slice(0, mostEntries)) if (room.left > 0) parts.push(copied(part, room, depth + 1))
    return parts
  }
  const key: unknown = 'key' in value && 'value' in value ? value.key : undefined
  const entries: [string, unknown][] = []
  for (const name of Object.keys(value).slice(0, mostEntries)) {
    if (room.left <= 0) break
    const part = hides(name, key) ? mask : copied((value as Record<string, unknown>)[name], room, depth + 1)
    entries.push([fitted(name, longestName, room), part])
  }
  return Object.fromEntries(entries)
}

function fitted(text: string, length: number, room: Room): string {
  room.left -= Math.min(text.length, length)
  return text.length > length ? `${text.slice(0, length)}…` : text
}

/** True if the value is a secret. `key` is the name of a setting in a pair, not a secret; its value is one if that name says so. */
function hides(name: string, key: unknown): boolean {
  if (typeof key !== 'string') return secretName.test(name)
  return name === 'value' && /api_key/.test(key)
}
