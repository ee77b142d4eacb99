import type { CommandApdu, ResponseApdu } from '../apdu.ts'
import { equalSecret } from '../crypto/equal.ts'
import { ProtocolError } from '../errors.ts'
import { commandMac, isSecured, unwrapCommand, wrapResponse } from './channel.ts'
import type { ChannelParameters, ChannelPosition } from './channel.ts'
import { initializeUpdateResponse } from './initialize-update.ts'
import { checkCryptogram, cryptogram, deriveSessionKeys } from './keys.ts'
import type { SessionKeys, StaticKeys } from './keys.ts'
import { checkSecurityLevel, decodeImplementationOptions, supportsLevel } from './level.ts'
import type { ImplementationOptions } from './level.ts'

/** The on-card end of an open SCP03 channel. A failed `unwrap` ends it for good. */
export class Scp03Card {
  readonly parameters: ChannelParameters
  #position: ChannelPosition | null

  constructor(parameters: ChannelParameters, position: ChannelPosition) {
    this.parameters = parameters
    this.#position = position
  }

  /** The position of the channel; null after its end. */
  get position(): ChannelPosition | null {
    return this.#position
  }

  /** Opens the next command. A wrong MAC throws `ProtocolError('mac')` and closes the channel (GPC Amendment D §5.4). */
  unwrap(wrapped: CommandApdu): CommandApdu {
    const before = this.#open()
    this.#position = null
    const { command, position } = unwrapCommand(this.parameters, before, wrapped)
    this.#position = position
    return command
  }

  /** Protects the response to the command opened last. */
  wrap(response: ResponseApdu): ResponseApdu {
    return wrapResponse(this.parameters, this.#open(), response)
  }

  #open(): ChannelPosition {
    if (this.#position === null) throw new ProtocolError('mac', 'the secure channel has ended')
    return this.#position
  }
}

/** A card between INITIALIZE UPDATE and EXTERNAL AUTHENTICATE. */
export type PendingScp03Card = {
  /** The data to answer INITIALIZE UPDATE with. */
  readonly response: Uint8Array
  readonly keys: SessionKeys
  readonly hostCryptogram: Uint8Array
  readonly options: ImplementationOptions
}

/**
 * Card: answers INITIALIZE UPDATE. `cardChallenge` is random, or `pseudoRandomChallenge(…)` if `i` requires that. Throws
 * `ProtocolError('apdu')` when the length of a challenge is not that of `i`.
 */
export function answerInitializeUpdate(card: {
  keys: Pick<StaticKeys, 'enc' | 'mac'>
  keyVersionNumber: number
  i: number
  diversificationData: Uint8Array
  sequenceCounter: Uint8Array
  hostChallenge: Uint8Array
  cardChallenge: Uint8Array
}): PendingScp03Card {
  const options = decodeImplementationOptions(card.i)
  const { macLength } = options
  if (card.hostChallenge.length !== macLength || card.cardChallenge.length !== macLength)
    throw new ProtocolError('apdu', `challenges have ${macLength} octets with this i`)
  const challenges = { host: card.hostChallenge, card: card.cardChallenge }
  const keys = deriveSessionKeys(card.keys, challenges)
  const response = initializeUpdateResponse.encode({
    diversificationData: card.diversificationData,
    keyVersionNumber: card.keyVersionNumber,
    i: card.i,
    cardChallenge: card.cardChallenge,
    cardCryptogram: cryptogram('card', keys, challenges, macLength),
    sequenceCounter: options.pseudoRandomChallenge ? card.sequenceCounter : null,
  })
  return { response, keys, hostCryptogram: cryptogram('host', keys, challenges, macLength), options }
}

/**
 * Card: verifies EXTERNAL AUTHENTICATE. Throws `ProtocolError('apdu')` when it is malformed or asks for a level the card's `i` does
 * not offer, `'mac'` or `'cryptogram'` when the host does not hold the keys.
 */
export function openScp03Card(pending: PendingScp03Card, command: CommandApdu): Scp03Card {
  const { keys, options } = pending
  const level = checkSecurityLevel(command.p1)
  if (!supportsLevel(options, level)) throw new ProtocolError('apdu', 'this card does not offer the security level')
  const macChain = verifyHost(pending, command)
  return new Scp03Card({ keys, level, macLength: options.macLength }, { macChain, counter: 0 })
}

/** Card: verifies EXTERNAL AUTHENTICATE with level 00, after which commands are plain. Throws as `openScp03Card` does. */
export function authenticateOnly(pending: PendingScp03Card, command: CommandApdu): void {
  if (command.p1 !== 0x00) throw new ProtocolError('apdu', 'not security level 00')
  verifyHost(pending, command)
}

/** The chaining value after EXTERNAL AUTHENTICATE. */
function verifyHost({ keys, options, hostCryptogram }: PendingScp03Card, command: CommandApdu): Uint8Array {
  const { macLength } = options
  if (!isSecured(command.cla) || command.ins !== 0x82 || command.p2 !== 0x00 || command.data.length !== 2 * macLength)
    throw new ProtocolError('apdu', 'not EXTERNAL AUTHENTICATE')
  const data = command.data.subarray(0, macLength)
  const macChain = commandMac(keys, new Uint8Array(16), { ...command, data }, macLength)
  if (!equalSecret(command.data.subarray(macLength), macChain.subarray(0, macLength))) throw new ProtocolError('mac', 'the C-MAC is wrong')
  checkCryptogram(data, hostCryptogram, 'host')
  return macChain
}
