import { commandApdu, leAny } from '../apdu.ts'
import { bytesOf, concat, Reader } from '../bytes.ts'
import type { Codec, CommandCodec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { decodeImplementationOptions } from './level.ts'

/** Key version number 0 selects the default keys of the card. */
export type InitializeUpdate = { readonly keyVersionNumber: number; readonly hostChallenge: Uint8Array }

/** INITIALIZE UPDATE (GPC Amendment D §7.1.1). Both directions throw `ProtocolError('apdu')`. */
export const initializeUpdateCommand: CommandCodec<InitializeUpdate> = {
  encode: ({ keyVersionNumber, hostChallenge }) => commandApdu(0x80, 0x50, keyVersionNumber, 0x00, checkChallenge(hostChallenge), leAny),
  decode: (command) => {
    if (command.cla !== 0x80 || command.ins !== 0x50 || command.p2 !== 0x00) throw new ProtocolError('apdu', 'not INITIALIZE UPDATE')
    return { keyVersionNumber: command.p1, hostChallenge: checkChallenge(command.data) }
  },
}

function checkChallenge(challenge: Uint8Array): Uint8Array {
  if (challenge.length !== 8 && challenge.length !== 16) throw new ProtocolError('apdu', 'a challenge has 8 or 16 octets')
  return challenge
}

export type InitializeUpdateResponse = {
  /** Key diversification data, 10 octets. */
  readonly diversificationData: Uint8Array
  readonly keyVersionNumber: number
  readonly i: number
  readonly cardChallenge: Uint8Array
  readonly cardCryptogram: Uint8Array
  /** 3 octets when the challenge is pseudo-random (`i` & 10), else null. */
  readonly sequenceCounter: Uint8Array | null
}

/**
 * The data of the answer to INITIALIZE UPDATE (GPC Amendment D §7.1.1.6). `decode` throws `ProtocolError('apdu')` when the answer is
 * not one of SCP03.
 */
export const initializeUpdateResponse: Codec<InitializeUpdateResponse> = {
  encode: ({ diversificationData, keyVersionNumber, i, cardChallenge, cardCryptogram, sequenceCounter }) =>
    concat(diversificationData, bytesOf(keyVersionNumber, 0x03, i), cardChallenge, cardCryptogram, sequenceCounter ?? new Uint8Array(0)),
  decode: (data) => {
    if (data.length < 13) throw new ProtocolError('apdu', 'the answer to INITIALIZE UPDATE is too short')
    const reader = new Reader(data)
    const diversificationData = reader.take(10)
    const keyVersionNumber = reader.uint(1)
    const scp = reader.uint(1)
    if (scp !== 0x03) throw new ProtocolError('apdu', `secure channel protocol ${scp.toString(16).padStart(2, '0')} is not SCP03`)
    const i = reader.uint(1)
    const options = decodeImplementationOptions(i)
    const expected = 13 + 2 * options.macLength + (options.pseudoRandomChallenge ? 3 : 0)
    if (data.length !== expected)
      throw new ProtocolError('apdu', `the answer to INITIALIZE UPDATE has ${data.length} octets; ${expected} are due with this i`)
    const cardChallenge = reader.take(options.macLength)
    const cardCryptogram = reader.take(options.macLength)
    const sequenceCounter = options.pseudoRandomChallenge ? reader.take(3) : null
    return { diversificationData, keyVersionNumber, i, cardChallenge, cardCryptogram, sequenceCounter }
  },
}
