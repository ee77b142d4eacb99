import { CallError } from '@simdeck/contract/client.ts'
import type { Endpoint, ResponseOf } from '@simdeck/contract/endpoint.ts'
import { fillPath } from '@simdeck/contract/endpoints.ts'
import type { ErrorBody } from '@simdeck/contract/errors.ts'
import { endSession } from '../ending.ts'
import { renewAfterRefusal } from './renewal.ts'
import { transport } from './transport.ts'

interface SendOptions {
  /** Form fields, sent before the file. */
  fields: { readonly [name: string]: string }
  file: File
  /** Called while the body is sent. Both numbers count the whole form. */
  onSent: (sentBytes: number, totalBytes: number) => void
  signal: AbortSignal
}

/**
 * API call that uploads a file of any size and reports the progress. Throws like `call`. An aborted upload throws the reason of the
 * signal.
 */
export async function sendFile<E extends Endpoint>(endpoint: E, options: SendOptions): Promise<ResponseOf<E>> {
  let answer = await post(endpoint, options)
  if (answer.status === 401 && (await renewAfterRefusal())) answer = await post(endpoint, options)
  if (answer.status >= 200 && answer.status < 300) return (answer.body as { data: ResponseOf<E> }).data
  const failure = new CallError(answer.status, asErrorBody(answer.body))
  if (answer.status === 401) endSession(failure.body)
  throw failure
}

function post(endpoint: Endpoint, { fields, file, onSent, signal }: SendOptions): Promise<{ status: number; body: unknown }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(endpoint.file?.field ?? 'file', file)
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>()
  // Only XMLHttpRequest reports the progress of an upload.
  const request = new XMLHttpRequest()
  request.open(endpoint.method, transport.baseUrl(endpoint.api) + fillPath(endpoint.path))
  for (const [name, value] of Object.entries(transport.headers())) request.setRequestHeader(name, value)
  request.responseType = 'text'
  request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total))
  request.addEventListener('load', () => resolve({ status: request.status, body: parsed(request.responseText) }))
  // `fetch` throws the same kind of error.
  request.addEventListener('error', () => reject(new TypeError('the request failed')))
  request.addEventListener('abort', () => reject(signal.reason as Error))
  signal.addEventListener('abort', () => request.abort())
  request.send(form)
  return promise
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function asErrorBody(body: unknown): ErrorBody | null {
  const { code, message } = (body ?? {}) as Partial<ErrorBody>
  return typeof code === 'string' && typeof message === 'string' ? (body as ErrorBody) : null
}
