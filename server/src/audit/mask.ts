const secretName = /pass|secret|token|code|otp|key|enc$|mac$|dek$|authorization/i
const longestText = 300
const mask = '***'

/** A copy for the action log: what bears the name of a secret is masked, long texts are cut. A pair `{key, value}` goes by its key. */
export function masked(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  if (Array.isArray(value)) return value.slice(0, 100).map(masked)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const key: unknown = 'key' in value && 'value' in value ? value.key : undefined
  return Object.fromEntries(entries.map(([name, part]) => [name, hides(name, key) ? mask : masked(part)]))
}

/** `key` names a setting there, not a secret; its value is one when the setting's name says so. */
function hides(name: string, key: unknown): boolean {
  if (typeof key !== 'string') return secretName.test(name)
  return name === 'value' && /api_key/.test(key)
}
