import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { encodeName } from '@simdeck/protocol/x509/name.ts'
import { childEnvironment } from '../config.ts'
import { until } from '../testing/until.ts'
import {
  addDevice,
  ask,
  base64,
  type Device,
  enrolBy,
  type EstServer,
  holding,
  requestOf,
  startEstServer,
  template,
} from './est.fixture.ts'

let est: EstServer
beforeAll(async () => {
  est = await startEstServer()
})
afterAll(() => est[Symbol.asyncDispose]())

const listOf = async (simId: number) => (await est.admin(endpoints.listSimCertificates, { params: { simId }, query: {} })).data
/** The number of certificates of the SIM besides the one that it had. */
const added = async ({ simId }: Device) => (await listOf(simId)).length - 1
const certificateIn = (text: string, name: string): string => {
  est.openssl.file(`${name}.p7`, Buffer.from(text, 'base64'))
  return est.openssl.run('pkcs7', '-inform', 'DER', '-in', `${name}.p7`, '-print_certs').text
}

test('the certificates of the valid CAs are answered without a client certificate, as OpenSSL reads them', async () => {
  const { status, headers, text } = await ask(est, '/.well-known/est/cacerts')
  expect([status, headers['content-type'], headers['content-transfer-encoding']]).toEqual([200, 'application/pkcs7-mime', 'base64'])
  const printed = certificateIn(text, 'cacerts')
  expect(printed.match(/subject=.*/g)?.toSorted()).toEqual(['subject=CN = Devices', 'subject=CN = Root'])
})

test('a device renews its certificate for its key; OpenSSL verifies it, and the console shows where it comes from', async () => {
  const { admin, openssl, root, ca } = est
  const device = await addDevice(est)
  const { status, headers, text } = await enrolBy(est, device)
  expect([status, headers['content-type'], headers['content-transfer-encoding']]).toEqual([
    200,
    'application/pkcs7-mime; smime-type=certs-only',
    'base64',
  ])
  const printed = certificateIn(text, 'enrolled')
  openssl.file('device.pem', printed)
  openssl.file('root.pem', root.chain!)
  openssl.file('chain.pem', ca.chain!)
  const strict = ['verify', '-x509_strict', '-purpose', 'sslclient', '-CAfile', 'root.pem', '-untrusted', 'chain.pem']
  expect(openssl.run(...strict, 'device.pem')).toEqual({ code: 0, text: 'device.pem: OK\n' })
  const [renewed, former] = await listOf(device.simId)
  expect(renewed).toMatchObject({
    origin: 'EST',
    renewsId: device.certId,
    csrSubject: `CN=meter ${device.simId},O=Example,C=JP`,
    keyObjectId: former!.keyObjectId,
    csrStatus: 'Signed',
    certStatus: 'Active',
    signedBy: 'Devices',
    campaignId: null,
  })
  expect(former).toMatchObject({ id: device.certId, origin: 'OTA', certStatus: 'Active', managementStatus: null })
  const [signing] = (await admin(endpoints.listSignings, { query: { simId: String(device.simId) } })).data
  expect(signing).toMatchObject({ origin: 'EST', certId: renewed!.id, status: 'Signed' })
  const ofEst = await admin(endpoints.listCertificates, { query: { origin: 'EST' } })
  expect(ofEst.data.map(({ id }) => id)).toContain(renewed!.id)
  const [action] = (await admin(endpoints.listSystemLogs, { query: { subject: `sim:${device.simId}` } })).data
  expect(action).toMatchObject({ action: 'iotSafeAdd', request_by: 'EST', subjects: [`certificate:${renewed!.id}`, `sim:${device.simId}`] })
  const root2 = await est.server.signIn('ROOT')
  const events = (await root2(endpoints.listSecurityEvents, { query: { event: 'deviceEnrolment' } })).data
  expect(events).toContainEqual(
    expect.objectContaining({
      outcome: 'success',
      detail: `certificate:${renewed!.id} Active`,
      route: 'POST /.well-known/est/simplereenroll',
    }),
  )
})

