import { constants, randomBytes } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket, type TLSSocketOptions } from 'node:tls'
import { network } from '../platform/network.ts'
import type { Agent } from './agents.ts'
import { GatedSocket } from './gated-socket.ts'
import { MinuteLimit } from './limits.ts'

const maxConnections = 2_000
const maxHeaderOctets = 8_192
/** The handshake has to end within this time, and each request. */
const completeMs = 10_000
/** A card runs a script within the time in which its session does not expire. */
const idleMs = 190_000
/** Failed handshakes of one network within a minute, after which its connections are closed at once. */
const maxFailures = 60

const ciphers = 'PSK-AES128-GCM-SHA256:PSK-AES128-CBC-SHA256'
// A connection keeps the identity of its only handshake.
const secureOptions = constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET

export type AgentPort = { port: number; connections: () => number; isListening: () => boolean; close: () => Promise<void> }

export type AnswerRequest = (agent: Agent, request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * The port of admin agents: HTTP over TLS 1.2 with a pre-shared key (GPC Amendment B). An unknown identity gets a random key, so that its
 * handshake fails as with a wrong one. Nothing is read as HTTP before TLS has proven the key.
 */
export async function openAgentPort(options: {
  host: string
  port: number
  findAgent: (identity: string) => Promise<Agent | null>
  answer: AnswerRequest
  refused: (address: string) => void
  /** 10 s except in tests. */
  withinMs?: number
}): Promise<AgentPort> {
  const { findAgent, answer, refused, withinMs = completeMs } = options
  const secureContext = createSecureContext({ ciphers, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', secureOptions })
  const failures = new MinuteLimit(maxFailures)
  const agents = new WeakMap<Socket, { agent: Agent; within: (ms: number) => void }>()
  const open = new Set<Socket>()

  // By default Node closes a connection five seconds after an answer, while the card still runs its script. `within` limits that time here.
  const http = createHttpServer({ maxHeaderSize: maxHeaderOctets, keepAliveTimeout: 0 }, (request, response) => {
    const known = agents.get(request.socket)
    if (!known) return void request.socket.destroy()
    known.within(withinMs)
    // Without a script the card has nothing to run, so its connection is one that others need.
    response.once('finish', () => known.within(response.statusCode === 200 ? idleMs : withinMs))
    answer(known.agent, request, response).catch(() => response.destroy())
  })
  http.on('clientError', (_error, socket) => socket.destroy())

  const server = createServer((socket) => {
    const address = socket.remoteAddress ?? ''
    if (failures.isFull(network(address))) return void socket.destroy()
    open.add(socket)
    let found: Agent | null = null
    let isRefused = true
    const gated = new GatedSocket(socket, async (identity) => {
      isRefused = false
      found = identity === null ? null : await findAgent(identity)
      isRefused = true
    })
    let late = setTimeout(() => socket.destroy(), withinMs)
    const within = (ms: number) => {
      clearTimeout(late)
      late = setTimeout(() => socket.destroy(), ms)
    }
    socket.once('close', () => {
      clearTimeout(late)
      open.delete(socket)
      // A connection that ended while its key was looked up has shown nothing.
      if (!isRefused) return
      failures.count(network(address))
      refused(address)
    })
    const ofServer: TLSSocketOptions & { pskCallback: (socket: TLSSocket, identity: string) => Uint8Array } = {
      isServer: true,
      secureContext,
      pskCallback: (_socket, identity) => (found?.identity === identity ? found.psk : randomBytes(16)),
    }
    const tls = new TLSSocket(gated, ofServer)
    tls.on('error', () => tls.destroy())
    tls.on('_tlsError', () => tls.destroy())
    tls.once('secure', () => {
      if (!found) return void tls.destroy()
      isRefused = false
      agents.set(tls, { agent: found, within })
      http.emit('connection', tls)
    })
  })
  server.maxConnections = maxConnections
  await new Promise<void>((done, failed) => server.once('error', failed).listen(options.port, options.host, done))
  const bound = server.address()
  return {
    port: bound && typeof bound === 'object' ? bound.port : options.port,
    connections: () => open.size,
    isListening: () => server.listening,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of open) socket.destroy()
      }),
  }
}
