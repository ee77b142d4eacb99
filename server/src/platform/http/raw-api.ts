import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { isApiPath } from '@simdeck/contract/endpoints.ts'
import { masked } from '../audit/mask.ts'
import type { RawLogs } from '../audit/raw/raw-logs.ts'
import type { Caller } from './handler.ts'

/** The parts of a call that its request does not have. */
type Known = { endpoint: Endpoint; caller: () => Caller | null; body: () => unknown; answer: unknown }

const known = new WeakMap<FastifyRequest, Known>()
const maxUrlLength = 500
const maxBodyLength = 4000
const maxAnswerLength = 100_000

/** Call it when a request has reached its endpoint. */
export function noteCall(request: FastifyRequest, parts: Omit<Known, 'answer'>): void {
  known.set(request, { ...parts, answer: undefined })
}

/** Calls of people on their accounts, and calls for which nobody is signed in, carry secrets; their bodies are never recorded. */
const hasSecrets = ({ needs, own, oauth, streams }: Endpoint): boolean =>
  needs === 'public' || needs === 'mfaPending' || own === true || oauth === true || streams !== undefined

/** Writes a row of the raw API log for each call of an API, after its answer. */
export function recordCalls(app: FastifyInstance, rawLogs: RawLogs): void {
  app.addHook('onSend', async (request, _reply, payload: unknown) => {
    const call = known.get(request)
    if (!call || !rawLogs.recordsBodies || hasSecrets(call.endpoint)) return
    if (typeof payload === 'string' && payload.length <= maxAnswerLength) call.answer = payload
  })
  app.addHook('onResponse', async (request, reply) => {
    if (isApiPath(request.url)) rawLogs.api.add(rowOf(request, reply, rawLogs.recordsBodies))
  })
}

function rowOf(request: FastifyRequest, reply: FastifyReply, withBodies: boolean) {
  const call = known.get(request)
  const caller = call?.caller() ?? null
  const bodies = withBodies && call !== undefined && !hasSecrets(call.endpoint)
  const path = request.url.split('?')[0] ?? ''
  return {
    at: new Date(Date.now() - Math.round(reply.elapsedTime)),
    caller: caller === null ? null : caller.kind === 'member' ? caller.email : caller.name,
    source: caller?.kind === 'apiId' || call?.endpoint.oauth ? ('OPEN_API' as const) : ('WEB_UI' as const),
    method: request.method,
    route: (request.routeOptions.url ?? '*').replaceAll(/:(\w+)/g, '{$1}'),
    url: path.slice(0, maxUrlLength),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    request_bytes: sizeIn(request.headers['content-length']) ?? 0,
    response_bytes: sizeIn(reply.getHeader('content-length')),
    ip: request.ip,
    request_id: request.id,
    request_body: bodies ? textOf(call.body()) : null,
    response_body: bodies ? answerOf(call.answer) : null,
  }
}

function sizeIn(header: unknown): number | null {
  const size = Number(header)
  return header !== undefined && Number.isSafeInteger(size) && size >= 0 ? size : null
}

const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(masked(value)).slice(0, maxBodyLength)

function answerOf(answer: unknown): string | null {
  if (typeof answer !== 'string') return null
  try {
    return textOf(JSON.parse(answer))
  } catch {
    return null
  }
}
