import { createHash } from 'node:crypto'
import { concat } from '@simdeck/protocol/bytes.ts'
import { rawSignature } from '@simdeck/protocol/iot-safe/key-tlvs.ts'
import { numberOf, safeTags, valueOf } from '@simdeck/protocol/iot-safe/objects.ts'
import { encodeTlv, findTlv } from '@simdeck/protocol/tlv.ts'
import type { Tlv } from '@simdeck/protocol/tlv.ts'
import { CardError, sw } from '../../card-error.ts'
import { signHash, verifies } from './keys.ts'
import { finishHash } from './last-block.ts'
import type { StoredObject } from './store.ts'

const modes = { fullText: 1, lastBlock: 2, padAndSign: 3 } as const
const sha256 = 1
const ecdsa = 4
const maxText = 4096

/** A signature or its verification under way: the key, the mode, and the text so far. */
export type SafeSession = { kind: StoredObject['kind']; content: string; mode: number; text: Uint8Array }

/** Opens a session. Throws 6A80 for another mode, hash or signature than this applet has. */
export function startSession({ kind, content }: StoredObject, tlvs: readonly Tlv[]): SafeSession {
  const mode = numberOf(valueOf(tlvs, safeTags.mode, 'mode', 1))
  const hash = numberOf(valueOf(tlvs, safeTags.hashes, 'hash', 2))
  const signature = numberOf(valueOf(tlvs, safeTags.signatures, 'signature', 1))
  const isKnown = (Object.values(modes) as number[]).includes(mode) && hash === sha256 && signature === ecdsa
  if (!isKnown) throw new CardError(sw.wrongData, 'an unknown mode, hash or signature')
  return { kind, content, mode, text: new Uint8Array(0) }
}

/** Adds data to the session; with the last ones, the signature is returned. */
export function sign(session: SafeSession, tlvs: readonly Tlv[], isLast: boolean): Uint8Array {
  const hash = hashOf(session, tlvs, isLast)
  return hash ? rawSignature.encode(signHash(session.content, hash)) : new Uint8Array(0)
}

/** Adds data to the session; with the last ones, the signature among them is verified. Throws 6D01 if it is wrong. */
export function verify(session: SafeSession, tlvs: readonly Tlv[], isLast: boolean): Uint8Array {
  const hash = hashOf(session, tlvs, isLast)
  if (!hash) return new Uint8Array(0)
  const signature = rawSignature.decode(encodeTlv(safeTags.signature, valueOf(tlvs, safeTags.signature, 'signature')))
  if (!verifies(session.content, hash, signature)) throw new CardError(sw.wrongSignature, 'the signature is wrong')
  return new Uint8Array(0)
}

/** The hash of a complete text; null before its last part. */
function hashOf(session: SafeSession, tlvs: readonly Tlv[], isLast: boolean): Uint8Array | null {
  if (session.mode === modes.fullText) {
    session.text = concat(session.text, findTlv(tlvs, safeTags.data) ?? new Uint8Array(0))
    if (session.text.length > maxText) throw new CardError(sw.wrongData, 'the text is too long')
    return isLast ? createHash('sha256').update(session.text).digest() : null
  }
  if (!isLast) throw new CardError(sw.wrongParameters, 'this mode has one part')
  if (session.mode === modes.padAndSign) return valueOf(tlvs, safeTags.finalHash, 'hash', 32)
  const length = numberOf(valueOf(tlvs, safeTags.byteCount, 'byte count'))
  const hash = finishHash(
    valueOf(tlvs, safeTags.intermediateHash, 'intermediate hash', 32),
    valueOf(tlvs, safeTags.lastBlock, 'last block'),
    length,
  )
  if (!hash) throw new CardError(sw.wrongData, 'the last block does not fit the byte count')
  return hash
}
