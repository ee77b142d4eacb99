import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { encodeName } from '@simdeck/protocol/x509/name.ts'
import { newKeyPair } from '../certificate-authority/keys.ts'
import { until } from '../testing/until.ts'
import { addDevice, ask, base64, type Device, enrolBy, type EstServer, requestOf, startEstServer } from './est.fixture.ts'

let est: EstServer
beforeAll(async () => {
  est = await startEstServer()
})
afterAll(() => est[Symbol.asyncDispose]())

const listOf = async (simId: number) => (await est.admin(endpoints.listSimCertificates, { params: { simId }, query: {} })).data
/** The number of certificates of the SIM besides the one that it had. */
const added = async ({ simId }: Device) => (await listOf(simId)).length - 1
const other = newKeyPair()
test.each<[string, number, (device: Device) => Uint8Array]>([
  ['a signature of another key', 400, (device) => requestOf(device, { signer: other.key })],
  ['a signature over other octets', 400, (device) => requestOf(device, { signed: new Uint8Array(10) })],
  ['another key that signed it', 403, (device) => requestOf({ ...device, ...other })],
  ['the subject of another SIM', 403, (device) => requestOf(device, { subject: encodeName({ C: 'JP', O: 'Example', CN: 'meter 0' }) })],
  [
    'a part of the subject',
    403,
    ({ simId, ...device }) => requestOf({ simId, ...device }, { subject: encodeName({ CN: `meter ${simId}` }) }),
  ],
  ['an empty subject', 403, (device) => requestOf(device, { subject: encodeName({}) })],
  ['another alternative name', 403, (device) => requestOf(device, { names: [{ type: 'dns', value: 'console.example' }] })],
  [
    'an alternative name too many',
    403,
    (device) =>
      requestOf(device, {
        names: [
          { type: 'uri', value: `urn:sim:${device.simId}` },
          { type: 'dns', value: 'console.example' },
        ],
      }),
  ],
  ['octets after its end', 400, (device) => Buffer.concat([requestOf(device), Buffer.of(0)])],
  ['octets that are no DER', 400, () => new Uint8Array(300).fill(0x30)],
])('a request with %s is refused with %d, and nothing is stored', async (_, expected, request) => {
  const device = await addDevice(est)
  for (const operation of ['simpleenroll', 'simplereenroll'] as const) {
    const { status, headers, text } = await enrolBy(est, device, operation, request(device))
    expect([status, headers['content-type']]).toEqual([expected, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^[A-Z].{10,100}\.\n$/)
  }
  expect(await added(device)).toBe(0)
})

test('one network holds no more than 200 connections, and gets another one when one of them ends', async () => {
  const open = async () => {
    const socket = connect(est.server.estPort, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: 200 }, open))
  try {
    await once(await open(), 'close')
    expect(sockets.filter(({ readyState }) => readyState !== 'open')).toEqual([])
    sockets.pop()!.destroy()
    expect(await until(() => ask(est, '/.well-known/est/cacerts').catch(() => null))).toMatchObject({ status: 200 })
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

test.each<[string, (device: Device) => Promise<unknown>]>([
  ['revoked', ({ certId }) => est.admin(endpoints.invalidateCertificates, { body: { certIds: [certId] } })],
  [
    'expired',
    ({ certId }) =>
      est.server.db.updateTable('certificates').set({ valid_to: new Date() }).where('request_key', '=', `certificate:${certId}`).execute(),
  ],
  [
    'not yet valid',
    ({ certId }) =>
      est.server.db
        .updateTable('certificates')
        .set({ valid_from: new Date(Date.now() + 60_000) })
        .where('request_key', '=', `certificate:${certId}`)
        .execute(),
  ],
  [
    'marked for deletion',
    ({ certId }) => est.admin(endpoints.markCertificate, { params: { certId }, body: { managementStatus: 'NeedDelete' } }),
  ],
  ['of a deleted SIM', ({ simId }) => est.server.db.deleteFrom('sims').where('id', '=', simId).execute()],
  [
    'not written yet',
    ({ certId }) => est.server.db.updateTable('sim_certificates').set({ cert_status: 'Issued' }).where('id', '=', certId).execute(),
  ],
])('a client certificate that is %s is refused, and nothing is stored', async (_, spoil) => {
  const device = await addDevice(est)
  await spoil(device)
  const before = await est.server.db.selectFrom('certificates').select('id').execute()
  const { status, text } = await enrolBy(est, device)
  expect([status, text]).toEqual([403, expect.stringMatching(/^The client certificate is .*\.\n$/)])
  expect(await est.server.db.selectFrom('certificates').select('id').execute()).toEqual(before)
})

test('a client certificate of another CA, of the CA itself, or none is refused', async () => {
  const device = await addDevice(est)
  est.openssl.run(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    'o.key',
    '-subj',
    '/CN=x',
    '-out',
    'o.pem',
  )
  const key = createPrivateKey(Buffer.from(est.openssl.read('o.key')))
  const cert = Buffer.from(est.openssl.read('o.pem')).toString()
  expect((await enrolBy(est, { ...device, key, cert }, 'simpleenroll', requestOf(device))).status).toBe(403)
  expect((await ask(est, '/.well-known/est/simpleenroll', { body: base64(requestOf(device)) })).status).toBe(403)
  await expect(enrolBy(est, { ...device, key: other.key }), 'a certificate without its key').rejects.toThrow()
  expect(await added(device)).toBe(0)
})

test('a request that is not one of EST is refused with the status of HTTP', async () => {
  const device = await addDevice(est)
  const path = '/.well-known/est/simplereenroll'
  const body = base64(requestOf(device))
  const status = async (asked: Parameters<typeof ask>[2], at = path) => (await ask(est, at, { device, ...asked })).status
  expect(await status({ body: '' })).toBe(400)
  expect(await status({ body: 'not base64 !' })).toBe(400)
  expect(await status({ body: body.slice(0, -2) })).toBe(400)
  expect(await status({ body: `-----BEGIN CERTIFICATE REQUEST-----\n${body}\n-----END CERTIFICATE REQUEST-----` })).toBe(400)
  expect(await status({ body: 'A'.repeat(20_000) })).toBe(413)
  expect(await status({ body: 'A'.repeat(20_000), isChunked: true })).toBe(413)
  expect(await status({ body, headers: { 'content-type': 'application/json' } })).toBe(415)
  expect(await status({ method: 'GET' })).toBe(405)
  expect((await ask(est, path)).headers['allow']).toBe('POST')
  expect(await status({ method: 'PUT', body })).toBe(405)
  expect(await status({ body }, '/.well-known/est/cacerts')).toBe(405)
  expect(await status({ body }, '/.well-known/est/fullcmc')).toBe(404)
  expect(await status({}, '/.well-known/est/csrattrs')).toBe(404)
  expect(await status({ body }, '/.well-known/est/label/simplereenroll')).toBe(404)
  expect(await status({}, '/')).toBe(404)
  expect(await added(device)).toBe(0)
  const wrapped = body.replaceAll(/.{76}/g, '$&\r\n')
  expect(
    await status({
      body: wrapped,
      headers: { 'content-type': 'application/pkcs10; charset=ascii', 'content-transfer-encoding': 'base64' },
    }),
  ).toBe(200)
})

test('strangers with certificates of their own share the limit of their address, and devices keep theirs', async () => {
  const device = await addDevice(est)
  const statuses = new Set<number>()
  // The minute of the limit may end once on the way.
  for (let stranger = 0; stranger < 41 && !statuses.has(429); stranger++) {
    est.openssl.run(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      's.key',
      '-subj',
      '/CN=x',
      '-out',
      's.pem',
    )
    const key = createPrivateKey(Buffer.from(est.openssl.read('s.key')))
    const cert = Buffer.from(est.openssl.read('s.pem')).toString()
    statuses.add((await enrolBy(est, { ...device, key, cert }, 'simpleenroll', requestOf(device))).status)
  }
  expect([...statuses]).toEqual([403, 429])
  expect((await enrolBy(est, device)).status).toBe(200)
})
