import { commandApdu } from '../apdu.ts'
import type { CommandApdu, ResponseApdu } from '../apdu.ts'
import { concat } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { commandMac, unwrapResponse, wrapCommand } from './channel.ts'
import type { ChannelParameters, ChannelPosition } from './channel.ts'
import { initializeUpdateResponse } from './initialize-update.ts'
import { checkCryptogram, cryptogram, deriveSessionKeys } from './keys.ts'
import type { SessionKeys, StaticKeys } from './keys.ts'
import { decodeImplementationOptions, supportsLevel } from './level.ts'
import type { SecurityLevel } from './level.ts'

/** A wrapped command, and the position for opening its response. Many commands may be sent before the first response arrives. */
export type WrappedCommand = { readonly command: CommandApdu; readonly position: ChannelPosition }

/**
 * The off-card end of an open SCP03 channel. Wrapping is a pure function of the session keys and the commands so far:
 * opening again with the same inputs and wrapping the same commands gives the same octets on any node.
 */
export class Scp03Host {
  readonly parameters: ChannelParameters
  #position: ChannelPosition

  constructor(parameters: ChannelParameters, position: ChannelPosition) {
    this.parameters = parameters
    this.#position = position
  }

  /** The position after the last wrapped command. With `parameters` it is enough to continue on another node. */
  get position(): ChannelPosition {
    return this.#position
  }

  /** Wraps the next command. Throws `ProtocolError('apdu')` when it is too long; the position then stays. */
  wrap(plain: CommandApdu): WrappedCommand {
    const wrapped = wrapCommand(this.parameters, this.#position, plain)
    this.#position = wrapped.position
    return wrapped
  }

  /** Opens the response to the command of a position, by default the last command. Throws `ProtocolError('mac')`. */
  unwrap(response: ResponseApdu, position: ChannelPosition = this.#position): ResponseApdu {
    return unwrapResponse(this.parameters, position, response)
  }
}

export type OpenedScp03Host = {
  /** The command to send first. Its response is not protected and does not count. */
  readonly externalAuthenticate: CommandApdu
  readonly channel: Scp03Host
}

/**
 * Opens the host end from the data of the answer to INITIALIZE UPDATE. Throws `ProtocolError('cryptogram')` when the card
 * does not hold the keys, `'level'` when its `i` does not offer the security level, `'apdu'` when the answer is not one of SCP03,
 * `'key'` for keys of a wrong length.
 */
export function openScp03Host(options: {
  keys: Pick<StaticKeys, 'enc' | 'mac'>
  hostChallenge: Uint8Array
  initializeUpdateResponse: Uint8Array
  level: SecurityLevel
}): OpenedScp03Host {
  const card = initializeUpdateResponse.decode(options.initializeUpdateResponse)
  const offered = decodeImplementationOptions(card.i)
  const { macLength } = offered
  if (options.hostChallenge.length !== macLength)
    throw new ProtocolError('apdu', `the card wants host challenges of ${macLength} octets, not ${options.hostChallenge.length}`)
  const challenges = { host: options.hostChallenge, card: card.cardChallenge }
  const keys = deriveSessionKeys(options.keys, challenges)
  checkCryptogram(card.cardCryptogram, cryptogram('card', keys, challenges, macLength), 'card')
  if (!supportsLevel(offered, options.level)) throw new ProtocolError('level', 'the card does not offer the security level')
  const opened = externalAuthenticate(keys, cryptogram('host', keys, challenges, macLength), options.level)
  const parameters = { keys, level: options.level, macLength }
  return { externalAuthenticate: opened.command, channel: new Scp03Host(parameters, { macChain: opened.macChain, counter: 0 }) }
}

/** Makes EXTERNAL AUTHENTICATE (GPC Amendment D §7.1.2). Its C-MAC has a chaining value of zeros, and its data is never encrypted. */
function externalAuthenticate(
  keys: SessionKeys,
  hostCryptogram: Uint8Array,
  level: SecurityLevel,
): { command: CommandApdu; macChain: Uint8Array } {
  const macLength = hostCryptogram.length === 16 ? 16 : 8
  const bare = commandApdu(0x84, 0x82, level, 0x00, hostCryptogram)
  const macChain = commandMac(keys, new Uint8Array(16), bare, macLength)
  return { command: { ...bare, data: concat(hostCryptogram, macChain.subarray(0, macLength)) }, macChain }
}
