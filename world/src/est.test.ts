import { createHash, createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { certificationRequest, certificationRequestInfo, derSignature, p256KeyInfo } from '@simdeck/protocol/x509/certification-request.ts'
import { encodeName } from '@simdeck/protocol/x509/name.ts'
import { fromPem } from '@simdeck/server/certificate-authority/x509/pem.ts'
import { base64, enrolBy, holding, template } from '@simdeck/server/est/est.fixture.ts'
import { selfSigned } from '@simdeck/server/testing/certificate.ts'
import { OpenSsl } from '@simdeck/server/testing/openssl.ts'
import { pointOf, signHash } from '@simdeck/simulator/applets/iot-safe/keys.ts'
import { iotSafeCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { connectTls12 } from './testing/tls/tls12.ts'
import { connectTls13 } from './testing/tls/tls13.ts'

const sha256 = (content: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(content).digest())

/** A SIM that has made its key and got its certificate over the air, and a server with an EST port. */
async function withDevice() {
  const openssl = new OpenSsl()
  const own = selfSigned('localhost')
  const env = { EST_PORT: '0', EST_CERT_FILE: openssl.file('est.pem', own.cert), EST_KEY_FILE: openssl.file('est.key', own.key) }
  const world = await startWorld({ sims: 1, env })
  const { admin } = world
  await world.finished((await world.install(await world.upload(iotSafeCap))).id)
  const ca = await admin(endpoints.createAuthority, { body: { name: 'Root', confirmedName: 'Root', validDays: 3650 } })
  await admin(endpoints.setDefaultAuthority, { params: { id: ca.id } })
  const { id: templateId } = await admin(endpoints.createIdentityTemplate, { body: template })
  const simId = world.simIds[0]!
  const { campaignId } = await admin(endpoints.createCertificate, { params: { simId }, body: { templateId } })
  await world.finished(campaignId)
  const list = async () => (await admin(endpoints.listSimCertificates, { params: { simId }, query: {} })).data
  const [first] = await list()
  const card = world.fleet.sims[0]!.card.nvm.applications.find(({ aid }) => aid.toUpperCase() === fixedAids.iotSafe.moduleAid)!
  const scalar = card.safeObjects!.find(({ kind }) => kind === 'privateKey')!.content
  const point = fromHex(pointOf(scalar))
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => Buffer.from(part).toString('base64url'))
  const d = Buffer.from(scalar, 'hex').toString('base64url')
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x: x!, y: y! }, format: 'jwk' })
  const est = { server: world.server, admin, openssl, root: ca, trusted: own.cert }
  const device = await holding(est, { simId, certId: first!.id, key, keyInfo: p256KeyInfo(point), cert: '' }, first!.id)
  const objects = () => card.safeObjects ?? []
  return {
    world,
    est,
    device,
    scalar,
    list,
    objects,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      openssl[Symbol.dispose]()
    },
  }
}

test('a device renews its certificate by TLS and a request that the key in the card has signed', async () => {
  await using made = await withDevice()
  const { est, device, scalar, list } = made
  const info = certificationRequestInfo({
    subject: encodeName({ C: 'JP', O: 'Example', CN: `meter ${device.simId}` }),
    keyInfo: device.keyInfo,
  })
  const body = base64(certificationRequest(info, derSignature(signHash(scalar, sha256(info)))))
  const request = [
    'POST /.well-known/est/simplereenroll HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/pkcs10',
    'Content-Transfer-Encoding: base64',
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
  const identity = { chain: fromPem('CERTIFICATE', device.cert), sign: async (content: Uint8Array) => signHash(scalar, sha256(content)) }
  const answers: string[] = []
  for (const setUp of [connectTls13, connectTls12]) {
    const socket = connect(est.server.estPort, '127.0.0.1')
    await once(socket, 'connect')
    const connection = await setUp(socket, identity)
    const [head = '', content = ''] = (await connection.echo(request)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\ncontent-type: application\/pkcs7-mime; smime-type=certs-only\r\n/i)
    answers.push(content)
    socket.destroy()
  }
  expect(answers[1]).toBe(answers[0])
  est.openssl.file('answer.p7', Buffer.from(answers[0]!, 'base64'))
  est.openssl.file('device.pem', est.openssl.run('pkcs7', '-inform', 'DER', '-in', 'answer.p7', '-print_certs').text)
  est.openssl.file('root.pem', est.root.chain!)
  expect(est.openssl.run('verify', '-x509_strict', '-purpose', 'sslclient', '-CAfile', 'root.pem', 'device.pem').text).toBe(
    'device.pem: OK\n',
  )
  expect((await list()).map(({ origin, certStatus }) => [origin, certStatus])).toEqual([
    ['EST', 'Active'],
    ['OTA', 'Active'],
  ])
})

test('a deletion of the key over the air ends the certificates of both ways, and a renewal takes the slot’s other key pair', async () => {
  await using made = await withDevice()
  const { world, est, device, list, objects } = made
  const { admin } = world
  expect((await enrolBy(est, device)).status).toBe(200)
  const [renewed] = await list()
  const { campaignId } = await admin(endpoints.renewCertificate, { params: { certId: renewed!.id } })
  await world.finished(campaignId)
  const [latest, ...former] = await list()
  expect(latest).toMatchObject({ origin: 'OTA', certStatus: 'Active', managementStatus: null })
  expect(latest!.keyObjectId).not.toBe(renewed!.keyObjectId)
  expect(former.map(({ certStatus, managementStatus }) => [certStatus, managementStatus])).toEqual([
    ['Active', 'NeedDelete'],
    ['Active', 'NeedDelete'],
  ])
  expect((await enrolBy(est, device)).status).toBe(403)
  await world.finished((await admin(endpoints.removeCertificate, { params: { certId: device.certId } })).campaignId)
  expect((await list()).map(({ keyPairStatus, certStatus }) => [keyPairStatus, certStatus])).toEqual([
    ['Generated', 'Active'],
    ['Deleted', 'Deleted'],
    ['Deleted', 'Deleted'],
  ])
  expect(objects()).toHaveLength(3)
})

test('a certificate that its device has renewed is not due for a renewal over the air, until the new one is revoked', async () => {
  await using made = await withDevice()
  const { world, est, device, list } = made
  const { admin, simIds } = world
  expect((await enrolBy(est, device)).status).toBe(200)
  const soon = new Date(Date.now() + 86_400_000)
  await world.server.db
    .updateTable('sim_certificates')
    .set({ valid_to: soon, renew_at: new Date() })
    .where('id', '=', device.certId)
    .execute()
  const renewAll = async () => {
    const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
    return admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'certificate', certificate: { step: 'renew' } } })
  }
  await expect(renewAll()).rejects.toMatchObject({ body: { code: 'noTargetSims' } })
  const [renewed] = await list()
  await admin(endpoints.invalidateCertificates, { body: { certIds: [renewed!.id] } })
  await world.finished((await renewAll()).id)
  expect((await list())[0]).toMatchObject({ origin: 'OTA', certStatus: 'Active' })
})
