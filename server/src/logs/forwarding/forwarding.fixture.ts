import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { selfSigned } from '../../testing/certificate.ts'

export type Received = { pri: number; log: string; id: number; msgId: string; facts: string; text: Record<string, unknown> }

/** Reads messages of RFC 5424 from frames of RFC 5425, as a collector does. Throws at anything else. */
export function readFrames(bytes: Buffer): Received[] {
  const messages: Received[] = []
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const length = Number(bytes.subarray(at, space).toString())
    if (!Number.isInteger(length) || length < 1) throw new Error('no frame')
    const message = bytes.subarray(space + 1, space + 1 + length)
    if (message.length < length) break
    messages.push(readMessage(message.toString()))
    at = space + 1 + length
  }
  return messages
}

const pattern = /^<(\d{1,3})>1 (\S+) \S+ simdeck - (\S{1,32}) \[simdeck@32473 ((?:\w+="(?:[^"\\\]]|\\["\\\]])*" ?)+)\] \uFEFF(.*)$/s

function readMessage(message: string): Received {
  const [, pri, at, msgId, facts, text] = pattern.exec(message) ?? []
  if (!pri || !at || !msgId || !facts || !text || Number.isNaN(Date.parse(at))) throw new Error(`no message: ${message}`)
  const fact = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(facts)?.[1] ?? ''
  return {
    pri: Number(pri),
    log: fact('log'),
    id: Number(fact('id')),
    msgId,
    facts,
    text: JSON.parse(text) as Record<string, unknown>,
  }
}

type Behaviour = 'takes' | 'dies' | 'neverEnds' | 'trickles'

const trickleMs = 50

/** Sends an octet again and again, so that the connection is never idle. */
function trickle(socket: TLSSocket): void {
  if (socket.destroyed) return
  socket.write('.')
  setTimeout(() => trickle(socket), trickleMs)
}

/** A syslog receiver over TLS with a certificate of its own. `behaviour` may change; one that dies resets its connections. */
export async function startReceiver() {
  const certificate = selfSigned('127.0.0.1')
  const sockets = new Set<TLSSocket>()
  const received: Received[] = []
  const state = { behaviour: 'takes' as Behaviour, connections: 0 }
  let raw: Socket | undefined
  const server = createServer({ ...certificate, allowHalfOpen: true }, (socket) => {
    state.connections++
    sockets.add(socket)
    const chunks: Buffer[] = []
    // As the system does for a process that was killed before it read all.
    if (state.behaviour === 'dies') raw?.resetAndDestroy()
    if (state.behaviour === 'trickles') trickle(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
    })
    socket.on('end', () => {
      if (state.behaviour !== 'takes') return
      received.push(...readFrames(Buffer.concat(chunks)))
      socket.end()
    })
  })
  server.on('connection', (socket: Socket) => (raw = socket))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    ca: certificate.cert,
    state,
    received,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
