import type { CommandApdu } from './apdu.ts'

/**
 * A value on the wire, both directions in one place: `decode` reads what `encode` writes. `decode` throws `ProtocolError` for anything
 * that holds no such value. `Given` is the type that `encode` takes where it fills fields in that are left out.
 */
export interface Codec<Value, Wire = Uint8Array, Given = Value> {
  encode(this: void, value: Given): Wire
  decode(this: void, wire: Wire): Value
}

/** A codec of one command of a card. */
export type CommandCodec<Value, Given = Value> = Codec<Value, CommandApdu, Given>
