import { decodeCommand, encodeResponse, responseApdu } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { equalBytes } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import type { VirtualCard } from '../card/card.ts'
import type { TransmissionProtocol } from './atr.ts'

const getResponse = 0xc0
const noResponseHeld = 0x6985
/** The second octet of 61xx and 6Cxx, in which 00 means 256. */
const octets = (length: number): number => length & 0xff

/** The contact interface of a card: handles lengths as a T=0 or T=1 card does, below its applications. */
export class CardInterface {
  readonly #card: VirtualCard
  readonly #protocol: TransmissionProtocol
  /** An answer that waits for GET RESPONSE, or for its command with the right Le. */
  #held: { response: ResponseApdu; command: CommandApdu } | null = null

  constructor(card: VirtualCard, protocol: TransmissionProtocol) {
    this.#card = card
    this.#protocol = protocol
  }

  reset(): void {
    this.#held = null
    this.#card.reset()
  }

  /** Answers the octets of a C-APDU, or of a TPDU with T=0, with those of an R-APDU. */
  transmit(bytes: Uint8Array): Uint8Array {
    return encodeResponse(this.#answer(bytes))
  }

  #answer(bytes: Uint8Array): ResponseApdu {
    const held = this.#held
    this.#held = null
    const command = readCommand(bytes)
    if (!command) return this.#card.execute(bytes)
    if (command.ins === getResponse && (command.cla & 0x7c) === 0) {
      if (!held || command.data.length > 0) return responseApdu(noResponseHeld)
      return this.#part(held.response, command)
    }
    if (held && isSameButLe(held.command, command)) return this.#part(held.response, command)
    return this.#send(this.#card.execute(bytes), command)
  }

  /** With T=0 the reader fetches the answer to a command with data; any other answer has exactly Le octets (ISO/IEC 7816-3 §12.2). */
  #send(response: ResponseApdu, command: CommandApdu): ResponseApdu {
    const { length } = response.data
    const exact = this.#protocol === 't0'
    if (length === 0) return response
    if (exact && (command.data.length > 0 || command.le === null)) {
      this.#held = { response, command }
      return responseApdu(0x6100 | octets(length))
    }
    if (command.le === null || command.le === length || (command.le > length && !exact)) return response
    this.#held = { response, command }
    return responseApdu(0x6c00 | octets(length))
  }

  /** Returns the requested part of the stored answer, and keeps the rest for the next GET RESPONSE. */
  #part({ data, sw }: ResponseApdu, command: CommandApdu): ResponseApdu {
    const { le } = command
    const wanted = le ?? 256
    if (wanted > data.length && wanted !== 256) {
      this.#held = { response: { data, sw }, command }
      return responseApdu(0x6c00 | octets(data.length))
    }
    if (wanted >= data.length) return { data, sw }
    const rest = { data: data.subarray(wanted), sw }
    this.#held = { response: rest, command }
    return { data: data.subarray(0, wanted), sw: 0x6100 | octets(rest.data.length) }
  }
}

function readCommand(bytes: Uint8Array): CommandApdu | null {
  try {
    return decodeCommand(bytes)
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** True for the repetition of a command that the card answered with 6Cxx. It must not run twice. */
function isSameButLe(one: CommandApdu, other: CommandApdu): boolean {
  return (
    one.le !== null &&
    one.le !== other.le &&
    one.cla === other.cla &&
    one.ins === other.ins &&
    one.p1 === other.p1 &&
    one.p2 === other.p2 &&
    equalBytes(one.data, other.data)
  )
}
