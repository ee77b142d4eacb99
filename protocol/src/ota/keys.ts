import { concat, uint } from '../bytes.ts'
import { type Cmac, cmacOf } from '../crypto/cmac.ts'
import { ProtocolError } from '../errors.ts'
import { kdf } from '../scp03/kdf.ts'

/** The two keys of a SIM: 16 or 32 octets each. They feed the KDF only, never a MAC or a cipher (OTA protocol §5.2). */
export interface SimKeys {
  capAuthKey: Uint8Array
  encryptKey: Uint8Array
}

/** Keys that seal and open frames. `cmac` holds the subkeys of the MAC key, which are derived only once. */
export interface FrameKeys {
  mac: Uint8Array
  enc: Uint8Array
  cmac: Cmac
}

/** Derivation constants of the KDF; SCP03 uses none of them. */
const constant = { pollMac: 0x21, pollEnc: 0x22, sessionMac: 0x23, sessionEnc: 0x24 } as const

function derive(key: Uint8Array, which: number, context: Uint8Array): Uint8Array {
  if (key.length !== 16 && key.length !== 32) throw new ProtocolError('key', `a key of a SIM has 16 or 32 octets, not ${key.length}`)
  return kdf(key, which, context, key.length * 8)
}

/** The keys of frames from their octets. */
export function frameKeys(mac: Uint8Array, enc: Uint8Array): FrameKeys {
  return { mac, enc, cmac: cmacOf(mac) }
}

/** Derives poll mac and poll enc. `iccid` is EF.ICCID with ten octets. Throws `ProtocolError('key')`. */
export function pollKeys(keys: SimKeys, iccid: Uint8Array): FrameKeys {
  return frameKeys(derive(keys.capAuthKey, constant.pollMac, iccid), derive(keys.encryptKey, constant.pollEnc, iccid))
}

export interface SessionKeyContext {
  cardNonce: Uint8Array
  serverNonce: Uint8Array
  pollCounter: number
}

/** Derives session mac and session enc, which seal every frame but the POLL. Throws `ProtocolError('key')`. */
export function sessionKeys(keys: SimKeys, { cardNonce, serverNonce, pollCounter }: SessionKeyContext): FrameKeys {
  const context = concat(cardNonce, serverNonce, uint(pollCounter, 4))
  return frameKeys(derive(keys.capAuthKey, constant.sessionMac, context), derive(keys.encryptKey, constant.sessionEnc, context))
}
