import type { Readable } from 'node:stream'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { EndpointName, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'

/** Who calls. `signInId` names the sign-in that the token belongs to. */
export type Caller = {
  memberId: number
  signInId: string
  name: string
  email: string
  roleId: number
  permissions: ReadonlySet<Permission>
}

/** A file of a multipart body; read whole, at most the endpoint's `maxBytes`. */
export type UploadedFile = { name: string; bytes: Uint8Array }

/** What a handler is given: everything checked against the endpoint's schemas. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Null for endpoints that take none. */
  file: UploadedFile | null
  /** Null for `public` endpoints, except those that know their caller when called with a good token. */
  caller: Caller | null
  language: Language
  ip: string
}

/** A text answer with a file name, for endpoints that stream. */
export type StreamedAnswer = { stream: Readable | string; fileName?: string }

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

/** The file of an endpoint that takes one; the plumbing has made sure of it. */
export function uploaded(call: { file: UploadedFile | null }): UploadedFile {
  if (!call.file) throw new Error('the endpoint takes no file')
  return call.file
}
