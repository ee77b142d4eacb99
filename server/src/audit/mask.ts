const secretName = /pass|secret|token|code|otp|key|enc$|mac$|dek$|authorization/i
const longestText = 300
const mostEntries = 100
const deepest = 6
const mask = '***'

/**
 * A copy for the action log: what bears the name of a secret is masked, what is long, wide or deep is cut. A pair `{key, value}`
 * goes by its key.
 */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  if (Array.isArray(value)) return value.slice(0, mostEntries).map((part) => masked(part, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  if (depth === deepest) return '…'
  const entries = Object.entries(value).slice(0, mostEntries)
  const key: unknown = 'key' in value && 'value' in value ? value.key : undefined
  return Object.fromEntries(entries.map(([name, part]) => [name, hides(name, key) ? mask : masked(part, depth + 1)]))
}

/** `key` names a setting there, not a secret; its value is one when the setting's name says so. */
function hides(name: string, key: unknown): boolean {
  if (typeof key !== 'string') return secretName.test(name)
  return name === 'value' && /api_key/.test(key)
}