test.skipIf(spawnSync('curl', ['--version']).status !== 0)('curl gets a certificate for a request that OpenSSL has made', async () => {
  const { openssl } = est
  const device = await addDevice(est)
  const { simId } = device
  openssl.file('curl.key', String(device.key.export({ type: 'pkcs8', format: 'pem' })))
  openssl.file('curl.pem', device.cert)
  openssl.file('trusted.pem', est.trusted)
  const subject = ['-subj', `/C=JP/O=Example/CN=meter ${simId}`, '-addext', `subjectAltName=URI:urn:sim:${simId}`]
  expect(openssl.run('req', '-new', '-key', 'curl.key', ...subject, '-outform', 'DER', '-out', 'curl.csr').code).toBe(0)
  openssl.run('base64', '-in', 'curl.csr', '-out', 'curl.b64')
  const identity = ['--cacert', 'trusted.pem', '--cert', 'curl.pem', '--key', 'curl.key']
  const content = ['--data-binary', '@curl.b64', '-H', 'Content-Type: application/pkcs10', '-H', 'Content-Transfer-Encoding: base64']
  const url = `https://localhost:${est.server.estPort}/.well-known/est/simpleenroll`
  const run = promisify(execFile)
  const { stdout } = await run('curl', ['-sS', '--fail', ...identity, ...content, url], { cwd: openssl.folder, env: childEnvironment() })
  expect(certificateIn(stdout, 'curl')).toContain(`CN = meter ${simId}`)
})

