import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { isApiPath } from '@simdeck/contract/endpoints.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Config } from '../../config.ts'
import type { RawLogs } from '../audit/raw/raw-logs.ts'
import type { Foreground } from '../foreground.ts'
import type { Metrics } from '../metrics.ts'
import type { Guard } from './admit.ts'
import type { Auditing } from './audit.ts'
import { serveConsole } from './console-files.ts'
import { answerMalformedHttp, type ServerFailure, registerFailures, sendFailure } from './failures.ts'
import type { Handlers, MemberCaller } from './handler.ts'
import { recordCalls } from './raw-api.ts'
import { readableUrl } from './request-url.ts'
import { acceptForms, acceptEmptyJson, acceptOctets, registerRoutes } from './routes.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { limitUploadTime } from './upload-time.ts'
import { serveMapFile } from './map-file.ts'
import type { OpenSockets } from './socket.ts'
import { registerWebsocket } from './websocket.ts'

export type AppOptions = {
  config: Config
  log: FastifyBaseLogger
  handlers: Handlers
  guard: Guard
  auditing: Auditing
  rawLogs: RawLogs
  admitSocket: (token: string, ip: string) => Promise<MemberCaller>
  onFailure: (failure: ServerFailure) => void
  sockets: OpenSockets
  metrics: Metrics
  foreground: Foreground
  /** Folder of the built console; without it, only the APIs are served. */
  consoleFolder: string | null
  /** True if a page of the console may load the maps of Google. */
  usesGoogleMaps: () => Promise<boolean>
}

/** The HTTP server: every endpoint of the contract, the websocket and the console's files. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config } = options
  const https = config.PUBLIC_URL?.startsWith('https:') ?? false
  const app = Fastify({
    loggerInstance: options.log,
    bodyLimit: 1024 * 1024,
    // The time for a request depends on its content: see limitUploadTime.
    requestTimeout: 0,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUST_PROXY === '' ? false : config.TRUST_PROXY,
    // A filter of the SIM list may contain a thousand numbers, which are part of the URL.
    // Node.js looks for heads whose time is over in this interval, by default every 30 s.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 49_152 },
    routerOptions: { maxParamLength: 200, querystringParser: (text) => parseQuery(text) },
    onProtoPoisoning: 'error',
    rewriteUrl: ({ url }) => readableUrl(url ?? '/'),
    // The router itself refuses only a parameter that is longer than any valid one.
    frameworkErrors: (_error, request, reply) => void sendFailure(new ApiError('notFound'), request, reply),
    clientErrorHandler: answerMalformedHttp,
    genReqId: () => randomUUID(),
  })
  await setSecurityHeaders(app, https)
  await app.register(rateLimit, {
    global: true,
    max: 6000,
    timeWindow: 60_000,
    errorResponseBuilder: () => new ApiError('tooManyRequests'),
  })
  await app.register(underPressure, {
    maxEventLoopDelay: config.OVERLOAD_MS,
    // A period without a measurement counts as an infinite delay, so the period must not be shorter than the limit.
    sampleInterval: Math.max(1000, config.OVERLOAD_MS),
    retryAfter: 5,
    pressureHandler: () => Promise.reject(new ApiError('serverBusy')),
  })
  await app.register(multipart)
  await app.register(websocket, { options: { maxPayload: 16_384 } })
  registerFailures(app, options.onFailure)
  closeOnTimeout(app)
  limitUploadTime(app)
  trackForeground(app, options.foreground)
  recordCalls(app, options.rawLogs)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched'
    options.metrics.httpSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    request.log.debug({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
  })
  app.addHook('onSend', async (request, reply) => {
    const path = request.routeOptions.url ?? ''
    if (isApiPath(path)) reply.header('cache-control', 'no-store')
  })
  const { handlers, guard, auditing } = options
  acceptForms(app, parseQuery)
  acceptOctets(app)
  acceptEmptyJson(app)
  registerRoutes(app, { handlers, guard, auditing, features: config.FEATURES })
  await app.register(async (scope) =>
    registerWebsocket(scope, {
      sockets: options.sockets,
      admit: options.admitSocket,
      addressAllowed: guard.addressAllowed,
      publicUrl: config.PUBLIC_URL,
    }),
  )
  if (options.consoleFolder) {
    serveMapFile(app, { path: config.MAP_FILE, log: options.log })
    await serveConsole(app, { folder: options.consoleFolder, https, usesGoogleMaps: options.usesGoogleMaps })
  }
  return app
}

/** Time to finish answers when the server stops. */
const closeTimeoutMs = 5_000

/**
 * Closes all connections a while after a stop began, because a client that neither reads its answer nor disconnects would prevent the stop.
 */
function closeOnTimeout(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs).unref()
    done()
  })
}

/** Registers each request as foreground work until its answer is sent. */
function trackForeground(app: FastifyInstance, foreground: Foreground): void {
  const leaves = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onRequest', (request, _reply, done) => {
    leaves.set(request, foreground.enter())
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    leaves.get(request)?.()
    done()
  })
}

/** The values of a query by key. A repeated key becomes an array, which no schema accepts. */
function parseQuery(text: string): Record<string, string | string[]> {
  const query = Object.create(null) as Record<string, string | string[]>
  for (const [key, value] of new URLSearchParams(text)) {
    const known = query[key]
    if (known === undefined) query[key] = value
    else if (Array.isArray(known)) known.push(value)
    else query[key] = [known, value]
  }
  return query
}
