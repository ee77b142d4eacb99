import { p256 } from '@noble/curves/nist.js'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { CardError, sw } from '../../card-error.ts'
import type { Random } from '../../random.ts'

/** A key pair of P-256 in hex: the scalar, and the point `04 X Y`. */
export function newKeyPair(random: Random): { scalar: string; point: string } {
  const scalar = p256.utils.randomSecretKey(random.bytes(48))
  return { scalar: toHex(scalar), point: pointOf(toHex(scalar)) }
}

/** The public point of a scalar. */
export const pointOf = (scalar: string): string => toHex(p256.getPublicKey(fromHex(scalar), false))

/** An ECDSA signature over a hash, `r s`, which is always the same for a key and a hash (RFC 6979). */
export const signHash = (scalar: string, hash: Uint8Array): Uint8Array => p256.sign(hash, fromHex(scalar), { prehash: false, lowS: false })

export function verifies(point: string, hash: Uint8Array, signature: Uint8Array): boolean {
  try {
    return p256.verify(signature, hash, fromHex(point), { prehash: false, lowS: false })
  } catch {
    return false
  }
}

/** The X coordinate of the shared point. Throws 6A80 for a point that is not on the curve. */
export function agree(scalar: string, point: Uint8Array): Uint8Array {
  try {
    return p256.getSharedSecret(fromHex(scalar), point, false).subarray(1, 33)
  } catch (error) {
    throw new CardError(sw.wrongData, 'not a point of the curve', error)
  }
}

/** Throws 6A80 for a point that is not on the curve. */
export function checkPoint(point: Uint8Array): string {
  try {
    p256.Point.fromBytes(point).assertValidity()
    return toHex(point)
  } catch (error) {
    throw new CardError(sw.wrongData, 'not a point of the curve', error)
  }
}
