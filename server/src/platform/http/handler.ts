import type { Readable } from 'node:stream'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { EndpointName, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { SecurityEventName } from '@simdeck/contract/security-log.ts'
import type { ActionDetails } from '../audit/subjects.ts'
import type { Db } from '../db/database.ts'

type Role = { roleId: number; permissions: ReadonlySet<Permission> }

/** A signed-in member. `signInId`: the sign-in of the token. */
export type MemberCaller = Role & {
  kind: 'member'
  memberId: number
  signInId: string
  name: string
  email: string
  /** The last time that this sign-in proved the identity of the person: at sign-in, or with the password or a code. */
  verifiedAt: Date
  mfaEnabled: boolean
  /** True if the role requires multi-factor authentication and it is not set up. */
  mfaSetupRequired: boolean
}

/** A program with an API ID. */
export type ApiCaller = Role & { kind: 'apiId'; memberId: null; credentialId: number; name: string }

export type Caller = MemberCaller | ApiCaller

/** A file of a multipart body, read completely; at most the endpoint's `maxBytes`. */
export type UploadedFile = { name: string; bytes: Uint8Array }

/**
 * A file of a multipart body while it arrives, to be read once. The stream fails with `ApiError` if the body ends early or continues after
 * the file.
 */
export type StreamedFile = { name: string; stream: AsyncIterable<Uint8Array> }

/** The arguments of a handler, validated against the endpoint's schemas. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The body as it was sent, before its schema parsed it. */
  sentBody: unknown
  /** Null for endpoints without a file. */
  file: UploadedFile | null
  /** The file of an endpoint whose file is `streamed`. */
  streamedFile: StreamedFile | null
  /** The body of an endpoint with `octets`. */
  octets: Uint8Array | null
  /** Null for `public` endpoints, except those that identify a caller with a valid token. */
  caller: Caller | null
  language: Language
  ip: string
  userAgent: string | null
  /** Identifies the request in the logs. */
  requestId: string
  /** Aborted when the client has closed its connection, and after the answer. */
  gone: AbortSignal
  /** HTTP Basic credentials of an OAuth call. */
  basic: { id: string; secret: string } | null
  audit: Audit
  /** Names the member that a call without a caller concerns, for the security log; `event` if it differs from the usual one of the call. */
  nameSubject: (member: { memberId: number; event?: SecurityEventName }) => void
}

/**
 * Writes the call's row of the action log. Every handler of an endpoint with an `action` calls it once, last in the transaction of the
 * change. `by`: the responsible member if nobody is signed in. `details`: facts that the request does not contain.
 */
export type Audit = (trx: Db, by?: { email: string; memberId: number } | null, details?: ActionDetails) => Promise<void>

/**
 * An answer that is not JSON, for endpoints that stream. `type`: one of the endpoint's content types, if not the first. `cacheSeconds`: the
 * time for which anyone may store it.
 */
export type StreamedAnswer = { stream: Readable | Uint8Array | string; fileName?: string; type?: string; cacheSeconds?: number }

type Result<E extends Endpoint> = E extends { list?: true }
  ? Page<ResponseOf<E>>
  : ResponseOf<E> extends undefined
    ? StreamedAnswer | void
    : ResponseOf<E>

/** Implements an endpoint. Throws `ApiError` for faults of the caller. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>>

export type Handlers<Names extends EndpointName = EndpointName> = { [Name in Names]: Handler<(typeof endpoints)[Name]> }

/** The caller of an endpoint that needs one; the guard guarantees it. */
export function signedIn(call: { caller: Caller | null }): Caller {
  if (!call.caller) throw new Error('the endpoint does not need a caller')
  return call.caller
}

/** The person who calls an endpoint marked `own`. */
export function memberOf(call: { caller: Caller | null }): MemberCaller {
  const caller = signedIn(call)
  if (caller.kind !== 'member') throw new Error('the endpoint is not marked `own`')
  return caller
}

/** The uploaded file of a call. The route guarantees it for an endpoint with a file. */
export function uploaded(call: { file: UploadedFile | null }): UploadedFile {
  if (!call.file) throw new Error('the endpoint takes no file')
  return call.file
}

/** The streamed file of a call, for an endpoint with a streamed file. */
export function streamed(call: { streamedFile: StreamedFile | null }): StreamedFile {
  if (!call.streamedFile) throw new Error('the endpoint streams no file')
  return call.streamedFile
}
