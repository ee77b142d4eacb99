import type { CommandApdu } from './apdu.ts'

/**
 * Reads and writes a value on the wire: `decode` reads what `encode` writes, and throws `ProtocolError` for input that is not such a value.
 * `Given` is the type that `encode` accepts, if it supplies defaults for missing fields.
 */
export interface Codec<Value, Wire = Uint8Array, Given = Value> {
  encode(this: void, value: Given): Wire
  decode(this: void, wire: Wire): Value
}

/** A codec of one command of a card. */
export type CommandCodec<Value, Given = Value> = Codec<Value, CommandApdu, Given>
