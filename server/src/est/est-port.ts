import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { network } from '../platform/network.ts'
import { type EstAnswer, headersOf } from './answer.ts'
import type { ServerCertificate } from './server-certificate.ts'

const maxConnections = 1_000
/** Connections of one network at the same time, so that no stranger can hold all of them. */
const maxOfNetwork = 200
const handshakeMs = 10_000
const requestMs = 10_000
const keepAliveMs = 5_000
/** Node.js looks for requests whose time is over in this interval, by default every 30 s. */
const checkMs = 1_000
const maxRequestsPerConnection = 50
const maxHeaderOctets = 8_192

export type EstPort = {
  port: number
  connections: () => number
  /** Uses another certificate for connections that begin from now on. */
  replaceCertificate: (by: ServerCertificate) => void
  close: () => Promise<void>
}

/**
 * The port of EST (RFC 7030): HTTP over TLS 1.2 or later. It asks every client for a certificate. TLS proves that the client has the key of
 * the certificate that it sends; `answer` decides on the certificate itself.
 */
export async function openEstPort(options: {
  host: string
  port: number
  certificate: ServerCertificate
  answer: (request: IncomingMessage) => Promise<EstAnswer>
}): Promise<EstPort> {
  const server = createServer(
    {
      ...options.certificate,
      minVersion: 'TLSv1.2',
      requestCert: true,
      // A certificate of a stranger is answered with a reason.
      rejectUnauthorized: false,
      handshakeTimeout: handshakeMs,
      requestTimeout: requestMs,
      headersTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: checkMs,
      maxHeaderSize: maxHeaderOctets,
    },
    (request, response) => {
      options.answer(request).then(
        (answered) => send(request, response, answered),
        () => response.destroy(),
      )
    },
  )
  server.maxConnections = maxConnections
  server.maxRequestsPerSocket = maxRequestsPerConnection
  // A client that breaks off its handshake, or speaks another protocol, is no event of the server.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  server.on('clientError', (_error, socket) => socket.destroy())
  let connections = 0
  const byNetwork = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const of = network(socket.remoteAddress ?? '')
    const before = byNetwork.get(of) ?? 0
    if (before >= maxOfNetwork) return void socket.destroy()
    byNetwork.set(of, before + 1)
    connections += 1
    socket.once('close', () => {
      connections -= 1
      const left = byNetwork.get(of)! - 1
      if (left > 0) byNetwork.set(of, left)
      else byNetwork.delete(of)
    })
  })
  await new Promise<void>((done, failed) => server.once('error', failed).listen(options.port, options.host, done))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : options.port,
    connections: () => connections,
    replaceCertificate: (by) => server.setSecureContext({ ...by, minVersion: 'TLSv1.2' }),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function send(request: IncomingMessage, response: ServerResponse, answered: EstAnswer): void {
  // The rest of a body that was not read is not waited for.
  if (!request.complete) response.setHeader('connection', 'close')
  response.writeHead(answered.status, headersOf(answered)).end(answered.text)
}
