import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '@simdeck/contract/errors.ts'
import { languageOf } from '@simdeck/contract/languages.ts'
import { isTransient } from '../db/database.ts'
import { framesOf } from '../log.ts'
import { errorBody } from './error-body.ts'

const byFrameworkStatus: Record<number, ErrorCode> = { 404: 'notFound', 413: 'payloadTooLarge', 429: 'tooManyRequests', 503: 'serverBusy' }

/** The error codes of RFC 6749 §5.2. */
const oauthErrors: Partial<Record<ErrorCode, string>> = {
  invalidInput: 'invalid_request',
  invalidClient: 'invalid_client',
  accountLocked: 'invalid_client',
  addressNotAllowed: 'unauthorized_client',
  unsupportedGrant: 'unsupported_grant_type',
  invalidScope: 'invalid_scope',
  tooManyRequests: 'temporarily_unavailable',
  serverBusy: 'temporarily_unavailable',
}

const isOauth = (request: FastifyRequest): boolean => 'oauth' in request.routeOptions.config && request.routeOptions.config.oauth === true

const templateOf = (request: FastifyRequest): string => (request.routeOptions.url ?? '/').replaceAll(/:(\w+)/g, '{$1}')

/** A failure of the server itself. `route`: the path as a template, without values. */
export type ServerFailure = { method: string; route: string; status: number; code: ErrorCode }

/** Turns every failure into a body of the catalogue. Only failures of the server itself are logged and reported, without their input. */
export function registerFailures(app: FastifyInstance, onFailure: (failure: ServerFailure) => void): void {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const failure = asApiError(error)
    if (failure.status >= 500) {
      request.log.error(
        { errorName: error.name, errorCode: 'code' in error ? error.code : undefined, stack: framesOf(error) },
        'request failed',
      )
      onFailure({ method: request.method, route: templateOf(request), status: failure.status, code: failure.code })
    }
    return sendFailure(failure, request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendFailure(new ApiError('notFound'), request, reply))
}

export function sendFailure(failure: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The server does not wait for the rest of an unread body.
  if (!request.raw.complete) reply.header('connection', 'close')
  if (failure.retryAfterSeconds !== null && !reply.hasHeader('retry-after')) reply.header('retry-after', failure.retryAfterSeconds)
  const body = errorBody(failure, languageOf(request.headers['accept-language']))
  reply.status(failure.status).header('cache-control', 'no-store')
  if (!isOauth(request)) return reply.send(body)
  if (failure.status === 401) reply.header('www-authenticate', 'Basic realm="simdeck"')
  return reply.send({ ...body, error: oauthErrors[failure.code] ?? 'server_error', error_description: body.message })
}

/** Headers that other answers get from `setSecurityHeaders`, for a text that loads nothing. */
const malformedHttpHeaders = [
  'content-type: application/json; charset=utf-8',
  'x-content-type-options: nosniff',
  "content-security-policy: default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'cache-control: no-store',
  'connection: close',
]

/**
 * Answers a client that does not speak HTTP; its language is unknown. A connection whose request did not arrive in time is closed without
 * an answer: a browser that sends its request at this moment on a connection that it kept open would take any answer as that of the
 * request. It sends the request again if the connection closes.
 */
export function answerMalformedHttp(error: Error, socket: Socket): void {
  if ('code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.destroy()
    return
  }
  if (!socket.writable) return
  const body = JSON.stringify(errorBody(new ApiError('invalidInput'), 'ja'))
  const head = ['HTTP/1.1 400 Bad Request', ...malformedHttpHeaders, `content-length: ${Buffer.byteLength(body)}`]
  socket.end([...head, '', body].join('\r\n'))
}

/** The `ApiError` of any failure. */
export function asApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  const code = byFrameworkStatus[status]
  if (code) return new ApiError(code)
  if (status >= 400 && status < 500) return new ApiError('invalidInput')
  return new ApiError(isTransient(error) ? 'serverBusy' : 'serverError')
}
