const secretName =
  /pass|secret|token|code|otp|key|enc$|mac$|dek$|authorization|^backup$|^(hex)?content$|^script$|^lines$|^values$|^ki[cd]$/i
const maxTextLength = 300
const maxNameLength = 100
const maxEntries = 100
/** Maximum of characters in all names and texts together, including their JSON syntax. */
const maxCharacters = 20_000
/** Characters of JSON syntax that a value adds. */
const syntaxCharacters = 6
const maxDepth = 6
const mask = '***'

/**
 * A copy for the action log: values with the name of a secret are masked; long, wide and deep values are cut, so that a row stays small for
 * any input. A cut array ends with the number of its entries, `… 250`. A pair `{key, value}` is judged by its key.
 */
export function masked(value: unknown): unknown {
  return copied(value, { left: maxCharacters }, 0)
}

/** A value under its name, as `masked` shows it. Among settings, only an API key is a secret. */
export function maskedField(name: string, value: unknown): unknown {
  const secret = settingName.test(name) ? isSecret('value', name) : isSecret(name, undefined)
  return secret ? mask : copied(value, { left: maxCharacters }, 0)
}

const settingName = /^(system|notify|user)_/

type Room = { left: number }

function copied(value: unknown, room: Room, depth: number): unknown {
  room.left -= syntaxCharacters
  if (typeof value === 'string') return fitted(value, maxTextLength, room)
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return '…'
  if (Array.isArray(value)) {
    const parts: unknown[] = []
    for (const part of value.slice(0, maxEntries)) if (room.left > 0) parts.push(copied(part, room, depth + 1))
    if (parts.length < value.length) parts.push(`… ${value.length}`)
    return parts
  }
  const key: unknown = 'key' in value && 'value' in value ? value.key : undefined
  const entries: [string, unknown][] = []
  for (const name of Object.keys(value).slice(0, maxEntries)) {
    if (room.left <= 0) break
    const part = isSecret(name, key) ? mask : copied((value as Record<string, unknown>)[name], room, depth + 1)
    entries.push([fitted(name, maxNameLength, room), part])
  }
  return Object.fromEntries(entries)
}

function fitted(text: string, length: number, room: Room): string {
  room.left -= Math.min(text.length, length)
  return text.length > length ? `${text.slice(0, length)}…` : text
}

/** True if the value under `name` is a secret. In a pair, `key` is the name of a setting, and the value of an API key is a secret. */
function isSecret(name: string, key: unknown): boolean {
  if (typeof key !== 'string') return secretName.test(name)
  return name === 'value' && /api_key/.test(key)
}
