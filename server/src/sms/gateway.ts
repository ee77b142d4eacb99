import type { Language } from '@simdeck/contract/languages.ts'
import type { SmsFailure, SmsState } from '@simdeck/contract/sms-gateway.ts'
import type { SmppMessage } from '@simdeck/protocol/smpp/messages.ts'
import { receiptOf } from '@simdeck/protocol/smpp/receipt.ts'
import type { RawLogs } from '../platform/audit/raw/raw-logs.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Reach } from '../platform/http/reach.ts'
import { addressOf } from './addresses.ts'
import { openSession } from './open-session.ts'
import type { GatewayRow } from './queries.ts'
import { failureOf } from './smpp-failure.ts'
import { notHere, type SmppSession } from './smpp-session.ts'

const answerMs = 10_000
/** Limits the whole of one test, so that a gateway that trickles its answers holds no connection. */
const sessionMs = 25_000

const ucs2 = 0x08
const defaultAlphabet = 0x00

/** The text of a test message with its coding: at most 70 characters of UCS2, or 160 of the default alphabet. */
function encodedText(text: string): { dataCoding: number; userData: Uint8Array } {
  if (/^[\x20-\x7e]*$/.test(text))
    return { dataCoding: defaultAlphabet, userData: new Uint8Array(Buffer.from(text.slice(0, 160), 'latin1')) }
  return { dataCoding: ucs2, userData: new Uint8Array(Buffer.from(text.slice(0, 70), 'utf16le').swap16()) }
}

const testTexts = {
  ja: (application: string) => `${application}のテストメッセージです。`,
  en: (application: string) => `This is a test message of ${application}.`,
}

export type Outcome = { failure: SmsFailure | null; detail: string }
export type MessageOutcome = Outcome & { message_id: string | null; state: SmsState | null }
type Dependencies = { sealer: Sealer; rawLogs: RawLogs; reach: Reach }

/** The gateway for short messages of the settings. */
export class Gateway {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Signs in, asks whether the gateway answers, and signs out. */
  async test(gateway: GatewayRow): Promise<Outcome> {
    return this.#recorded(gateway, 'SMPP bind_transceiver', (session) => session.enquire())
  }

  /** Sends a test message, and waits for its receipt for a while. */
  async sendTest(gateway: GatewayRow, to: string, language: Language, application: string): Promise<MessageOutcome> {
    let [messageId, state]: [string | null, SmsState | null] = [null, null]
    const message: SmppMessage = {
      source: addressOf(gateway.sender),
      destination: addressOf(to),
      esmClass: 0,
      protocolId: 0,
      wantsReceipt: true,
      ...encodedText(testTexts[language](application)),
      options: [],
    }
    const outcome = await this.#recorded(gateway, 'SMPP submit_sm', async (session) => {
      const submitted = Promise.withResolvers<string>()
      const arrived = Promise.withResolvers<void>()
      session.onMessage = async (received) => {
        const receipt = receiptOf(received)
        // A receipt may come before the answer to the message. Everything else is for the session that sends.
        if (!receipt || receipt.messageId !== (await submitted.promise)) return notHere()
        state = receipt.state
        arrived.resolve()
      }
      messageId = await session.submit(message)
      state = 'waiting'
      submitted.resolve(messageId)
      const late = setTimeout(arrived.resolve, answerMs)
      await arrived.promise
      clearTimeout(late)
    })
    return { ...outcome, message_id: messageId, state }
  }

  /** Runs work in a session of its own, and writes a row of the raw proxy log without numbers, names and texts. */
  async #recorded(gateway: GatewayRow, operation: string, work: (session: SmppSession) => Promise<void>): Promise<Outcome> {
    const at = new Date()
    const outcome = await this.#outcomeOf(gateway, work)
    const isTimed = outcome.failure !== 'unreachable' && outcome.failure !== 'outOfReach'
    this.#dependencies.rawLogs.proxy.add({
      at,
      kind: 'sms',
      host: `${gateway.host}:${gateway.port}`,
      operation,
      ok: outcome.failure === null,
      answer: isTimed ? outcome.detail : 'unreachable',
      ms: isTimed ? Date.now() - at.getTime() : null,
      request_bytes: null,
      response_bytes: null,
    })
    return outcome
  }

  async #outcomeOf(gateway: GatewayRow, work: (session: SmppSession) => Promise<void>): Promise<Outcome> {
    const { sealer, reach } = this.#dependencies
    try {
      const session = await openSession({ gateway, sealer, reach, signal: AbortSignal.timeout(sessionMs) })
      try {
        await work(session)
      } finally {
        await session.close()
      }
      return { failure: null, detail: '' }
    } catch (error) {
      const { failure, message } = failureOf(error)
      return { failure, detail: message }
    }
  }
}
