import type { BodyIn, Endpoint, ParamsIn, QueryIn, ResponseOf } from './endpoint.ts'
import { fillPath } from './endpoints.ts'
import type { ErrorBody } from './errors.ts'
import type { Page } from './list.ts'

type Part<Name extends string, Value> = [Value] extends [undefined] ? { [K in Name]?: undefined } : { [K in Name]: Value }
export type CallInput<E extends Endpoint> = Part<'params', ParamsIn<E>> &
  Part<'query', QueryIn<E>> &
  Part<'body', BodyIn<E>> & { file?: Blob; signal?: AbortSignal }

/** The input without its types, for the one function that serves every endpoint. */
type LooseInput = { params?: Record<string, string | number>; query?: object; body?: object; file?: Blob; signal?: AbortSignal }

/** The result of a call: the page of a list call, or the `data` of any other. */
export type CallResult<E extends Endpoint> = E extends { list?: true } ? Page<ResponseOf<E>> : ResponseOf<E>

/** A call that the server answered with an error. `message` is the text of the server, in the language of the user. */
export class CallError extends Error {
  readonly status: number
  readonly body: ErrorBody | null

  constructor(status: number, body: ErrorBody | null) {
    super(body?.message ?? `HTTP ${status}`)
    this.name = 'CallError'
    this.status = status
    this.body = body
  }
}

/**
 * The connection to the server. `headers` returns the bearer token and the language. `renew` is called after a 401; the call is made once
 * more if it returns true.
 */
export type Transport = {
  baseUrl: (api: Endpoint['api']) => string
  headers: () => Record<string, string>
  renew?: () => Promise<boolean>
  fetch?: typeof fetch
}

/** True for a call of the signed-in user, for which a 401 means that the session is over. */
export const needsSession = ({ needs }: Pick<Endpoint, 'needs'>): boolean => needs !== 'public' && needs !== 'mfaPending'

export function queryString(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    search.set(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Makes the typed call: `call(endpoints.getSim, { params: { id: 1 } })`. Throws `CallError`. */
export function createClient(transport: Transport) {
  const send = transport.fetch ?? fetch

  async function request(endpoint: Endpoint, input: LooseInput): Promise<Response> {
    const url = transport.baseUrl(endpoint.api) + fillPath(endpoint.path, input.params) + queryString(input.query)
    const headers = transport.headers()
    let body: BodyInit | undefined
    if (endpoint.file) {
      const form = new FormData()
      for (const [key, value] of Object.entries(input.body ?? {})) {
        if (value !== undefined) form.set(key, String(value))
      }
      if (input.file) form.set(endpoint.file.field, input.file)
      body = form
    } else if (input.body !== undefined) {
      headers['content-type'] = 'application/json'
      body = JSON.stringify(input.body)
    }
    return send(url, { method: endpoint.method, headers, body, signal: input.signal })
  }

  return async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallResult<E>> {
    const loose = input as LooseInput
    let response = await request(endpoint, loose)
    if (response.status === 401 && needsSession(endpoint) && transport.renew && (await transport.renew())) {
      response = await request(endpoint, loose)
    }
    if (!response.ok) throw new CallError(response.status, await errorBody(response))
    const body = (await response.json()) as { data: unknown }
    return (endpoint.list ? body : body.data) as CallResult<E>
  }
}

async function errorBody(response: Response): Promise<ErrorBody | null> {
  try {
    const body = (await response.json()) as ErrorBody
    return typeof body.code === 'string' && typeof body.message === 'string' ? body : null
  } catch {
    return null
  }
}
