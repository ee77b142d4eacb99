import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { fromHex, uint } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { answerInitializeUpdate, openScp03Card } from '@simdeck/protocol/scp03/card.ts'
import type { PendingScp03Card, Scp03Card } from '@simdeck/protocol/scp03/card.ts'
import { pseudoRandomChallenge } from '@simdeck/protocol/scp03/keys.ts'
import { decodeImplementationOptions } from '@simdeck/protocol/scp03/level.ts'
import type { Random } from '../random.ts'
import { CardError, sw } from './card-error.ts'
import type { CardNvm } from './nvm.ts'

const lastSequenceCounter = 0xffffff

/** INITIALIZE UPDATE (GPC Amendment D §7.1.1): counts, in NVM, before it answers. */
export function initializeUpdate(nvm: CardNvm, command: CommandApdu, random: Random): PendingScp03Card {
  const domain = nvm.securityDomain
  const { macLength, pseudoRandomChallenge: isPseudoRandom } = decodeImplementationOptions(domain.i)
  if (command.cla !== 0x80) throw new CardError(sw.unknownClass, 'INITIALIZE UPDATE is never secured')
  if (command.p2 !== 0x00) throw new CardError(sw.wrongParameters, 'key identifier 0 only')
  if (command.data.length !== macLength) throw new CardError(sw.wrongLength, 'a host challenge of a wrong length')
  if (command.p1 !== 0 && command.p1 !== domain.keyVersionNumber) throw new CardError(sw.referencedDataNotFound, 'no such key version')
  if (domain.sequenceCounter === lastSequenceCounter) throw new CardError(sw.conditionsOfUse, 'the sequence counter is used up')
  domain.sequenceCounter++
  const sequenceCounter = uint(domain.sequenceCounter, 3)
  const enc = fromHex(domain.enc)
  return answerInitializeUpdate({
    keys: { enc, mac: fromHex(domain.mac) },
    keyVersionNumber: domain.keyVersionNumber,
    i: domain.i,
    diversificationData: new Uint8Array(10),
    sequenceCounter,
    hostChallenge: command.data,
    cardChallenge: isPseudoRandom ? pseudoRandomChallenge(enc, sequenceCounter, fromHex(domain.aid), macLength) : random.bytes(macLength),
  })
}

/** EXTERNAL AUTHENTICATE (GPC Amendment D §7.1.2). */
export function externalAuthenticate(pending: PendingScp03Card | null, command: CommandApdu): Scp03Card {
  if (!pending) throw new CardError(sw.conditionsOfUse, 'no INITIALIZE UPDATE before')
  if (command.cla !== 0x84) throw new CardError(sw.securityStatus, 'EXTERNAL AUTHENTICATE carries a C-MAC')
  if (command.data.length !== 2 * pending.options.macLength) throw new CardError(sw.wrongLength, 'cryptogram and C-MAC of a wrong length')
  try {
    return openScp03Card(pending, command)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    if (error.code === 'apdu') throw new CardError(sw.wrongParameters, error.message)
    throw new CardError(error.code === 'cryptogram' ? sw.hostNotAuthenticated : sw.securityStatus, error.message)
  }
}

/** Opens a secured command; the channel is closed for good when it cannot be (GPC Amendment D §5.4). */
export function unwrapSecured(channel: Scp03Card | null, command: CommandApdu): CommandApdu {
  if (!channel) throw new CardError(sw.securityStatus, 'no secure channel')
  try {
    return channel.unwrap(command)
  } catch (error) {
    if (error instanceof ProtocolError) throw new CardError(sw.securityStatus, error.message)
    throw error
  }
}
