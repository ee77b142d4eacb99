import { esmClass, smppTag } from '@simdeck/protocol/smpp/messages.ts'
import type { SmppAddress, SmppMessage } from '@simdeck/protocol/smpp/messages.ts'
import { receiptStates, receiptText } from '@simdeck/protocol/smpp/receipt.ts'
import { smsDeliver, smsSubmit } from '@simdeck/protocol/sms/tpdu.ts'
import type { SmsAddress } from '@simdeck/protocol/sms/tpdu.ts'
import { decodeUserData, encodeUserData } from '@simdeck/protocol/sms/user-data.ts'
import { Random } from '@simdeck/simulator/random.ts'
import type { MessageReport } from '@simdeck/simulator/sms/exchange.ts'
import type { NetworkFaults } from './network-faults.ts'

/** Hands an SMS-DELIVER to a device. Null while the device is off, so that the network keeps the message. */
export type Device = (tpdu: Uint8Array) => MessageReport | null

export interface MobileNetworkOptions {
  /** The device with this number; null if there is none. */
  device: (number: string) => Device | null
  faults: NetworkFaults
  seed: string
  /** Takes a receipt or a message of a card for the sender of messages. */
  answer: (message: SmppMessage) => void
}

/** The number to which cards answer if the sender of a message has none. */
const shortNumber = '9000'
const noTime = new Uint8Array(7)
const international = 0x91
const national = 0x81
const keepTries = 20
const tryAgainMs = 500

/** A mobile network: it brings messages to the cards, with faults, and their answers and receipts back. */
export class MobileNetwork {
  readonly #options: MobileNetworkOptions
  readonly #random: Random
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(options: MobileNetworkOptions) {
    this.#options = options
    this.#random = new Random(`${options.seed}/network`)
  }

  /** Takes a message that was accepted under this identifier. */
  take(message: SmppMessage, messageId: string): void {
    const { lost, doubled, late, latestMs } = this.#options.faults
    if (this.#random.fraction() < lost) return this.#report(message, messageId, 'expired')
    const times = this.#random.fraction() < doubled ? 2 : 1
    for (let time = 0; time < times; time++) {
      const waitMs = this.#random.fraction() < late ? this.#random.between(0, latestMs) : 0
      this.#after(waitMs, () => this.#bring(message, messageId, time === 0, keepTries))
    }
  }

  /** Forgets everything that is on its way. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #after(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      run()
    }, ms)
    this.#timers.add(timer)
  }

  #bring(message: SmppMessage, messageId: string, reports: boolean, triesLeft: number): void {
    const device = this.#options.device(message.destination.address)
    if (!device) return reports ? this.#report(message, messageId, 'undeliverable') : undefined
    const report = device(deliverTpdu(message))
    if (!report) {
      if (triesLeft > 0) return this.#after(tryAgainMs, () => this.#bring(message, messageId, reports, triesLeft - 1))
      return reports ? this.#report(message, messageId, 'expired') : undefined
    }
    if (reports) this.#report(message, messageId, report.isAccepted ? 'delivered' : 'undeliverable')
    for (const tpdu of report.submits) this.#options.answer(cardMessage(tpdu, message))
  }

  #report(message: SmppMessage, messageId: string, state: 'delivered' | 'undeliverable' | 'expired'): void {
    if (!message.wantsReceipt) return
    const number = Number(Object.entries(receiptStates).find(([, name]) => name === state)![0])
    this.#options.answer({
      ...answerTo(message),
      esmClass: esmClass.receipt,
      protocolId: 0,
      dataCoding: 0,
      userData: new TextEncoder().encode(receiptText({ messageId, state })),
      options: [
        { tag: smppTag.receiptedMessageId, value: new TextEncoder().encode(`${messageId}\0`) },
        { tag: smppTag.messageState, value: Uint8Array.of(number) },
      ],
    })
  }
}

const answerTo = ({ source, destination }: SmppMessage) => ({ source: destination, destination: source, wantsReceipt: false, options: [] })

function originator({ type, address }: SmppAddress): SmsAddress {
  if (!/^\d+$/.test(address)) return { type: national, digits: shortNumber }
  return { type: type === 1 ? international : national, digits: address }
}

function deliverTpdu({ source, protocolId, dataCoding, esmClass: kind, userData }: SmppMessage): Uint8Array {
  return smsDeliver.encode({
    isLast: true,
    originator: originator(source),
    timestamp: noTime,
    protocolId,
    dataCoding,
    userData: decodeUserData(userData, (kind & esmClass.userDataHeader) !== 0),
  })
}

/** A message of a card as the sender of `message` gets it. */
function cardMessage(tpdu: Uint8Array, message: SmppMessage): SmppMessage {
  const { protocolId, dataCoding, userData } = smsSubmit.decode(tpdu)
  const kind = userData.elements.length > 0 ? esmClass.userDataHeader : 0
  return { ...answerTo(message), esmClass: kind, protocolId, dataCoding, userData: encodeUserData(userData) }
}
