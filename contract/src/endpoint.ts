import type { z } from 'zod'
import type { ActionName } from './actions.ts'
import type { ErrorCode } from './errors.ts'
import type { Need } from './permissions.ts'

/** The APIs, each with a base URL of its own (`GET /v1/init` tells them). */
export type Api = 'main' | 'ota'

type Schema = z.ZodType | undefined

/**
 * One call, as data: the server's route, the console's client, the OpenAPI document and the permission test are made from it.
 * `path` writes parameters as `{name}`. `response` is what stands in `data` (`list` answers put paging beside it).
 */
export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
  List extends boolean = boolean,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  api: Api
  path: string
  needs: Need
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** The largest body in bytes, where 1 MiB is too little. */
  maxBodyBytes?: number
  /** A `public` call that tells more to who is signed in. A bad token counts as none. */
  knowsCaller?: true
  /** Part of a person's own account, or a decision on who comes in: an API ID, which is no person, is refused. */
  own?: true
  /** The caller must have proved within the last ten minutes to be the person; otherwise `verificationRequired`. */
  proof?: true
  /** Open to a member whose role requires multi-factor authentication and who has yet to set it up. */
  beforeMfa?: true
  /** A public call that is answered whatever address it comes from. */
  anywhere?: true
  /** Changes something: each call writes a row of the action log under this name. */
  action?: ActionName
  /** An OAuth 2 call (RFC 6749): the body is a form, the answer stands bare, a failure carries `error`. */
  oauth?: true
  /** Names the one file of a multipart body; its other fields are `body`. The handler bounds a streamed file, whose fields come before it. */
  file?: { field: string; maxBytes: number } | { field: string; streamed: true }
  response?: Response
  /** `data` is an array with `pageIndex`, `totalPages` and `totalItems` beside it. */
  list?: List
  /** The answer is not JSON, but of this content type, or one of these. */
  streams?: string | readonly [string, ...string[]]
  errors?: readonly ErrorCode[]
}

export function endpoint<
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Response extends Schema = undefined,
  List extends boolean = false,
>(value: Endpoint<Params, Query, Body, Response, List>): Endpoint<Params, Query, Body, Response, List> {
  return value
}

type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined
type Input<S extends Schema> = S extends z.ZodType ? z.input<S> : undefined

export type ParamsOf<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? Output<P> : never
export type QueryOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? Output<Q> : never
export type BodyOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? Output<B> : never
export type ResponseOf<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? Output<R> : never
export type ParamsIn<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? Input<P> : never
export type QueryIn<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? Input<Q> : never
export type BodyIn<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? Input<B> : never
