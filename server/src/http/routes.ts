import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { basePaths, type EndpointName, endpoints, featureOfApi } from '@simdeck/contract/endpoints.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Feature } from '@simdeck/contract/features.ts'
import { languageOf } from '@simdeck/contract/languages.ts'
import type { Caller, Handler, Handlers, StreamedAnswer, UploadedFile } from './handler.ts'
import { dropEmpty, validate } from './validate.ts'

/** Finds the caller of an Authorization header; throws `ApiError` when the token is bad. Null: no header. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller | null>

/** Makes a route of every endpoint whose feature is on. Throws at boot when an endpoint has no handler. */
export function registerRoutes(
  app: FastifyInstance,
  options: { handlers: Handlers; authenticate: Authenticate; features: readonly Feature[] },
): void {
  const { handlers, authenticate } = options
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: Endpoint = endpoints[name]
    const handler = handlers[name] as Handler<Endpoint> | undefined
    if (!handler) throw new Error(`no handler for ${name}`)
    const feature = featureOfApi[endpoint.api]
    if (feature && !options.features.includes(feature)) continue
    app.route({
      method: endpoint.method,
      ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes } : {}),
      url: basePaths[endpoint.api] + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => serve(endpoint, handler, authenticate, request, reply),
    })
  }
}

async function serve(
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  authenticate: Authenticate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const language = languageOf(request.headers['accept-language'])
  const caller = await admit(endpoint, request, authenticate)
  const params = endpoint.params && validate(endpoint.params, request.params, language)
  const query = endpoint.query && validate(endpoint.query, dropEmpty(request.query), language)
  const { fields, file } = endpoint.file ? await readMultipart(endpoint, request) : { fields: request.body, file: null }
  const body = endpoint.body && validate(endpoint.body, fields, language)
  if (!endpoint.body && hasContent(fields)) throw new ApiError('invalidInput')
  const answer = await handler({ params, query, body, file, caller, language, ip: request.ip })
  if (endpoint.streams) {
    const { stream, fileName } = answer as StreamedAnswer
    reply.type(endpoint.streams)
    if (fileName) reply.header('content-disposition', `attachment; filename="${fileName}"`)
    return reply.send(stream)
  }
  return endpoint.list ? answer : { data: answer ?? null }
}

async function admit(endpoint: Endpoint, request: FastifyRequest, authenticate: Authenticate): Promise<Caller | null> {
  if (endpoint.needs === 'public') return endpoint.knowsCaller ? callerIfAny(request, authenticate) : null
  const caller = await authenticate(request.headers.authorization)
  if (!caller) throw new ApiError('missingAuthorization')
  // What each key needs is the handler's to ask.
  if (endpoint.needs === 'signedIn' || endpoint.needs === 'byKey') return caller
  if (endpoint.needs === 'mfaPending' || !caller.permissions.has(endpoint.needs)) throw new ApiError('noPermission')
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

async function readMultipart(endpoint: Endpoint, request: FastifyRequest): Promise<{ fields: unknown; file: UploadedFile }> {
  if (!endpoint.file || !request.isMultipart()) throw new ApiError('invalidInput')
  const fields: Record<string, string> = {}
  let file: UploadedFile | null = null
  try {
    for await (const part of request.parts({ limits: { fileSize: endpoint.file.maxBytes, files: 1, fields: 20, fieldSize: 10_000 } })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer()
        if (part.fieldname !== endpoint.file.field) throw new ApiError('invalidInput', { fields: [{ path: part.fieldname, message: '' }] })
        file = { name: part.filename, bytes: new Uint8Array(bytes) }
      } else {
        fields[part.fieldname] = String(part.value)
      }
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new ApiError(code === 'FST_REQ_FILE_TOO_LARGE' ? 'payloadTooLarge' : 'invalidInput')
  }
  if (!file) throw new ApiError('invalidInput', { fields: [{ path: endpoint.file.field, message: '' }] })
  return { fields, file }
}

function hasContent(body: unknown): boolean {
  return body !== undefined && body !== null && !(typeof body === 'object' && Object.keys(body).length === 0)
}
