import type { MacLength, StaticKeys } from '../scp03/keys.ts'
import type { SecurityLevel } from '../scp03/level.ts'
import { initializeUpdateResponse } from '../scp03/initialize-update.ts'

/** SCP03 keys under their key version number. */
export interface KeySet {
  keyVersionNumber: number
  keys: StaticKeys
}

/** The security domain that a job is sent to, with its keys and security level. */
export interface SecurityDomain extends KeySet {
  aid: Uint8Array
  level: SecurityLevel
  /** 16 for a card with S16 (`i` & 01). */
  challengeLength: MacLength
  /** A key set that the card may hold in place of the usual one, because it is not known if it has run a PUT KEY. */
  other?: KeySet
}

/** The keys of the channel: those of the version that the card names in its answer to INITIALIZE UPDATE. */
export function channelKeys({ keys, other }: SecurityDomain, response: Uint8Array): StaticKeys {
  return other && answeredVersion(response) === other.keyVersionNumber ? other.keys : keys
}

/** The key version number in an answer to INITIALIZE UPDATE. Throws `ProtocolError` if it cannot be decoded. */
export const answeredVersion = (response: Uint8Array): number => initializeUpdateResponse.decode(response).keyVersionNumber
