import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Requests to send over connections that stay open; each of the requests in turn, until the time is over. */
export type OcspRun = { kind: 'run'; port: number; requests: Buffer[]; atOnce: number; seconds: number }
/** Starts a bare server, which reads each body and answers with those octets. */
export type BareServer = { kind: 'bare'; answer: Buffer }
export type OcspReport = { answers: number; failed: number; seconds: number; latencies: number[]; last: Buffer | null }

const type = 'application/ocsp-request'
/** The server limits the requests of an address. Its tests trust this process as a proxy, and each request has its own address. */
const addressOf = (at: number): string => `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
/** The first octets of the status `successful`, after the tag and length of the answer. */
const successful = Buffer.from('0a0100', 'hex')

let sent = 0
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

function ask(port: number, body: Buffer): Promise<Buffer | null> {
  return new Promise((done) => {
    const headers = { 'content-type': type, 'content-length': body.length, 'x-forwarded-for': addressOf(sent++) }
    const call = request({ host: '127.0.0.1', port, method: 'POST', path: '/ocsp', agent, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => done(response.statusCode === 200 ? Buffer.concat(parts) : null))
      response.on('error', () => done(null))
    })
    call.on('error', () => done(null))
    call.end(body)
  })
}

async function run({ port, requests, atOnce, seconds }: OcspRun): Promise<OcspReport> {
  const latencies: number[] = []
  let failed = 0
  let last: Buffer | null = null
  let next = 0
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const one = async () => {
    while (performance.now() < endsAt) {
      const askedAt = performance.now()
      const answer = await ask(port, requests[next++ % requests.length]!)
      latencies.push(performance.now() - askedAt)
      if (answer?.subarray(0, 8).includes(successful)) last = answer
      else failed++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return { answers: latencies.length - failed, failed, seconds: (performance.now() - startedAt) / 1000, latencies, last }
}

async function bareServer({ answer }: BareServer): Promise<number> {
  const headers = { 'content-type': 'application/ocsp-response', 'content-length': answer.length }
  const server = createServer((incoming, response) => {
    incoming.on('data', () => undefined)
    incoming.on('end', () => response.writeHead(200, headers).end(answer))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

// Entry point of the processes of `benchOcsp`: the peers that ask, and the bare server.
process.on('message', (message: OcspRun | BareServer) => {
  void (async () => process.send?.(message.kind === 'run' ? await run(message) : await bareServer(message)))()
})
