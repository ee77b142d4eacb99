import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { concat, uint } from '@simdeck/protocol/bytes.ts'
import type { Address } from '../link.ts'

/** A card that is put into the reader. */
export interface InsertedCard {
  readonly atr: Uint8Array
  /** Powers the card on, off, or resets it: selection and open channels are lost. */
  reset: () => void
  /** Answers a C-APDU with an R-APDU. */
  transmit: (command: Uint8Array) => Uint8Array
}

export interface VirtualReader {
  card: InsertedCard
  reader: Address
  /** The pause before the next attempt to connect to a missing reader, in milliseconds. */
  retryMs: number
  /** Called when the card is put into the reader or taken out. */
  onChange: (inserted: boolean) => void
}

const control = { powerOff: 0, powerOn: 1, reset: 2, getAtr: 4 } as const

/** Reads the messages of a byte stream: two octets of length, then that number of octets. */
export class MessageStream {
  #bytes: Uint8Array = new Uint8Array(0)

  /** Adds octets of the stream. Returns the messages that are now complete. */
  push(chunk: Uint8Array): Uint8Array[] {
    this.#bytes = concat(this.#bytes, chunk)
    const messages: Uint8Array[] = []
    for (;;) {
      const [high, low] = this.#bytes
      if (high === undefined || low === undefined) return messages
      const end = 2 + high * 256 + low
      if (this.#bytes.length < end) return messages
      messages.push(this.#bytes.subarray(2, end))
      this.#bytes = this.#bytes.subarray(end)
    }
  }
}

/** The answer to a message: one octet switches the card's power or asks for its ATR, a longer message is a C-APDU. Null for no answer. */
function answer(card: InsertedCard, message: Uint8Array): Uint8Array | null {
  const [code] = message
  if (message.length > 1) return card.transmit(message)
  if (code === control.getAtr) return card.atr
  if (code === control.powerOff || code === control.powerOn || code === control.reset) card.reset()
  return null
}

/**
 * Puts a card into the virtual reader of vsmartcard (vpcd), which listens for a connection, and keeps it there: after the reader went away
 * (pcscd was restarted) the card connects again. Returns a function that takes the card out for good.
 */
export function insertCard({ card, reader, retryMs, onChange }: VirtualReader): () => void {
  let socket: Socket
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  const insert = (): void => {
    timer = null
    const stream = new MessageStream()
    let inserted = false
    socket = connect(reader.port, reader.host, () => {
      inserted = true
      socket.setNoDelay(true)
      onChange(true)
    })
    socket.on('data', (chunk) => {
      for (const message of stream.push(chunk)) {
        const bytes = answer(card, message)
        if (bytes) socket.write(concat(uint(bytes.length, 2), bytes))
      }
    })
    // The event `close` follows every error.
    socket.on('error', () => {})
    socket.on('close', () => {
      card.reset()
      if (inserted) onChange(false)
      if (!stopped) timer = setTimeout(insert, retryMs)
    })
  }

  insert()
  return () => {
    stopped = true
    if (timer) clearTimeout(timer)
    socket.destroy()
  }
}
