import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { fromHex, uint } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { answerInitializeUpdate, authenticateOnly, openScp03Card } from '@simdeck/protocol/scp03/card.ts'
import type { PendingScp03Card, Scp03Card } from '@simdeck/protocol/scp03/card.ts'
import { pseudoRandomChallenge } from '@simdeck/protocol/scp03/keys.ts'
import { decodeImplementationOptions } from '@simdeck/protocol/scp03/level.ts'
import type { Random } from '../random.ts'
import { CardError, sw } from '../card-error.ts'
import { findKeySet, keyHolder } from './domains.ts'
import type { SecurityDomain } from './domains.ts'
import { channelBits } from './logical-channels.ts'
import type { CardNvm } from './nvm.ts'

const lastSequenceCounter = 0xffffff

/** A channel that is being opened, and the DEK of its key set, which decrypts the keys in PUT KEY. */
export interface PendingChannel {
  scp03: PendingScp03Card
  dek: Uint8Array
}

/** INITIALIZE UPDATE to a security domain (GPC Amendment D §7.1.1). The sequence counter rises in NVM before the answer. */
export function initializeUpdate(nvm: CardNvm, domain: SecurityDomain, command: CommandApdu, random: Random): PendingChannel {
  const { state } = keyHolder(nvm, domain)
  const { macLength, pseudoRandomChallenge: isPseudoRandom } = decodeImplementationOptions(state.i)
  if ((command.cla & ~channelBits) !== 0x80) throw new CardError(sw.unknownClass, 'INITIALIZE UPDATE is never secured')
  if (command.p2 !== 0x00) throw new CardError(sw.wrongParameters, 'key identifier 0 only')
  if (command.data.length !== macLength) throw new CardError(sw.wrongLength, 'a host challenge of a wrong length')
  const keys = findKeySet(state, command.p1)
  if (!keys) throw new CardError(sw.referencedDataNotFound, 'no such key version')
  if (state.sequenceCounter === lastSequenceCounter) throw new CardError(sw.conditionsOfUse, 'the sequence counter is used up')
  state.sequenceCounter++
  const sequenceCounter = uint(state.sequenceCounter, 3)
  const scp03 = answerInitializeUpdate({
    keys,
    keyVersionNumber: keys.version,
    i: state.i,
    diversificationData: fromHex(nvm.diversificationData),
    sequenceCounter,
    hostChallenge: command.data,
    cardChallenge: isPseudoRandom
      ? pseudoRandomChallenge(keys.enc, sequenceCounter, fromHex(domain.aid), macLength)
      : random.bytes(macLength),
  })
  return { scp03, dek: keys.dek }
}

/**
 * EXTERNAL AUTHENTICATE (GPC Amendment D §7.1.2). Returns null when the host is authenticated at level 00, which a card accepts before its
 * life cycle state SECURED.
 */
export function externalAuthenticate(pending: PendingScp03Card | null, command: CommandApdu, isSecuredCard: boolean): Scp03Card | null {
  if (!pending) throw new CardError(sw.conditionsOfUse, 'no INITIALIZE UPDATE before')
  if ((command.cla & ~channelBits) !== 0x84) throw new CardError(sw.securityStatus, 'EXTERNAL AUTHENTICATE carries a C-MAC')
  if (command.data.length !== 2 * pending.options.macLength) throw new CardError(sw.wrongLength, 'cryptogram and C-MAC of a wrong length')
  try {
    if (command.p1 !== 0x00 || isSecuredCard) return openScp03Card(pending, command)
    authenticateOnly(pending, command)
    return null
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    if (error.code === 'apdu') throw new CardError(sw.wrongParameters, error.message)
    throw new CardError(error.code === 'cryptogram' ? sw.hostNotAuthenticated : sw.securityStatus, error.message)
  }
}

/** Verifies and decrypts a secured command. The caller closes the channel after a command that fails this (GPC Amendment D §5.4). */
export function unwrapSecured(channel: Scp03Card | null, command: CommandApdu): CommandApdu {
  if (!channel) throw new CardError(sw.securityStatus, 'no secure channel')
  try {
    return channel.unwrap(command)
  } catch (error) {
    if (error instanceof ProtocolError) throw new CardError(sw.securityStatus, error.message)
    throw error
  }
}
