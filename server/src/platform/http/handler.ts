import type { Readable } from 'node:stream'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { EndpointName, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { SecurityEventName } from '@simdeck/contract/security-log.ts'
import type { Db } from '../db/database.ts'

type Role = { roleId: number; permissions: ReadonlySet<Permission> }

/** A person. `signInId` names the sign-in that the token belongs to. */
export type MemberCaller = Role & {
  kind: 'member'
  memberId: number
  signInId: string
  name: string
  email: string
  /** When this sign-in last proved to be the person's: by signing in, with the password or with a code. */
  verifiedAt: Date
  mfaEnabled: boolean
  /** The role requires multi-factor authentication, and it is not set up. */
  mfaSetupRequired: boolean
}

/** A program with an API ID. */
export type ApiCaller = Role & { kind: 'apiId'; memberId: null; credentialId: number; name: string }

export type Caller = MemberCaller | ApiCaller

/** A file of a multipart body; read whole, at most the endpoint's `maxBytes`. */
export type UploadedFile = { name: string; bytes: Uint8Array }

/** A file of a multipart body as it arrives, read once; the stream fails with `ApiError` when the body ends early or goes on after the file. */
export type StreamedFile = { name: string; stream: AsyncIterable<Uint8Array> }

/** What a handler is given: everything checked against the endpoint's schemas. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Null for endpoints that take none. */
  file: UploadedFile | null
  /** The file of an endpoint whose file is `streamed`. */
  streamedFile: StreamedFile | null
  /** Null for `public` endpoints, except those that know their caller when called with a good token. */
  caller: Caller | null
  language: Language
  ip: string
  userAgent: string | null
  /** Names the request in the logs. */
  requestId: string
  /** HTTP Basic credentials of an OAuth call. */
  basic: { id: string; secret: string } | null
  audit: Audit
  /** Says whose account a call without a caller is about, for the security log; `event` when something else happened than its name says. */
  about: (member: { memberId: number; event?: SecurityEventName }) => void
}

/**
 * Writes the call's row of the action log: every handler of an endpoint with an `action` calls it once, in the transaction of the
 * change, last. `by` says whose doing it is where nobody is signed in; `found` what the parameters do not tell: how many SIMs it is about.
 */
export type Audit = (trx: Db, by?: { email: string; memberId: number } | null, found?: { sims: number }) => Promise<void>

/** A text answer with a file name, for endpoints that stream. */
/** `type`: which of the endpoint's content types it is, where that is not the first. */
export type StreamedAnswer = { stream: Readable | string; fileName?: string; type?: string }

type Result<E extends Endpoint> = E extends { list?: true }
  ? Page<ResponseOf<E>>
  : ResponseOf<E> extends undefined
    ? StreamedAnswer | void
    : ResponseOf<E>

/** Does what an endpoint promises. Throws `ApiError` for what the caller did wrong. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>>

export type Handlers<Names extends EndpointName = EndpointName> = { [Name in Names]: Handler<(typeof endpoints)[Name]> }

/** The caller of an endpoint that needs one; the guard has made sure of it. */
export function signedIn(call: { caller: Caller | null }): Caller {
  if (!call.caller) throw new Error('the endpoint does not need a caller')
  return call.caller
}

/** The person who calls an endpoint that is marked `own`. */
export function memberOf(call: { caller: Caller | null }): MemberCaller {
  const caller = signedIn(call)
  if (caller.kind !== 'member') throw new Error('the endpoint is not marked as one for persons')
  return caller
}

/** The file of an endpoint that takes one; the plumbing has made sure of it. */
export function uploaded(call: { file: UploadedFile | null }): UploadedFile {
  if (!call.file) throw new Error('the endpoint takes no file')
  return call.file
}

/** The file of an endpoint that takes a streamed one. */
export function streamed(call: { streamedFile: StreamedFile | null }): StreamedFile {
  if (!call.streamedFile) throw new Error('the endpoint streams no file')
  return call.streamedFile
}
