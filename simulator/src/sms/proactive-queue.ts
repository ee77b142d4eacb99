import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { responseApdu } from '@simdeck/protocol/apdu.ts'
import { proactiveIns, sendShortMessage } from '@simdeck/protocol/sms/proactive.ts'
import { CardError, sw } from '../card-error.ts'

/** The messages that a card asks its device to send, one after another. A reset clears it. */
export class ProactiveQueue {
  readonly #waiting: Uint8Array[] = []
  #number = 0

  /** Adds an SMS-SUBMIT. */
  send(tpdu: Uint8Array): void {
    this.#number = (this.#number % 254) + 1
    this.#waiting.push(sendShortMessage.encode({ number: this.#number, tpdu }))
  }

  /** The answer in whose status word the card tells the device that a command waits. An answer that failed stays as it is. */
  announcedIn(response: ResponseApdu): ResponseApdu {
    const [next] = this.#waiting
    return next && response.sw === sw.ok ? responseApdu(0x9100 | (next.length & 0xff), response.data) : response
  }

  /** Runs FETCH, which returns the first command, and TERMINAL RESPONSE, which removes it. */
  answer({ ins }: CommandApdu): ResponseApdu {
    const [next] = this.#waiting
    if (!next) throw new CardError(sw.conditionsOfUse, 'no proactive command waits')
    if (ins === proactiveIns.fetch) return responseApdu(sw.ok, next)
    this.#waiting.shift()
    return this.announcedIn(responseApdu(sw.ok))
  }
}
