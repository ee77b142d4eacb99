/** The form in which a content is typed. */
export type ContentForm = 'text' | 'hex'

/** The octets of a typed content; null if it is not hex. */
export function contentOctets({ form, value }: { form: ContentForm; value: string }): Uint8Array | null {
  if (form === 'text') return new TextEncoder().encode(value)
  const digits = value.replaceAll(/\s/g, '')
  if (!/^([0-9A-Fa-f]{2})*$/.test(digits)) return null
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
