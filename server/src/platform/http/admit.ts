import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { Caller } from './handler.ts'
import { requireProof } from './proof.ts'

/** The caller of an Authorization header; null without a header. Throws `ApiError` if the token is invalid. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller | null>

/** True if the access restrictions allow an IP address, for people or for programs with an API ID. */
export type AddressAllowed = (kind: 'console' | 'api', ip: string) => boolean

export type Guard = { authenticate: Authenticate; addressAllowed: AddressAllowed }

/**
 * Checks that the caller meets the needs of the endpoint, and returns the caller; null for a public call by an unknown caller. `identified`
 * is called with an identified caller even if the call is then refused. Throws `ApiError`.
 */
export async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { authenticate, addressAllowed }: Guard,
  identified: (caller: Caller) => void,
): Promise<Caller | null> {
  const fromAllowedAddress = (kind: 'console' | 'api') => {
    if (!endpoint.anywhere && !addressAllowed(kind, request.ip)) throw new ApiError('addressNotAllowed')
  }
  if (endpoint.needs === 'public' || endpoint.needs === 'mfaPending') {
    fromAllowedAddress(endpoint.oauth ? 'api' : 'console')
    return endpoint.knowsCaller ? callerIfAny(request, authenticate) : null
  }
  const caller = await authenticate(request.headers.authorization)
  if (!caller) throw new ApiError('missingAuthorization')
  identified(caller)
  fromAllowedAddress(caller.kind === 'apiId' ? 'api' : 'console')
  if (caller.kind === 'apiId' && endpoint.own) throw new ApiError('noPermission')
  if (caller.kind === 'member' && caller.mfaSetupRequired && !endpoint.beforeMfa) throw new ApiError('mfaRequired')
  // The permission for each key is checked by the handler.
  const needsPermission = endpoint.needs !== 'signedIn' && endpoint.needs !== 'byKey'
  if (needsPermission && !caller.permissions.has(endpoint.needs as Permission)) throw new ApiError('noPermission')
  if (endpoint.proof) requireProof(caller)
  return caller
}

async function callerIfAny(request: FastifyRequest, authenticate: Authenticate): Promise<Caller | null> {
  try {
    return await authenticate(request.headers.authorization)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** The credentials of HTTP Basic as in RFC 6749 §2.3.1, with each part form-encoded. Null if there are none or they are unreadable. */
export function basicCredentials(authorization: string | undefined): { id: string; secret: string } | null {
  const [scheme, encoded] = (authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return null
  try {
    const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '))
    return { id: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) }
  } catch {
    return null
  }
}
