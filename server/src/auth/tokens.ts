import { createHash, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { ApiError } from '@simdeck/contract/errors.ts'
import { deriveKey } from '../crypto/seal.ts'

const issuer = 'simdeck'
const audience = 'simdeck-api'
const type = 'at+jwt'
const accessTokenMinutes = 10

export type AccessClaims = { memberId: number; signInId: string }

/** Access tokens: EdDSA, ten minutes, for one sign-in. Nodes with the same master key accept each other's. */
export class AccessTokens {
  readonly #privateKey
  readonly #publicKey

  constructor(masterKeyHex: string) {
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), deriveKey(masterKeyHex, 'access tokens')])
    this.#privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    this.#publicKey = createPublicKey(this.#privateKey)
  }

  sign(claims: AccessClaims): Promise<string> {
    return new SignJWT({ sid: claims.signInId })
      .setProtectedHeader({ alg: 'EdDSA', typ: type })
      .setSubject(String(claims.memberId))
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${accessTokenMinutes}m`)
      .sign(this.#privateKey)
  }

  /** Throws `ApiError('sessionExpired')` for anything but a good token of ours. */
  async verify(token: string): Promise<AccessClaims> {
    try {
      const { payload } = await jwtVerify(token, this.#publicKey, { algorithms: ['EdDSA'], issuer, audience, typ: type })
      return { memberId: Number(payload.sub), signInId: String(payload['sid']) }
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new ApiError('sessionExpired')
      throw error
    }
  }
}

/** An opaque secret for a refresh token or a ticket; only its hash is kept. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashSecret(secret) }
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
