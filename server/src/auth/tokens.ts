import { createHash, createHmac, createPrivateKey, createPublicKey, randomBytes, timingSafeEqual } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { ApiError } from '@simdeck/contract/errors.ts'
import { deriveKey } from '../platform/crypto/seal.ts'

const issuer = 'simdeck'
const audience = 'simdeck-api'
const type = 'at+jwt'
export const accessTokenMinutes = 10

/** The owner of a token: a sign-in or an API ID. */
export type AccessClaims = { memberId: number; signInId: string } | { credentialId: number }

/** Access tokens: EdDSA, valid for ten minutes. Nodes with the same master key accept each other's tokens. */
export class AccessTokens {
  readonly #privateKey
  readonly #publicKey
  readonly #refreshKey: Buffer

  constructor(masterKeyHex: string) {
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), deriveKey(masterKeyHex, 'access tokens')])
    this.#privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    this.#publicKey = createPublicKey(this.#privateKey)
    this.#refreshKey = deriveKey(masterKeyHex, 'refresh tokens')
  }

  sign(claims: { memberId: number; signInId: string }): Promise<string> {
    return this.#sign(`member:${claims.memberId}`, { sid: claims.signInId })
  }

  signForCredential(credentialId: number): Promise<string> {
    return this.#sign(`api:${credentialId}`, {})
  }

  /** Throws `ApiError('sessionExpired')` for anything but a valid token of this installation. */
  async verify(token: string): Promise<AccessClaims> {
    try {
      const { payload } = await jwtVerify(token, this.#publicKey, { algorithms: ['EdDSA'], issuer, audience, typ: type })
      return claimsOf(payload)
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new ApiError('sessionExpired')
      throw error
    }
  }

  /**
   * A refresh token that names its sign-in and its member under a MAC. An old copy is therefore recognised as genuine, and its holder
   * learns why the sign-in or the account ended. Only the hash is stored.
   */
  newRefreshToken({ signInId, memberId }: { signInId: string; memberId: number }): { secret: string; hash: Buffer } {
    const unsigned = `${randomBytes(24).toString('base64url')}.${signInId}~${memberId}`
    const secret = `${unsigned}.${this.#refreshMac(unsigned).toString('base64url')}`
    return { secret, hash: hashSecret(secret) }
  }

  /** The sign-in and member that a genuine refresh token names (older tokens name no member); undefined for anything else. */
  namedBy(refreshToken: string): { signInId: string; memberId: number | null } | undefined {
    const [random = '', names = '', mac = ''] = refreshToken.split('.')
    const given = Buffer.from(mac, 'base64url')
    const right = this.#refreshMac(`${random}.${names}`)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    const [signInId = '', memberId] = names.split('~')
    return { signInId, memberId: memberId === undefined ? null : Number(memberId) }
  }

  #refreshMac(unsigned: string): Buffer {
    return createHmac('sha256', this.#refreshKey).update(unsigned).digest()
  }

  #sign(subject: string, payload: JWTPayload): Promise<string> {
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'EdDSA', typ: type })
      .setSubject(subject)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${accessTokenMinutes}m`)
      .sign(this.#privateKey)
  }
}

function claimsOf(payload: JWTPayload): AccessClaims {
  const [kind, id] = (payload.sub ?? '').split(':')
  if (kind === 'member' && typeof payload['sid'] === 'string') return { memberId: Number(id), signInId: payload['sid'] }
  if (kind === 'api') return { credentialId: Number(id) }
  throw new ApiError('sessionExpired')
}

/** A random secret for a ticket or a link; only its hash is stored. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashSecret(secret) }
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
