import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { equalBytes } from '@simdeck/protocol/bytes.ts'
import type { Codec } from '@simdeck/protocol/codec.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { expandedResult } from '@simdeck/protocol/scp80/scripts.ts'
import {
  adminFrom,
  adminProtocol,
  isSameType,
  isScriptStatus,
  resultType,
  scriptType,
  targetedApplication,
} from '@simdeck/protocol/scp81/headers.ts'
import { nextUri } from '@simdeck/protocol/scp81/next-uri.ts'
import type { AgentAnswer, AgentRequest } from '@simdeck/protocol/ota/admin-session.ts'
import type { Agent } from './agents.ts'
import { MinuteLimit } from './limits.ts'

/** The result of a script of the longest frame is shorter: it has fewer than 256 answers of at most 260 octets. */
const maxBodyOctets = 65_536
/** Sessions that a SIM may begin within a minute, and all of its requests within a minute. */
const maxSessions = 20
const maxRequests = 1_200
const busySeconds = 180
const retrySeconds = 60

type Refusal = { status: number; retryAfterSeconds?: number }
type Answered = AgentAnswer | { kind: 'refusal'; refusal: Refusal }

const refusal = (status: number, retryAfterSeconds?: number): Answered => ({ kind: 'refusal', refusal: { status, retryAfterSeconds } })

type Options = {
  answer: (request: AgentRequest) => Promise<AgentAnswer>
  findAgent: (identity: string) => Promise<Agent | null>
  seen: (simId: number) => Promise<void>
  answered: (status: number) => void
  failed: (error: Error) => void
}

/** Reads the requests of admin agents (GPC Amendment B §3), and writes the answers. */
export class AgentRequests {
  readonly #options: Options
  readonly #sessions = new MinuteLimit(maxSessions)
  readonly #requests = new MinuteLimit(maxRequests)

  constructor(options: Options) {
    this.#options = options
  }

  /** Answers a request on a connection that has proven the key of `agent`. */
  async serve(agent: Agent, request: IncomingMessage, response: ServerResponse): Promise<void> {
    let answered: Answered
    try {
      answered = await this.#answer(agent, request)
    } catch (error) {
      if (request.destroyed && !request.complete) return
      this.#options.failed(error as Error)
      answered = refusal(503, retrySeconds)
    }
    // The rest of a body that was not read is not waited for.
    if (!request.complete) response.setHeader('connection', 'close')
    send(response, answered)
    this.#options.answered(response.statusCode)
  }

  async #answer(connected: Agent, request: IncomingMessage): Promise<Answered> {
    if (!this.#requests.count(String(connected.simId))) return refusal(429, retrySeconds)
    const agent = await this.#options.findAgent(connected.identity)
    // The key was changed or removed after the handshake.
    if (!agent || agent.simId !== connected.simId || !equalBytes(agent.psk, connected.psk)) return refusal(403)
    if (request.method !== 'POST') return refusal(405)
    const { headers } = request
    const from = readOrNull(adminFrom, one(headers['x-admin-from']))
    if (one(headers['x-admin-protocol']) !== adminProtocol || !from) return refusal(400)
    const octets = await readBody(request)
    if (!octets) return refusal(413)
    const at = readOrNull(nextUri, request.url ?? '')
    const begins = at === null || (octets.length === 0 && one(headers['x-admin-script-status']) === '')
    const { simId, filesAid } = agent
    if (begins) {
      if (!this.#sessions.count(String(simId))) return refusal(429, retrySeconds)
      await this.#options.seen(simId)
      return this.#options.answer({ simId, filesAid, from, at: null, result: null, octets })
    }
    const status = one(headers['x-admin-script-status'])
    if (!isScriptStatus(status)) return refusal(400)
    if (octets.length > 0 && !isSameType(one(headers['content-type']), resultType)) return refusal(415)
    const digest = new Uint8Array(createHash('sha256').update(status).update(octets).digest())
    return this.#options.answer({
      simId,
      filesAid,
      from,
      at,
      octets,
      result: { status, digest, result: status === 'ok' ? readOrNull(expandedResult, octets) : null },
    })
  }
}

const one = (header: string | string[] | undefined): string => (Array.isArray(header) ? (header[0] ?? '') : (header ?? ''))

function readOrNull<Value, Wire>({ decode }: Codec<Value, Wire>, wire: Wire): Value | null {
  try {
    return decode(wire)
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** The octets of the body; null for one that is too long, of which nothing more is stored. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Buffer[] = []
  let length = 0
  // The request must not be destroyed, because the answer is sent on its connection.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length
    if (length > maxBodyOctets) return null
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

function send(response: ServerResponse, answered: Answered): void {
  response.setHeader('x-admin-protocol', adminProtocol)
  response.setHeader('cache-control', 'no-store')
  if (answered.kind === 'end') return void response.writeHead(204).end()
  if (answered.kind === 'script') {
    const { script, next } = answered
    response.setHeader('x-admin-next-uri', nextUri.encode(next))
    response.setHeader('x-admin-targeted-application', targetedApplication.encode(script.target))
    response.writeHead(200, { 'content-type': scriptType })
    response.write(script.script)
    return void response.end()
  }
  const { status, retryAfterSeconds } = refusalOf(answered)
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds))
  response.writeHead(status).end()
}

function refusalOf(answered: Exclude<Answered, { kind: 'end' | 'script' }>): Refusal {
  if (answered.kind === 'refusal') return answered.refusal
  return answered.kind === 'busy' ? { status: 503, retryAfterSeconds: busySeconds } : { status: 409 }
}
