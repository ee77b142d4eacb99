import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { smppBind, smppMessage, smppMessageId } from '@simdeck/protocol/smpp/messages.ts'
import type { SmppBind, SmppMessage } from '@simdeck/protocol/smpp/messages.ts'
import { answerTo, isAnswer, pduLength, smppCommand, smppPdu, smppStatus } from '@simdeck/protocol/smpp/pdu.ts'
import type { SmppPdu } from '@simdeck/protocol/smpp/pdu.ts'
import { failureOf, failureOfStatus, SmppFailure } from './smpp-failure.ts'

type Waiting = { command: number; sinceMs: number; resolve: (answer: SmppPdu) => void; reject: (failure: SmppFailure) => void }

/** The wait before a refusal, since a gateway may send the message again at once. */
const refusalMs = 1_000

/** Refuses a message that may be for another session, so that the gateway sends it again. */
export const notHere = async (): Promise<void> => {
  await delay(refusalMs, null, { ref: false })
  throw new Error('this session takes no messages')
}

const none = new Uint8Array(0)
const maxSequence = 0x7fffffff
const endMs = 1_000

/** One connection to a message centre, bound as transceiver. Requests of both sides run over it at the same time. */
export class SmppSession {
  /**
   * Called with each message and receipt, which is acknowledged once the call has ended; a failure asks for it again. By default all are asked
   * for again, since they may be for another session.
   */
  onMessage: (message: SmppMessage) => Promise<void> = notHere
  readonly #socket: Socket
  readonly #waiting = new Map<number, Waiting>()
  #received = Buffer.alloc(0)
  #sequence = 0
  #failure: SmppFailure | null = null

  /** Takes over a connected socket. An abort of the signal ends the session. Messages may come together with the answer to `bind`. */
  constructor(socket: Socket, signal: AbortSignal, onMessage: SmppSession['onMessage'] = notHere) {
    this.#socket = socket
    this.onMessage = onMessage
    const abort = (): void => this.#end(new SmppFailure('unreachable', 'no answer in time'))
    signal.addEventListener('abort', abort, { once: true })
    socket.on('data', (octets: Buffer) => this.#take(octets))
    socket.on('error', (error) => this.#end(failureOf(error)))
    socket.on('close', () => {
      signal.removeEventListener('abort', abort)
      this.#end(new SmppFailure('unreachable', 'the gateway closed the connection'))
    })
    if (signal.aborted) abort()
  }

  /** True until the connection has ended. */
  get isOpen(): boolean {
    return this.#failure === null
  }

  /** The time for which the oldest request has no answer, in milliseconds. */
  get silentMs(): number {
    const [oldest] = this.#waiting.values()
    return oldest ? performance.now() - oldest.sinceMs : 0
  }

  /** Signs in. Throws `SmppFailure`. */
  async bind(credentials: SmppBind): Promise<void> {
    const { status } = await this.#request(smppCommand.bindTransceiver, smppBind.encode(credentials))
    if (status !== smppStatus.ok) throw failureOfStatus('bind_transceiver', status)
  }

  /** Asks whether the gateway still answers. Throws `SmppFailure`. */
  async enquire(): Promise<void> {
    const { status } = await this.#request(smppCommand.enquireLink, none)
    if (status !== smppStatus.ok) throw failureOfStatus('enquire_link', status)
  }

  /** Sends a message. Returns the identifier that the gateway gave to it. Throws `SmppFailure`. */
  async submit(message: SmppMessage): Promise<string> {
    const { status, body } = await this.#request(smppCommand.submitSm, smppMessage.encode(message))
    if (status !== smppStatus.ok) throw failureOfStatus('submit_sm', status)
    return read(() => smppMessageId.decode(body))
  }

  /** Signs out, and ends the connection in any case. */
  async close(): Promise<void> {
    if (this.#failure) return
    const late = setTimeout(() => this.#end(new SmppFailure('unreachable', 'no answer in time')), endMs)
    await this.#request(smppCommand.unbind, none).catch(() => null)
    clearTimeout(late)
    this.#end(new SmppFailure('unreachable', 'the session has ended'))
  }

  async #request(command: number, body: Uint8Array): Promise<SmppPdu> {
    if (this.#failure) throw this.#failure
    this.#sequence = (this.#sequence % maxSequence) + 1
    const sequence = this.#sequence
    const { promise, resolve, reject } = Promise.withResolvers<SmppPdu>()
    this.#waiting.set(sequence, { command, sinceMs: performance.now(), resolve, reject })
    this.#send({ command, status: 0, sequence, body })
    return promise
  }

  #send(pdu: SmppPdu): void {
    this.#socket.write(smppPdu.encode(pdu))
  }

  #take(octets: Buffer): void {
    this.#received = Buffer.concat([this.#received, octets])
    try {
      for (let length = pduLength(this.#received); length !== null && length <= this.#received.length; length = pduLength(this.#received)) {
        const pdu = smppPdu.decode(new Uint8Array(this.#received.subarray(0, length)))
        this.#received = this.#received.subarray(length)
        if (isAnswer(pdu.command)) this.#takeAnswer(pdu)
        else this.#answer(pdu)
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#end(new SmppFailure('invalid', 'the answer is no packet of SMPP'))
    }
  }

  /** An answer of another command, or one that nobody waits for, is a fault of the gateway. */
  #takeAnswer(pdu: SmppPdu): void {
    const waiting = this.#waiting.get(pdu.sequence)
    if (!waiting) return
    this.#waiting.delete(pdu.sequence)
    if (pdu.command === answerTo(waiting.command)) waiting.resolve(pdu)
    else waiting.reject(new SmppFailure('invalid', `an answer of another command, command_status ${pdu.status}`))
  }

  #answer({ command, sequence, body }: SmppPdu): void {
    switch (command) {
      case smppCommand.enquireLink:
        return this.#send({ command: answerTo(command), status: smppStatus.ok, sequence, body: none })
      case smppCommand.deliverSm: {
        const answer = (status: number): void => {
          if (!this.#failure) this.#send({ command: answerTo(command), status, sequence, body: smppMessageId.encode('') })
        }
        const message = readOrNull(body)
        // Otherwise one message could end every session, because the gateway would deliver it again to the next one.
        if (!message) return answer(smppStatus.neverAccepted)
        void this.onMessage(message).then(
          () => answer(smppStatus.ok),
          () => answer(smppStatus.queueFull),
        )
        return
      }
      case smppCommand.unbind:
        this.#send({ command: answerTo(command), status: smppStatus.ok, sequence, body: none })
        return this.#end(new SmppFailure('unreachable', 'the gateway ended the session'))
      default:
        return this.#send({ command: smppCommand.genericNack, status: smppStatus.invalidCommand, sequence, body: none })
    }
  }

  #end(failure: SmppFailure): void {
    if (this.#failure) return
    this.#failure = failure
    this.#socket.end()
    this.#socket.destroySoon()
    for (const { reject } of this.#waiting.values()) reject(failure)
    this.#waiting.clear()
  }
}

function readOrNull(body: Uint8Array): SmppMessage | null {
  try {
    return smppMessage.decode(body)
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

function read<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    throw error instanceof ProtocolError ? new SmppFailure('invalid', 'the answer cannot be read') : error
  }
}
