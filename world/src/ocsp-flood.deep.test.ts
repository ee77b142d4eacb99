import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { maxOcspRequestOctets } from '@simdeck/contract/publication.ts'
import { derTags, der, sequence } from '@simdeck/protocol/x509/der.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { OpenSsl } from '@simdeck/server/testing/openssl.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { processMemory } from './bench/process-memory.ts'
import { deviceTemplate, makeDeviceCa } from './testing/iot-safe.ts'
import { spawnServer } from './testing/server-process.ts'

const mebibyte = 1024 * 1024
/** Octets of a body that its sender does not want to end. */
const hugeOctets = 16 * mebibyte
const atOnce = 64
const rounds = 40
/** Far less than the huge bodies, of which several are sent at any time. */
const mayGrow = 160 * mebibyte

type Sent = { method: 'GET' | 'POST'; path: string; type?: string; body?: Uint8Array; isChunked?: boolean }

/** The status of the answer, with the status of an OCSP response; `cut` if the server ended the connection before. */
function send(port: number, agent: Agent, from: number, { method, path, type = 'application/ocsp-request', body, isChunked }: Sent) {
  return new Promise<string>((done) => {
    // Each request comes from another address, so that the limit of requests of one address does not matter.
    const headers = { 'content-type': type, 'x-forwarded-for': `10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}` }
    const length = body && !isChunked ? { 'content-length': body.length } : {}
    const call = request({ host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', () => done('cut'))
      response.on('end', () => {
        const hex = Buffer.concat(parts).toString('hex')
        const [, status] = /^30(?:03|8[12](?:..){1,2})0a010(\d)/.exec(hex) ?? []
        done(`${response.statusCode}${status ? ` status ${status}` : ''}`)
      })
    })
    call.on('error', () => done('cut'))
    call.end(body)
  })
}

/** Sequences within sequences, as deep as a request may be long. */
function nested(): Uint8Array {
  let octets = der(derTags.null)
  while (octets.length < maxOcspRequestOctets - 4) octets = sequence(octets)
  return octets
}

test('a flood of OCSP requests of any kind ends with the right answers; the console works meanwhile, and the memory is bounded', async () => {
  await using server = await startTestServer({ SERVICES: 'ota' })
  const { root } = await makeDeviceCa(await server.signIn('ADMIN'))
  using openssl = new OpenSsl()
  openssl.file('root.pem', root.chain!)
  const requestOf = (...args: string[]) => {
    openssl.run('ocsp', '-issuer', 'root.pem', ...args, '-reqout', 'request.der')
    return openssl.read('request.der')
  }
  const valid = requestOf('-serial', '0x4711')
  const serials = (count: number) => Array.from({ length: count }, (_, at) => ['-serial', String(at + 1)]).flat()
  const post = (body: Uint8Array, more: Partial<Sent> = {}): Sent => ({ method: 'POST', path: '/ocsp', body, ...more })
  const kinds: Record<string, { sent: Sent; right: string[] }> = {
    'a request with a nonce': { sent: post(valid), right: ['200 status 0'] },
    'a request in the path': {
      sent: { method: 'GET', path: `/ocsp/${Buffer.from(valid).toString('base64url')}` },
      right: ['200 status 0'],
    },
    'the most certificates': { sent: post(requestOf('-no_nonce', ...serials(16))), right: ['200 status 0'] },
    'too many certificates': { sent: post(requestOf('-no_nonce', ...serials(17))), right: ['200 status 1'] },
    'half a request': { sent: post(valid.subarray(0, valid.length / 2)), right: ['200 status 1'] },
    'no DER': { sent: post(new Uint8Array(maxOcspRequestOctets).fill(0xa5)), right: ['200 status 1'] },
    'sequences within sequences': { sent: post(nested()), right: ['200 status 1'] },
    'another type': { sent: post(valid, { type: 'text/plain' }), right: ['400'] },
    'a huge body': { sent: post(new Uint8Array(hugeOctets)), right: ['413', 'cut'] },
    'a huge body in chunks': { sent: post(new Uint8Array(hugeOctets), { isChunked: true }), right: ['413', 'cut'] },
    'a long path': { sent: { method: 'GET', path: `/ocsp/${'A'.repeat(20_000)}` }, right: ['400', '404'] },
  }

  const node = await spawnServer({
    DATABASE_URL: server.databaseUrl,
    MASTER_KEY: server.masterKey,
    PORT: '0',
    DEVICE_PORT: '0',
    SERVICES: 'console',
    TRUST_PROXY: '127.0.0.1',
    OVERLOAD_MS: '60000',
  })
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  try {
    const outcomes: Record<string, Set<string>> = {}
    let from = 0
    const each = async (name: string) => {
      const outcome = await send(node.httpPort, agent, from++, kinds[name]!.sent)
      ;(outcomes[name] ??= new Set()).add(outcome)
    }
    const names = Object.keys(kinds)
    for (const name of names) await each(name)
    const before = processMemory(node.pid).now

    const work = async () => {
      const email = 'flood@example.com'
      const { password } = await makeAccount(server.db, { email, name: 'Flood', role: 'ADMIN' })
      const baseUrl = (api: keyof typeof basePaths) => `http://127.0.0.1:${node.httpPort}${basePaths[api]}`
      const login = await createClient({ baseUrl, headers: () => ({}) })(endpoints.login, { body: { email, password } })
      const call = createClient({ baseUrl, headers: () => ({ authorization: `Bearer ${tokensOf(login).accessToken}` }) })
      for (let round = 0; round < rounds; round++) {
        await call(endpoints.listSims, { query: {} })
        await call(endpoints.createIdentityTemplate, { body: { ...deviceTemplate, name: `template ${round}` } })
      }
      return (await call(endpoints.listIdentityTemplates, { query: {} })).totalItems
    }
    let isOver = false
    const flood = Array.from({ length: atOnce }, async (_, at) => {
      for (let next = at; !isOver; next++) await each(names[next % names.length]!)
    })
    const templates = await work().finally(() => (isOver = true))
    await Promise.all(flood)
    expect(templates).toBe(rounds)
    expect(processMemory(node.pid).peak - before).toBeLessThan(mayGrow)
    const wrong = Object.entries(outcomes).flatMap(([name, found]) => [...found].map((outcome) => ({ name, outcome })))
    expect(wrong.filter(({ name, outcome }) => !kinds[name]!.right.includes(outcome))).toEqual([])
    expect(from).toBeGreaterThan(2 * atOnce)
  } finally {
    agent.destroy()
    await node.kill()
  }
})
