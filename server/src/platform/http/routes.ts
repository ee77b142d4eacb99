import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { basePaths, type EndpointName, endpoints, featureOfApi } from '@simdeck/contract/endpoints.ts'
import { needsParameters } from '@simdeck/contract/empty-parameters.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Feature } from '@simdeck/contract/features.ts'
import { languageOf } from '@simdeck/contract/languages.ts'
import { admit, basicCredentials, type Guard } from './admit.ts'
import { type Auditing, CallAudit, userAgentOf } from './audit.ts'
import { asApiError } from './failures.ts'
import type { Handler, Handlers, StreamedAnswer } from './handler.ts'
import { noteCall } from './raw-api.ts'
import { readMultipart } from './multipart.ts'
import { dropEmpty, validate } from './validate.ts'

export type RouteOptions = { handlers: Handlers; guard: Guard; auditing: Auditing; features: readonly Feature[] }

/** Registers a route for every endpoint of an enabled feature. Throws at start if an endpoint has no handler. */
export function registerRoutes(app: FastifyInstance, options: RouteOptions): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: Endpoint = endpoints[name]
    const handler = options.handlers[name] as Handler<Endpoint> | undefined
    if (!handler) throw new Error(`no handler for ${name}`)
    const feature = featureOfApi[endpoint.api]
    if (feature && !options.features.includes(feature)) continue
    app.route({
      method: endpoint.method,
      ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes } : {}),
      config: { oauth: endpoint.oauth ?? false, streamed: endpoint.file !== undefined && 'streamed' in endpoint.file },
      url: routeOf(endpoint),
      handler: (request, reply) => serveAudited(name, handler, options, request, reply),
      onError: (request, _reply, error) => auditUnread(name, options, request, asApiError(error)),
    })
  }
}

/** The path in the form of the router, which names the rest of a path `*`. */
function routeOf({ api, path, takesRest }: Endpoint): string {
  const route = basePaths[api] + path.replaceAll(/\{(\w+)\}/g, ':$1')
  return takesRest ? route.replace(/:\w+$/, '*') : route
}

function paramsOf({ path, takesRest }: Endpoint, given: unknown): unknown {
  const [, last = ''] = /\{(\w+)\}$/.exec(path) ?? []
  return takesRest ? { [last]: (given as Record<string, string>)['*'] } : given
}

const handled = new WeakSet<FastifyRequest>()

/** Records a call with an unreadable body in the action log, although its handler never ran. */
async function auditUnread(
  name: EndpointName,
  { guard, auditing }: RouteOptions,
  request: FastifyRequest,
  refusal: ApiError,
): Promise<void> {
  if (handled.has(request) || (refusal.code !== 'invalidInput' && refusal.code !== 'payloadTooLarge')) return
  const audit = new CallAudit(auditing, name, request)
  // A refused caller is recorded as far as it is known. The answer reports the fault of the body.
  await admit(endpoints[name], request, guard, (known) => (audit.caller = known)).catch(() => null)
  await failedAudited(audit, request, refusal)
}

function failedAudited(audit: CallAudit, request: FastifyRequest, error: unknown): Promise<void> {
  return audit
    .failed(error)
    .catch((failure: Error) => request.log.warn({ errorName: failure.name }, 'no row of the action log could be written'))
}

async function serveAudited(
  name: EndpointName,
  handler: Handler<Endpoint>,
  { guard, auditing }: RouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  handled.add(request)
  const endpoint: Endpoint = endpoints[name]
  const audit = new CallAudit(auditing, name, request)
  noteCall(request, { endpoint, caller: () => audit.caller, body: () => audit.body })
  try {
    const answer = await serve(endpoint, handler, guard, audit, request)
    await audit.succeeded(answer)
    if (endpoint.streams) return sendText(reply, endpoint.streams, answer as StreamedAnswer)
    if (endpoint.oauth) return reply.header('pragma', 'no-cache').send(answer)
    return endpoint.list ? answer : { data: answer ?? null }
  } catch (error) {
    await failedAudited(audit, request, error)
    throw error
  }
}

