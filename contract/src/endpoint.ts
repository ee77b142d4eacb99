import type { z } from 'zod'
import type { ActionName } from './actions.ts'
import type { ErrorCode } from './errors.ts'
import type { Need } from './permissions.ts'

/** The APIs. Each has a base URL of its own (`GET /v1/init` lists them). `pki`: the addresses that certificates name. */
export type Api = 'main' | 'ota' | 'iotSafe' | 'pki'

type Schema = z.ZodType | undefined

/**
 * One call as data. The server's route, the console's client, the OpenAPI document and the permission test are made from it. `path` has
 * parameters as `{name}`. `response` is the schema of `data` in the answer (`list` answers have paging beside it).
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
  /** Maximum size of the body in bytes; 1 MiB by default. */
  maxBodyBytes?: number
  /** A `public` call that returns more to a signed-in caller. A caller with an invalid token counts as not signed in. */
  knowsCaller?: true
  /** A call for members only, on their own account or on access to the system. API IDs are refused. */
  own?: true
  /** The caller must have proved their identity within the last ten minutes; otherwise the call answers `verificationRequired`. */
  proof?: true
  /** A member whose role requires multi-factor authentication may make the call before setting it up. */
  beforeMfa?: true
  /** A public call that the access restrictions allow from every address. */
  anywhere?: true
  /** The action of a call that changes something. Each call writes a row of the action log under this name. */
  action?: ActionName
  /** An OAuth 2 call (RFC 6749): the body is a form, the answer has no `data` around it, and a failure has `error`. */
  oauth?: true
  /**
   * The name of the one file of a multipart body; `body` has the other fields. The handler limits the size of a streamed file. The other
   * fields precede the file.
   */
  file?: { field: string; maxBytes: number } | { field: string; streamed: true }
  /** The content type of a body of octets, which the handler gets as `octets`. */
  octets?: string
  /** The last parameter of the path takes the rest of the path, with its slashes. */
  takesRest?: true
  response?: Response
  /** True for a list: `data` is an array with `pageIndex`, `totalPages` and `totalItems` beside it. */
  list?: List
  /** The content type, or types, of an answer that is not JSON. */
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
