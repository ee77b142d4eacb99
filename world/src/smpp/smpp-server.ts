import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { smppBind, smppMessage, smppMessageId } from '@simdeck/protocol/smpp/messages.ts'
import type { SmppMessage } from '@simdeck/protocol/smpp/messages.ts'
import { answerTo, isAnswer, pduLength, smppCommand, smppPdu, smppStatus } from '@simdeck/protocol/smpp/pdu.ts'
import type { SmppPdu } from '@simdeck/protocol/smpp/pdu.ts'
import { MobileNetwork } from './mobile-network.ts'
import type { MobileNetworkOptions } from './mobile-network.ts'

export interface SmppServerOptions extends Omit<MobileNetworkOptions, 'answer'> {
  systemId: string
  password: string
  /** 0 for any free port. */
  port?: number
  /** The most messages that it takes in a second; more are throttled. Without it, it takes all. */
  perSecond?: number
  /** Key and certificate, both PEM, for TLS. */
  tls?: { key: string; cert: string }
}

/** The most receipts and messages that wait for an answer of the client. */
const window = 50
const none = new Uint8Array(0)

/** A message centre that speaks SMPP 3.4 to transceivers, in front of a mobile network. It delivers each message that it has accepted, also if its client is gone. */
export class SmppServer implements Disposable {
  readonly #options: SmppServerOptions
  readonly #network: MobileNetwork
  readonly #server: Server
  /** The connections, with whether they are signed in. */
  readonly #clients = new Map<Socket, boolean>()
  readonly #waiting: SmppMessage[] = []
  /** Messages that were sent to the client, by their sequence, until it answers. */
  readonly #unconfirmed = new Map<number, SmppMessage>()
  #sequence = 0
  #messages = 0
  #second = { at: 0, count: 0 }
  /** The number of messages that it took, and that it throttled. */
  readonly counts = { accepted: 0, throttled: 0, binds: 0, submitted: 0 }
  /** While true, it takes messages, and its answers are lost. */
  losesAnswers = false

  constructor(options: SmppServerOptions) {
    this.#options = options
    this.#network = new MobileNetwork({ ...options, answer: (message) => this.deliver(message) })
    const connected = (socket: Socket): void => this.#connected(socket)
    this.#server = options.tls ? createTlsServer(options.tls, connected) : createServer(connected)
  }

  async listen(): Promise<number> {
    this.#server.listen(this.#options.port ?? 0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** The number of connections. */
  get clients(): number {
    return this.#clients.size
  }

  /** The number of receipts and messages that wait for a client. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Gives the client a message of a subscriber. */
  deliver(message: SmppMessage): void {
    this.#waiting.push(message)
    this.#drain()
  }

  /** Breaks all connections at once. */
  cut(): void {
    for (const socket of this.#clients.keys()) socket.destroy()
  }

  [Symbol.dispose](): void {
    this.#network.stop()
    this.cut()
    this.#server.close()
  }

  #connected(socket: Socket): void {
    this.#clients.set(socket, false)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#disconnected(socket))
    let received = Buffer.alloc(0)
    socket.on('data', (octets: Buffer) => {
      received = Buffer.concat([received, octets])
      try {
        for (let length = pduLength(received); length !== null && length <= received.length; length = pduLength(received)) {
          const pdu = smppPdu.decode(new Uint8Array(received.subarray(0, length)))
          received = received.subarray(length)
          this.#take(socket, pdu)
        }
      } catch {
        socket.destroy()
      }
    })
  }

  /** The next client gets the messages that this one has not confirmed. */
  #disconnected(socket: Socket): void {
    if (this.#clients.get(socket)) {
      this.#waiting.unshift(...this.#unconfirmed.values())
      this.#unconfirmed.clear()
    }
    this.#clients.delete(socket)
  }

  #take(socket: Socket, pdu: SmppPdu): void {
    if (isAnswer(pdu.command)) return this.#confirmed(pdu)
    const isBound = this.#clients.get(socket) === true
    switch (pdu.command) {
      case smppCommand.bindTransceiver:
        return this.#bind(socket, pdu)
      case smppCommand.enquireLink:
        return this.#answer(socket, pdu, smppStatus.ok)
      case smppCommand.unbind:
        this.#answer(socket, pdu, smppStatus.ok)
        return void socket.end()
      case smppCommand.submitSm:
        return isBound ? this.#submit(socket, pdu) : this.#answer(socket, pdu, smppStatus.notBound)
      default:
        return this.#send(socket, {
          command: smppCommand.genericNack,
          status: smppStatus.invalidCommand,
          sequence: pdu.sequence,
          body: none,
        })
    }
  }

  #bind(socket: Socket, pdu: SmppPdu): void {
    const { systemId, password } = smppBind.decode(pdu.body)
    if (systemId !== this.#options.systemId || password !== this.#options.password)
      return this.#answer(socket, pdu, smppStatus.invalidPassword)
    this.#clients.set(socket, true)
    this.counts.binds++
    this.#answer(socket, pdu, smppStatus.ok, smppMessageId.encode('world'))
    this.#drain()
  }

  #submit(socket: Socket, pdu: SmppPdu): void {
    this.counts.submitted++
    if (this.#isOverLimit()) {
      this.counts.throttled++
      return this.#answer(socket, pdu, smppStatus.throttled)
    }
    this.counts.accepted++
    const messageId = (++this.#messages).toString(16).padStart(8, '0')
    const message = smppMessage.decode(pdu.body)
    if (!this.losesAnswers) this.#answer(socket, pdu, smppStatus.ok, smppMessageId.encode(messageId))
    this.#network.take(message, messageId)
  }

  #isOverLimit(): boolean {
    const { perSecond } = this.#options
    if (perSecond === undefined) return false
    const at = Math.floor(performance.now() / 1000)
    if (at !== this.#second.at) this.#second = { at, count: 0 }
    return ++this.#second.count > perSecond
  }

  #confirmed({ sequence, status }: SmppPdu): void {
    const message = this.#unconfirmed.get(sequence)
    if (!message) return
    this.#unconfirmed.delete(sequence)
    if (status !== smppStatus.ok) this.#waiting.push(message)
    this.#drain()
  }

  #drain(): void {
    const [client] = [...this.#clients].findLast(([, isBound]) => isBound) ?? []
    while (client && this.#waiting.length > 0 && this.#unconfirmed.size < window) {
      const message = this.#waiting.shift()!
      const sequence = (this.#sequence = (this.#sequence % 0x7fffffff) + 1)
      this.#unconfirmed.set(sequence, message)
      this.#send(client, { command: smppCommand.deliverSm, status: 0, sequence, body: smppMessage.encode(message) })
    }
  }

  #answer(socket: Socket, { command, sequence }: SmppPdu, status: number, body: Uint8Array = none): void {
    this.#send(socket, { command: answerTo(command), status, sequence, body })
  }

  #send(socket: Socket, pdu: SmppPdu): void {
    if (!socket.destroyed) socket.write(smppPdu.encode(pdu))
  }
}
