import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Sealer } from '../../platform/crypto/seal.ts'
import { OpenSsl } from '../../testing/openssl.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { newSerial } from '../x509/certificate.ts'
import { publishAll } from './publish.ts'

let server: TestServer
let openssl: OpenSsl
let admin: Awaited<ReturnType<TestServer['signIn']>>
const url = (path: string) => server.url + path
beforeAll(async () => {
  server = await startTestServer({ SERVICES: 'console' })
  openssl = new OpenSsl()
  admin = await server.signIn('ADMIN')
})
afterAll(async () => {
  openssl[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

const publishNow = () => publishAll({ db: server.db, sealer: new Sealer(server.masterKey), url })
const create = (name: string, parentId?: number, validDays = 3650) =>
  admin(endpoints.createAuthority, { body: { name, validDays, confirmedName: name, ...(parentId && { parentId }) } })
const read = (id: number) => admin(endpoints.getAuthority, { params: { id } })
const revoke = (ca: { id: number; name: string }) =>
  admin(endpoints.revokeAuthority, { params: { id: ca.id }, body: { reason: 'cACompromise', confirmedName: ca.name } })

async function fetched(path: string, init: RequestInit = {}) {
  const answer = await fetch(url(path), init)
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
}
/** The answer of the server to a request of OpenSSL, as OpenSSL prints it. */
const ask = (...more: string[]) =>
  openssl.connect('ocsp', '-url', url('/ocsp'), '-issuer', 'root.pem', '-CAfile', 'root.pem', '-cert', 'device.pem', ...more)

test('anyone gets certificate and CRL of a CA; after a revocation OpenSSL refuses the chain', async () => {
  const root = await create('Root', undefined, 7300)
  const device = await create('Device', root.id)
  const { bytes: certificate, answer } = await fetched(`/ca/${root.id}.crt`)
  expect(answer.headers.get('content-type')).toBe('application/pkix-cert')
  openssl.file('root.der', certificate)
  openssl.run('x509', '-inform', 'DER', '-in', 'root.der', '-out', 'root.pem')
  openssl.file('device.pem', device.chain ?? '')
  const crl = async () => {
    const { bytes, answer } = await fetched(`/ca/${root.id}.crl`)
    expect(answer.headers.get('content-type')).toBe('application/pkix-crl')
    expect(answer.headers.get('cache-control')).toContain('max-age=300')
    openssl.file('root.crl', bytes)
    openssl.run('crl', '-inform', 'DER', '-in', 'root.crl', '-out', 'crl.pem')
    expect(openssl.run('crl', '-in', 'crl.pem', '-noout', '-CAfile', 'root.pem').text).toContain('verify OK')
    return openssl.run('verify', '-x509_strict', '-crl_check', '-CRLfile', 'crl.pem', '-CAfile', 'root.pem', 'device.pem').text
  }
  expect(await crl()).toBe('device.pem: OK\n')
  expect(await ask()).toMatch(/device.pem: good[^]*Response verify OK/)
  expect(await ask('-no_nonce')).toContain('device.pem: good')
  expect(await ask('-serial', '0x4711')).toContain('0x4711: unknown')
  const revoked = await revoke(device)
  expect(revoked).toMatchObject({ state: 'revoked', revocationReason: 'cACompromise' })
  expect(await codeOf(revoke(device))).toBe('caRevoked')
  expect(await codeOf(revoke(root))).toBe('caNotRevocable')
  expect(await ask()).toMatch(/device.pem: revoked[^]*Reason: cACompromise/)
  await publishNow()
  expect(await crl()).toContain('error 23 at 0 depth lookup: certificate revoked')
  expect(await read(root.id)).toMatchObject({ issued: 1, revoked: 1, crl: { number: 2, entries: 1 } })
})

test('a CRL is made anew on time, on request, and after a revocation only; an OCSP signer in the last third of its life', async () => {
  const { id } = await create('Timed')
  await publishNow()
  expect(await read(id)).toMatchObject({ crl: { number: 1 } })
  await server.db.updateTable('authority_crls').set({ next_at: new Date() }).where('ca_id', '=', id).execute()
  await publishNow()
  expect(await read(id)).toMatchObject({ crl: { number: 2 } })
  expect(await admin(endpoints.makeCrl, { params: { id } })).toMatchObject({ crl: { number: 3 } })
  const signerEnd = async () => (await read(id)).ocspSignerValidTo
  const before = await signerEnd()
  await publishNow()
  expect(await signerEnd()).toBe(before)
  const soon = new Date(Date.now() + 29 * 86_400_000)
  await server.db.updateTable('ocsp_signers').set({ valid_to: soon }).where('ca_id', '=', id).execute()
  await publishNow()
  expect(Date.parse((await signerEnd()) ?? '')).toBeGreaterThan(soon.getTime())
})

test('of two nodes that make the same CRL, one number comes out', async () => {
  const { id } = await create('Two nodes')
  await server.db.updateTable('authority_crls').set({ next_at: new Date() }).where('ca_id', '=', id).execute()
  await Promise.all([publishNow(), publishNow()])
  expect(await read(id)).toMatchObject({ crl: { number: 2 } })
})

test('a CRL with many revocations names each, without those that expired long ago', async () => {
  const ca = await create('Many')
  const day = 86_400_000
  const rows = Array.from({ length: 5000 }, (_, at) => ({
    ca_id: ca.id,
    ca_name: ca.name,
    kind: 'device' as const,
    serial: Buffer.from(newSerial()),
    subject: 'CN=x',
    certificate: Buffer.alloc(1),
    key_sha256: Buffer.alloc(32),
    valid_from: new Date(Date.now() - 400 * day),
    valid_to: new Date(Date.now() + (at < 10 ? -8 : at < 20 ? -6 : 8) * day),
    revoked_at: new Date(),
    revocation_reason: 'superseded' as const,
  }))
  for (let at = 0; at < rows.length; at += 1000)
    await server.db
      .insertInto('certificates')
      .values(rows.slice(at, at + 1000))
      .execute()
  expect(await admin(endpoints.makeCrl, { params: { id: ca.id } })).toMatchObject({ crl: { entries: 4990 }, revoked: 5000 })
  const { bytes } = await fetched(`/ca/${ca.id}.crl`)
  openssl.file('many.crl', bytes)
  const { text } = openssl.run('crl', '-inform', 'DER', '-in', 'many.crl', '-noout', '-text')
  expect(text.match(/Serial Number:/g)).toHaveLength(4990)
})

test('OCSP answers a request in the path, with slashes and plus signs, and says what it cannot answer', async () => {
  const root = await create('By path')
  openssl.file('path.pem', root.chain ?? '')
  openssl.run('ocsp', '-issuer', 'path.pem', '-serial', '0x3E3F3E3F3E3F3E3F', '-no_nonce', '-reqout', 'path.der')
  const base64 = Buffer.from(openssl.read('path.der')).toString('base64')
  for (const path of [encodeURIComponent(base64), base64]) {
    const { answer, bytes } = await fetched(`/ocsp/${path}`)
    expect(answer.headers.get('content-type')).toBe('application/ocsp-response')
    expect(answer.headers.get('cache-control')).toContain('max-age=300')
    openssl.file('path.response', bytes)
    const check = ['-issuer', 'path.pem', '-CAfile', 'path.pem', '-serial', '0x3E3F3E3F3E3F3E3F', '-no_nonce']
    expect(openssl.run('ocsp', ...check, '-respin', 'path.response').text).toMatch(/: unknown[^]*Response verify OK/)
  }
  const status = async (path: string, init?: RequestInit) => {
    const { answer, bytes } = await fetched(path, init)
    return [answer.status, Buffer.from(bytes).toString('hex')]
  }
  const post = (body: Uint8Array, type = 'application/ocsp-request') =>
    status('/ocsp', { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(body) })
  expect(await status('/ocsp/AAAA')).toEqual([200, '30030a0101'])
  expect(await post(new Uint8Array([0x30, 0x00]))).toEqual([200, '30030a0101'])
  openssl.run('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 's.key', '-subj', '/CN=Stranger', '-out', 'stranger.pem')
  openssl.run('ocsp', '-issuer', 'stranger.pem', '-serial', '1', '-reqout', 'stranger.der')
  expect(await post(openssl.read('stranger.der'))).toEqual([200, '30030a0106'])
  expect((await post(new Uint8Array(5000)))[0]).toBe(413)
  expect((await post(new Uint8Array(5), 'text/plain'))[0]).toBe(400)
  expect((await status('/ca/999999.crl'))[0]).toBe(404)
  expect((await status('/ca/x.crl'))[0]).toBe(400)
})
