import { esmClass, smppTag } from './messages.ts'
import type { SmppMessage } from './messages.ts'

/** The states of a message that a receipt reports (SMPP 3.4 §5.2.28). */
export const receiptStates = {
  1: 'enroute',
  2: 'delivered',
  3: 'expired',
  4: 'deleted',
  5: 'undeliverable',
  6: 'accepted',
  7: 'unknown',
  8: 'rejected',
} as const
export type ReceiptState = (typeof receiptStates)[keyof typeof receiptStates]

/** The words of a receipt's text (SMPP 3.4, appendix B). */
const words: Readonly<Record<string, ReceiptState>> = {
  ENROUTE: 'enroute',
  DELIVRD: 'delivered',
  EXPIRED: 'expired',
  DELETED: 'deleted',
  UNDELIV: 'undeliverable',
  ACCEPTD: 'accepted',
  UNKNOWN: 'unknown',
  REJECTD: 'rejected',
}

export interface Receipt {
  messageId: string
  state: ReceiptState
}

/** The receipt in a message: its optional parameters, or else its text. Null if the message is no receipt that can be read. */
export function receiptOf({ esmClass: kind, userData, options }: SmppMessage): Receipt | null {
  if ((kind & esmClass.kinds) !== esmClass.receipt) return null
  const text = String.fromCharCode(...userData.subarray(0, 500))
  const option = (tag: number): Uint8Array | undefined => options.find((one) => one.tag === tag)?.value
  const id = option(smppTag.receiptedMessageId)
  const messageId = id ? String.fromCharCode(...id.subarray(0, 65)).replace(/\0.*$/s, '') : (/\bid:(\S{1,64})/i.exec(text)?.[1] ?? '')
  const number = option(smppTag.messageState)?.[0]
  const state =
    (number === undefined ? undefined : (receiptStates as Readonly<Record<number, ReceiptState>>)[number]) ??
    words[(/\bstat:([A-Z]+)/i.exec(text)?.[1] ?? '').toUpperCase()]
  return messageId === '' || !state ? null : { messageId, state }
}

/** The text of a receipt, as message centres write it. */
export function receiptText({ messageId, state }: Receipt): string {
  const word = Object.keys(words).find((one) => words[one] === state) ?? 'UNKNOWN'
  const isDelivered = state === 'delivered' ? '001' : '000'
  return `id:${messageId} sub:001 dlvrd:${isDelivered} submit date:0000000000 done date:0000000000 stat:${word} err:000 text:`
}
