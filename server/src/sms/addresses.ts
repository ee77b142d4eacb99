import type { SmppAddress } from '@simdeck/protocol/smpp/messages.ts'

const number = { international: 1, unknown: 0, alphanumeric: 5 } as const
const isdn = 1

/** A number, or the name of a sender, as SMPP writes it (§5.2.5, §5.2.6). */
export function addressOf(text: string): SmppAddress {
  if (text === '') return { type: number.unknown, plan: 0, address: '' }
  if (text.startsWith('+')) return { type: number.international, plan: isdn, address: text.slice(1) }
  return /^\d+$/.test(text) ? { type: number.unknown, plan: isdn, address: text } : { type: number.alphanumeric, plan: 0, address: text }
}

const japan = '81'

/** The forms in which a network may name the sender of a message: with the country code of Japan, or with its trunk prefix. */
export function formsOf(address: string): string[] {
  const digits = address.replace(/^\+/, '')
  if (digits.startsWith('0')) return [digits, japan + digits.slice(1)]
  return digits.startsWith(japan) ? [digits, `0${digits.slice(japan.length)}`] : [digits]
}
