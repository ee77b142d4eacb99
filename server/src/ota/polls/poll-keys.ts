import { randomBytes } from 'node:crypto'
import { concat } from '@simdeck/protocol/bytes.ts'
import { aesCbcDecrypt, aesCbcEncrypt, cacheCiphersOf } from '@simdeck/protocol/crypto/aes.ts'
import { iccidFromBytes } from '@simdeck/protocol/iccid.ts'
import { frameKeys, type FrameKeys, pollKeys, type SimKeys } from '@simdeck/protocol/ota/keys.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import { sealContext } from '../../key-sets/seal-keys.ts'
import type { PollEntry } from './poll-slots.ts'

/** The keys for a POLL and for its answer. They exist for one step. */
export type OpenedPollKeys = { simKeys: SimKeys; poll: FrameKeys }

/**
 * Opens the keys of SIMs in the poll table. Sealed keys take two ciphers of AES-GCM and two derivations. The first POLL of a SIM pays for
 * them. After that the table keeps the keys and the derived ones, encrypted under a key that only this process knows; one cipher, which
 * exists already, opens them.
 */
export class PollKeys {
  readonly #sealer: Sealer
  readonly #processKey = new Uint8Array(randomBytes(32))

  constructor(sealer: Sealer) {
    this.#sealer = sealer
    cacheCiphersOf(this.#processKey)
  }

  /** Throws if the keys were sealed for another SIM or with another master key. */
  open(known: PollEntry, iccid: Uint8Array): OpenedPollKeys {
    const kept = known.keptKeys
    const sealed = known.sealedKeys
    if (kept) return opened(aesCbcDecrypt(this.#processKey, ivOf(iccid), kept.octets), kept.capAuthKeyLength)
    if (!sealed) throw new Error('a SIM has no keys')
    const digits = iccidFromBytes(iccid)
    const simKeys = {
      capAuthKey: this.#sealer.open(sealed.capAuthKey, sealContext(digits, 'cap_auth_key')),
      encryptKey: this.#sealer.open(sealed.encryptKey, sealContext(digits, 'encrypt_key')),
    }
    const poll = pollKeys(simKeys, iccid)
    const all = concat(simKeys.capAuthKey, poll.mac, simKeys.encryptKey, poll.enc)
    known.keepKeys(aesCbcEncrypt(this.#processKey, ivOf(iccid), all), simKeys.capAuthKey.length)
    return { simKeys, poll }
  }
}

const iv = new Uint8Array(16)

/** The IV of the kept keys of a SIM, in octets that the next call overwrites. */
function ivOf(iccid: Uint8Array): Uint8Array {
  iv.set(iccid)
  return iv
}

/** A derived key is as long as its parent. */
function opened(all: Uint8Array, capAuthKeyLength: number): OpenedPollKeys {
  const [second, half] = [2 * capAuthKeyLength, all.length / 2]
  const third = capAuthKeyLength + half
  return {
    simKeys: { capAuthKey: all.subarray(0, capAuthKeyLength), encryptKey: all.subarray(second, third) },
    poll: frameKeys(all.subarray(capAuthKeyLength, second), all.subarray(third)),
  }
}
