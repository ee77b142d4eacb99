import { createHash } from 'node:crypto'
import { decodeResponse, swHex } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, fromHex, Reader, toHex, uint } from '@simdeck/protocol/bytes.ts'
import { decodeTlvs, findTlv } from '@simdeck/protocol/tlv.ts'
import type { VirtualReader } from '../virtual-reader.ts'

/** Modes of COMPUTE SIGNATURE: the applet hashes the text, or gets its hash. */
const modes = { fullText: '01', padAndSign: '03' } as const
const ok = 0x9000
const pieceLength = 200

/**
 * The IoT SAFE client of a device, on a logical channel of its own. It writes and reads the octets by GSMA IoT.05, without the code that
 * the card uses.
 */
export class CardInDevice {
  readonly #reader: VirtualReader
  readonly #channel: number

  private constructor(reader: VirtualReader, channel: number) {
    this.#reader = reader
    this.#channel = channel
  }

  /** Opens a channel and selects the applet. Throws if the card refuses. */
  static async open(reader: VirtualReader, aid: Uint8Array): Promise<CardInDevice> {
    const { sw, data } = decodeResponse(await reader.ask(fromHex('0070000001')))
    if (sw !== ok) throw new Error(`MANAGE CHANNEL: ${swHex(sw)}`)
    const device = new CardInDevice(reader, data[0] ?? 0)
    await device.#command(0x00, 'a40400', aid)
    return device
  }

  /** The content of the file with that id (hex). */
  async readFile(id: string): Promise<Uint8Array> {
    const name = concat(bytesOf(0x83, id.length / 2), fromHex(id))
    const size = findTlv(decodeTlvs(await this.#command(0x80, 'cbc300', name)), 0xc3, 0x20)
    if (!size) throw new Error('a file without its size')
    const length = new Reader(size).uint(2)
    let content: Uint8Array = new Uint8Array(0)
    while (content.length < length) {
      const piece = await this.#command(0x80, `b0${toHex(uint(content.length, 2))}`, name, Math.min(pieceLength, length - content.length))
      content = concat(content, piece)
    }
    return content
  }

  /** An ECDSA signature `r s` with SHA-256 by the private key with that id (hex). */
  async sign(id: string, mode: keyof typeof modes, content: Uint8Array): Promise<Uint8Array> {
    const key = `84${toHex(uint(id.length / 2, 1))}${id}`
    await this.#command(0x80, '2a0001', fromHex(`${key}a101${modes[mode]}91020001920104`))
    const answer = mode === 'fullText' ? await this.#signText(content) : await this.#signHash(content)
    if (answer.length !== 66 || answer[0] !== 0x33 || answer[1] !== 0x40) throw new Error('the answer is not a signature')
    return answer.subarray(2)
  }

  async #signText(text: Uint8Array): Promise<Uint8Array> {
    for (let at = 0; ; at += pieceLength) {
      const part = text.subarray(at, at + pieceLength)
      const isLast = at + pieceLength >= text.length
      const length = part.length < 0x80 ? bytesOf(part.length) : bytesOf(0x81, part.length)
      const answer = await this.#command(0x80, isLast ? '2b8001' : '2b0001', concat(bytesOf(0x9b), length, part))
      if (isLast) return answer
    }
  }

  #signHash(content: Uint8Array): Promise<Uint8Array> {
    return this.#command(0x80, '2b8001', concat(bytesOf(0x9e, 0x20), createHash('sha256').update(content).digest()))
  }

  async #command(cla: number, header: string, data: Uint8Array, le = 0): Promise<Uint8Array> {
    const command = concat(bytesOf(cla | this.#channel), fromHex(header), uint(data.length, 1), data, bytesOf(le))
    const answer = decodeResponse(await this.#reader.ask(command))
    if (answer.sw !== ok) throw new Error(`${header}: ${swHex(answer.sw)}`)
    return answer.data
  }
}