async function serve(
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  guard: Guard,
  audit: CallAudit,
  request: FastifyRequest,
): Promise<unknown> {
  const language = languageOf(request.headers['accept-language'])
  const caller = await admit(endpoint, request, guard, (known) => (audit.caller = known))
  const params = endpoint.params && validate(endpoint.params, paramsOf(endpoint, request.params), language)
  const query = endpoint.query && validate(endpoint.query, dropEmpty(request.query), language)
  const { fields, file, streamedFile } = endpoint.file
    ? await readMultipart(endpoint.file, request, language)
    : { ...noFile, fields: endpoint.octets ? undefined : bodyOf(endpoint, request) }
  audit.body = fields
  if (needsParameters(endpoint) && !hasContent(fields)) throw new ApiError('emptyParameters')
  const body = endpoint.body && validate(endpoint.body, fields, language)
  if (!endpoint.body && hasContent(fields)) throw new ApiError('invalidInput')
  return handler({
    params,
    query,
    body,
    sentBody: fields,
    file,
    streamedFile,
    octets: endpoint.octets ? octetsOf(endpoint.octets, request) : null,
    caller,
    language,
    ip: request.ip,
    userAgent: userAgentOf(request),
    requestId: request.id,
    get gone() {
      return request.signal
    },
    basic: endpoint.oauth ? basicCredentials(request.headers.authorization) : null,
    audit: audit.write,
    nameSubject: audit.nameSubject,
  })
}

const noFile = { file: null, streamedFile: null }

const formType = 'application/x-www-form-urlencoded'

/** The body of the request; OAuth calls send a form, all others JSON. */
function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  const isForm = request.headers['content-type']?.toLowerCase().startsWith(formType) ?? false
  if (isForm !== (endpoint.oauth ?? false)) {
    if (endpoint.oauth || hasContent(request.body)) throw new ApiError('invalidInput')
  }
  return request.body
}

/** The body of octets, which must have that content type. */
function octetsOf(type: string, { body, headers }: FastifyRequest): Uint8Array {
  const [given = ''] = (headers['content-type'] ?? '').split(';')
  if (!(body instanceof Uint8Array) || given.trim().toLowerCase() !== type) throw new ApiError('invalidInput')
  return body
}

/** Reads bodies of octets, up to the limit of their call. */
export function acceptOctets(app: FastifyInstance): void {
  const types = Object.values<Endpoint>(endpoints).flatMap(({ octets }) => octets ?? [])
  for (const type of new Set(types)) app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
}

/** Reads form bodies; a repeated field becomes an array, which no schema accepts. */
export function acceptForms(app: FastifyInstance, parse: (text: string) => unknown): void {
  app.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 16_384 }, (_request, text, done) => done(null, parse(String(text))))
}

/** Treats an empty body with the content type of JSON, which many clients send, as an absent body. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) done(null, undefined)
    else void parse(request, String(text), done)
  })
}

/**
 * The Content-Disposition of a download. A name beyond ASCII is encoded as in RFC 8187, beside a plain name for clients without support.
 */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]/g, '_')
  return `attachment; filename="${plain}"${plain === fileName ? '' : `; filename*=UTF-8''${encodeURIComponent(fileName)}`}`
}

function sendText(
  reply: FastifyReply,
  types: NonNullable<Endpoint['streams']>,
  { stream, fileName, type, cacheSeconds }: StreamedAnswer,
): FastifyReply {
  reply.type(type ?? [types].flat()[0]!)
  if (cacheSeconds !== undefined) reply.header('cache-control', `public, max-age=${cacheSeconds}, no-transform`)
  if (fileName) reply.header('content-disposition', attachment(fileName))
  return reply.send(stream)
}

function hasContent(body: unknown): boolean {
  return body !== undefined && body !== null && !(typeof body === 'object' && Object.keys(body).length === 0)
}
