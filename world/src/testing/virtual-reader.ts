import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { decodeResponse, encodeCommand, swHex } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, fromHex, toHex, uint } from '@simdeck/protocol/bytes.ts'
import { openScp03Host } from '@simdeck/protocol/scp03/host.ts'
import { MessageStream } from '@simdeck/simulator/reader/vpcd.ts'

/** The reader's end of the vpcd protocol: it listens for the card and sends first. */
export class VirtualReader {
  readonly #server = createServer()
  #socket: Socket | null = null
  #messages: Uint8Array[] = []
  #wake: () => void = () => {}

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Waits until a card connects. */
  async insertion(): Promise<void> {
    const [socket] = (await once(this.#server, 'connection')) as [Socket]
    const stream = new MessageStream()
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      this.#messages.push(...stream.push(chunk))
      this.#wake()
    })
  }

  send(message: Uint8Array): void {
    this.#socket?.write(concat(uint(message.length, 2), message))
  }

  async ask(message: Uint8Array): Promise<Uint8Array> {
    this.send(message)
    while (this.#messages.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#messages.shift() ?? bytesOf()
  }

  async text(hex: string): Promise<string> {
    return toHex(await this.ask(fromHex(hex)))
  }

  /** Drops the connection, as a stopping pcscd does. */
  hangUp(): void {
    this.#socket?.destroy()
  }

  close(): void {
    this.hangUp()
    this.#server.close()
  }
}

/** Sends a command through a secure channel. */
export type SecureSend = (plain: CommandApdu) => Promise<ResponseApdu>

/** Opens a secure channel through the reader with one key in all three roles. Throws if the card refuses it. */
export async function openChannel(reader: VirtualReader, key: Uint8Array, version: string): Promise<SecureSend> {
  const hostChallenge = new Uint8Array(8).fill(0x21)
  const { data } = decodeResponse(await reader.ask(fromHex(`8050${version}0008${toHex(hostChallenge)}00`)))
  const keys = { enc: key, mac: key, dek: key }
  const { channel, externalAuthenticate } = openScp03Host({ keys, hostChallenge, initializeUpdateResponse: data, level: 0x33 })
  const { sw } = decodeResponse(await reader.ask(encodeCommand(externalAuthenticate)))
  if (sw !== 0x9000) throw new Error(`the card refused the host: ${swHex(sw)}`)
  return async (plain) => channel.unwrap(decodeResponse(await reader.ask(encodeCommand(channel.wrap(plain).command))))
}
