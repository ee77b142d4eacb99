import { concat } from '../bytes.ts'
import { aesEcb, cacheCiphersOf } from '../crypto/aes.ts'
import { cmacOf } from '../crypto/cmac.ts'
import { equalSecret } from '../crypto/equal.ts'
import { ProtocolError } from '../errors.ts'
import { derivation, kdf } from './kdf.ts'

/** The static keys of a security domain under one key version number; 16, 24 or 32 octets each, all of one length. */
export type StaticKeys = { readonly enc: Uint8Array; readonly mac: Uint8Array; readonly dek: Uint8Array }

export type SessionKeys = { readonly sEnc: Uint8Array; readonly sMac: Uint8Array; readonly sRmac: Uint8Array }

/** Octets of MACs, challenges and cryptograms: S8 or S16 (GPC Amendment D §5.1, `i` bit 1). */
export type MacLength = 8 | 16

export type Challenges = { readonly host: Uint8Array; readonly card: Uint8Array }

/** Throws `ProtocolError('key')` unless both keys are AES keys of one length. */
function checkPair(enc: Uint8Array, mac: Uint8Array): void {
  if (![16, 24, 32].includes(enc.length) || mac.length !== enc.length)
    throw new ProtocolError('key', 'SCP03 keys have 16, 24 or 32 octets, the same number each')
}

/** Derives S-ENC, S-MAC and S-RMAC, as long as the static keys (GPC Amendment D §6.2.1). */
export function deriveSessionKeys(keys: Pick<StaticKeys, 'enc' | 'mac'>, challenges: Challenges): SessionKeys {
  checkPair(keys.enc, keys.mac)
  const context = concat(challenges.host, challenges.card)
  const bits = keys.enc.length * 8
  const session = {
    sEnc: kdf(keys.enc, derivation.sEnc, context, bits),
    sMac: kdf(keys.mac, derivation.sMac, context, bits),
    sRmac: kdf(keys.mac, derivation.sRmac, context, bits),
  }
  for (const key of Object.values(session)) cacheCiphersOf(key)
  return session
}

/** The cryptogram with which one side proves that it holds the keys (GPC Amendment D §6.2.2). */
export function cryptogram(side: 'card' | 'host', keys: SessionKeys, challenges: Challenges, length: MacLength): Uint8Array {
  const constant = side === 'card' ? derivation.cardCryptogram : derivation.hostCryptogram
  return kdf(keys.sMac, constant, concat(challenges.host, challenges.card), length * 8)
}

/** The pseudo-random card challenge (GPC Amendment D §6.2.2.1): KDF(K-ENC, 02, sequence counter ‖ security domain AID). */
export function pseudoRandomChallenge(
  enc: Uint8Array,
  sequenceCounter: Uint8Array,
  securityDomainAid: Uint8Array,
  length: MacLength,
): Uint8Array {
  return kdf(enc, derivation.cardChallenge, concat(sequenceCounter, securityDomainAid), length * 8)
}

/** The key check value of an AES key (GPC Amendment D §7.2): the first 3 octets of sixteen octets 01 encrypted under the key. */
export function kcv(key: Uint8Array): Uint8Array {
  return new Uint8Array(aesEcb(key, new Uint8Array(16).fill(0x01)).subarray(0, 3))
}

/** Throws `ProtocolError('cryptogram')` unless both are equal. Takes the same time wherever they differ. */
export function checkCryptogram(got: Uint8Array, expected: Uint8Array, whose: 'card' | 'host'): void {
  if (!equalSecret(got, expected)) throw new ProtocolError('cryptogram', `the ${whose} cryptogram is wrong`)
}

/** Computes all 16 octets of a C-MAC or R-MAC over the chaining value and the message. */
export function chainedMac(key: Uint8Array, chain: Uint8Array, ...message: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(cmacOf(key).mac(chain, ...message))
}