test('a repeated request gets the same certificate, and a certificate in use ends those before it', async () => {
  const device = await addDevice(est)
  const request = requestOf(device)
  const answers = await Promise.all([1, 2, 3].map(() => enrolBy(est, device, 'simplereenroll', request)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(await added(device)).toBe(1)
  const [second] = await listOf(device.simId)
  expect((await enrolBy(est, await holding(est, device, second!.id), 'simpleenroll')).status).toBe(200)
  expect((await listOf(device.simId)).map(({ certStatus, keyPairStatus }) => [certStatus, keyPairStatus])).toEqual([
    ['Active', 'Generated'],
    ['Active', 'Generated'],
    ['Deleted', 'Deleted'],
  ])
  expect((await enrolBy(est, device)).status).toBe(403)
})

test('a request of manual delivery waits for its approval, and a rejected one is refused', async () => {
  const { admin, templateId } = est
  const device = await addDevice(est)
  await admin(endpoints.updateIdentityTemplate, { params: { id: templateId }, body: { ...template, delivery: 'Manual' } })
  try {
    const { status, headers } = await enrolBy(est, device)
    expect([status, headers['retry-after']]).toEqual([202, '600'])
    expect((await enrolBy(est, device)).status).toBe(202)
    const [waiting] = await listOf(device.simId)
    expect(waiting).toMatchObject({ csrStatus: 'Verified', certStatus: 'None', origin: 'EST' })
    expect(await added(device)).toBe(1)
    await admin(endpoints.decideCertificate, { params: { certId: waiting!.id }, body: { approve: true } })
    expect((await enrolBy(est, device)).status).toBe(200)
    expect((await listOf(device.simId))[0]).toMatchObject({ id: waiting!.id, certStatus: 'Active' })
    expect((await enrolBy(est, device)).status).toBe(202)
    const [second] = await listOf(device.simId)
    await admin(endpoints.decideCertificate, { params: { certId: second!.id }, body: { approve: false } })
    expect((await enrolBy(est, device)).status).toBe(403)
    expect(await added(device)).toBe(2)
  } finally {
    await admin(endpoints.updateIdentityTemplate, { params: { id: templateId }, body: template })
  }
})

test('a device whose last certificate was revoked gets no other by the former one, and the last one outlives the former', async () => {
  const revoke = (certId: number) => est.admin(endpoints.invalidateCertificates, { body: { certIds: [certId] } })
  const lost = await addDevice(est)
  expect((await enrolBy(est, lost)).status).toBe(200)
  await revoke((await listOf(lost.simId))[0]!.id)
  for (const operation of ['simpleenroll', 'simplereenroll'] as const) {
    const { status, text } = await enrolBy(est, lost, operation)
    expect([status, text]).toEqual([403, 'The client certificate is revoked.\n'])
  }
  expect(await added(lost)).toBe(1)
  const kept = await addDevice(est)
  expect((await enrolBy(est, kept)).status).toBe(200)
  await revoke(kept.certId)
  expect((await enrolBy(est, await holding(est, kept, (await listOf(kept.simId))[0]!.id))).status).toBe(200)
})

test('a repeated request gets the same certificate while an OTA writes it into the card, and after that has failed', async () => {
  const { server, admin } = est
  const device = await addDevice(est)
  const request = requestOf(device)
  const { text } = await enrolBy(est, device, 'simplereenroll', request)
  const [own] = await listOf(device.simId)
  const now = async () => (await admin(endpoints.getCertificate, { params: { certId: own!.id } })).certStatus
  for (const [status, after] of [
    ['Writing', 'Writing'],
    ['Failed', 'Active'],
  ] as const) {
    await server.db.updateTable('sim_certificates').set({ cert_status: status, active_at: null }).where('id', '=', own!.id).execute()
    expect(await enrolBy(est, device, 'simplereenroll', request)).toMatchObject({ status: 200, text })
    expect(await now()).toBe(after)
  }
  expect(await added(device)).toBe(1)
})

test('the right alternative names are accepted in the request', async () => {
  const device = await addDevice(est)
  const names = [{ type: 'uri' as const, value: `urn:sim:${device.simId}` }]
  expect((await enrolBy(est, device, 'simplereenroll', requestOf(device, { names }))).status).toBe(200)
})

test('a changed template gives its subject to an enrolment, and refuses a renewal of the former one', async () => {
  const { admin, templateId } = est
  const device = await addDevice(est)
  await admin(endpoints.updateIdentityTemplate, { params: { id: templateId }, body: { ...template, organization: 'Example 2' } })
  try {
    const subject = encodeName({ C: 'JP', O: 'Example 2', CN: `meter ${device.simId}` })
    const status = async (operation: 'simpleenroll' | 'simplereenroll', request: Uint8Array) =>
      (await enrolBy(est, device, operation, request)).status
    expect(await status('simplereenroll', requestOf(device))).toBe(403)
    expect(await status('simplereenroll', requestOf(device, { subject }))).toBe(403)
    expect(await status('simpleenroll', requestOf(device))).toBe(403)
    expect(await status('simpleenroll', requestOf(device, { subject }))).toBe(200)
  } finally {
    await admin(endpoints.updateIdentityTemplate, { params: { id: templateId }, body: template })
  }
})

test('a device gets five certificates a day, and answers to twenty requests a minute', async () => {
  const device = await addDevice(est)
  const statuses: number[] = []
  for (let request = 0; request < 22; request++) statuses.push((await enrolBy(est, device)).status)
  expect(statuses.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await added(device)).toBe(5)
  const { headers } = await enrolBy(est, device)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('the setting switches enrolment off and on at once', async () => {
  const device = await addDevice(est)
  const set = (value: string) => est.admin(endpoints.postUserConfig, { body: [{ key: 'system_iot_safe_est', value }] })
  await set('1')
  const refused = await enrolBy(est, device)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '3600'])
  expect((await ask(est, '/.well-known/est/cacerts')).status).toBe(503)
  await set('2')
  expect((await enrolBy(est, device)).status).toBe(200)
})

test('a CA that cannot sign leaves the device without a certificate, and its revocation without trust', async () => {
  const device = await addDevice(est)
  const { db } = est.server
  const { id } = est.ca
  const before = await db.selectFrom('certificate_authorities').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = (to: { private_key?: Buffer; revoked_at?: Date | null }) =>
    db.updateTable('certificate_authorities').set(to).where('id', '=', id).execute()
  await change({ private_key: Buffer.alloc(80) })
  expect((await enrolBy(est, device)).status).toBe(503)
  await change({ private_key: before.private_key, revoked_at: new Date() })
  const { status, text } = await enrolBy(est, device)
  expect([status, text]).toEqual([403, 'The CA of the client certificate is not valid.\n'])
  await change({ revoked_at: null })
  expect(await added(device)).toBe(0)
})

test('refusals are in the security log with their reason, and no log of the process has a name, a key or a request', async () => {
  const device = await addDevice(est)
  const request = requestOf(device, { subject: encodeName({ CN: 'someone else' }) })
  expect((await enrolBy(est, device, 'simpleenroll', request)).status).toBe(403)
  const root = await est.server.signIn('ROOT')
  const query = { event: 'deviceEnrolment' as const, outcome: 'failure' as const }
  const found = await until(async () =>
    (await root(endpoints.listSecurityEvents, { query })).data.find(({ detail }) => detail === `certificate:${device.certId} otherSubject`),
  )
  expect(found).toMatchObject({ ip: '127.0.0.1', route: 'POST /.well-known/est/simpleenroll' })
  const logged = est.server.logged()
  for (const secret of ['someone else', base64(request).slice(0, 60), '8981100009', 'BEGIN'])
    expect([secret, logged.includes(secret)]).toEqual([secret, false])
})
