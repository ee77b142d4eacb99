import type { Codec } from '../codec.ts'
import { bytesOf } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'

const checks = ['none', 'rc', 'cc', 'ds'] as const
const counterRules = ['none', 'unchecked', 'higher', 'oneHigher'] as const
const proofs = ['none', 'always', 'onError'] as const

/** The integrity check of a packet: none, redundancy check, cryptographic checksum or digital signature. */
export type PacketCheck = (typeof checks)[number]

/**
 * The rule for the counter of a command: there is none; it is not checked; it must exceed the stored one; it must exceed it by exactly one.
 */
export type CounterRule = (typeof counterRules)[number]

/** The security of a command packet and of its proof of receipt (SPI, TS 102 225 §5.1.1). */
export interface Spi {
  check: PacketCheck
  ciphered: boolean
  counter: CounterRule
  /** The cases in which the card sends a proof of receipt. */
  proof: (typeof proofs)[number]
  proofCheck: PacketCheck
  proofCiphered: boolean
  /** True if the proof comes as a message of its own (SMS-SUBMIT) instead of in the report of the delivery. */
  proofBySubmit: boolean
}

/** The two octets of the SPI. Reserved bits and values throw `ProtocolError('packet')`. */
export const spi: Codec<Spi> = {
  encode: (value) =>
    bytesOf(
      checks.indexOf(value.check) | (value.ciphered ? 0x04 : 0) | (counterRules.indexOf(value.counter) << 3),
      proofs.indexOf(value.proof) |
        (checks.indexOf(value.proofCheck) << 2) |
        (value.proofCiphered ? 0x10 : 0) |
        (value.proofBySubmit ? 0x20 : 0),
    ),
  decode: (wire) => {
    const [first = 0, second = 0] = wire
    if (wire.length !== 2) throw new ProtocolError('packet', `an SPI has 2 octets, not ${wire.length}`)
    const proof = proofs[second & 0x03]
    if ((first & 0xe0) !== 0 || (second & 0xc0) !== 0 || !proof) throw new ProtocolError('packet', 'reserved bits are set in the SPI')
    return {
      check: checks[first & 0x03]!,
      ciphered: (first & 0x04) !== 0,
      counter: counterRules[(first >> 3) & 0x03]!,
      proof,
      proofCheck: checks[(second >> 2) & 0x03]!,
      proofCiphered: (second & 0x10) !== 0,
      proofBySubmit: (second & 0x20) !== 0,
    }
  },
}
