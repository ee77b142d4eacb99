import { sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { rawSignature } from '@simdeck/protocol/iot-safe/key-tlvs.ts'
import { certificationRequestInfo, p256Point } from '@simdeck/protocol/x509/certification-request.ts'
import { addPackage } from '../campaigns/testing.ts'
import { certificateParameters, endCertificates, recordCertificate } from '../certificate-authority/devices/issue.ts'
import { newKeyPair } from '../certificate-authority/keys.ts'
import { addDevice, type Device, enrolBy, type EstServer, startEstServer, template } from '../est/est.fixture.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import { codeOf } from '../testing/people.ts'
import { until } from '../testing/until.ts'

let est: EstServer
let held: { other_package_id: number; other_instance_aid: string }
beforeAll(async () => {
  est = await startEstServer()
  const { id } = await addPackage(est.admin, fixedAids.iotSafe)
  held = { other_package_id: id, other_instance_aid: fixedAids.iotSafe.moduleAid }
})
afterAll(() => est[Symbol.asyncDispose]())

async function addSafeDevice(): Promise<Device> {
  const device = await addDevice(est)
  await est.server.db.updateTable('sims').set(held).where('id', '=', device.simId).execute()
  return device
}

const certificatesOf = async ({ simId }: Device) => (await est.admin(endpoints.listSimCertificates, { params: { simId }, query: {} })).data
const decide = (certId: number, approve: boolean) =>
  codeOf(est.admin(endpoints.decideCertificate, { params: { certId }, body: { approve } }))
const mark = (certId: number, managementStatus: 'NeedDelete' | null) =>
  est.admin(endpoints.markCertificate, { params: { certId }, body: { managementStatus } })

/** Issues a certificate over the air up to its writing, with the answers of a card; `end` records that the card has returned it. */
async function writeCertificate({ simId }: Device) {
  const { admin, server, templateId } = est
  const { db } = server
  await admin(endpoints.createCertificate, { params: { simId }, body: { templateId } })
  const { id: otaId } = await db
    .selectFrom('ota_jobs')
    .select('id')
    .where('sim_id', '=', simId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const ota = { otaId, simId, step: 'issue', templateId, certificateId: null } as const
  const parameters = (found: unknown) =>
    db.transaction().execute((trx) => {
      const from = { db: trx, sealer: new Sealer(server.masterKey), url: (path: string) => `https://simdeck.example${path}` }
      return certificateParameters(from, ota, { instanceAid: new Uint8Array(16), found })
    })
  const begun = await parameters(null)
  const { key, keyInfo } = newKeyPair()
  const info = certificationRequestInfo({ subject: begun!.subject, keyInfo })
  const signature = rawSignature.encode(sign('sha256', info, { key, dsaEncoding: 'ieee-p1363' }))
  const found = { point: p256Point(keyInfo), signature, pieces: [] }
  await parameters(found)
  return {
    end: async () => {
      await db.transaction().execute((trx) => recordCertificate(trx, ota, found))
      await db.updateTable('ota_jobs').set({ status: 'Succeeded', finished_at: new Date() }).where('id', '=', otaId).execute()
    },
  }
}

test('a request is decided only while the card holds its key, and that is to stay', async () => {
  const { admin, server, templateId } = est
  const device = await addSafeDevice()
  await admin(endpoints.updateIdentityTemplate, { params: { id: templateId }, body: { ...template, delivery: 'Manual' } })
  expect((await enrolBy(est, device)).status).toBe(202)
  await admin(endpoints.updateIdentityTemplate, { params: { id: templateId }, body: template })
  const [waiting] = await certificatesOf(device)
  await mark(waiting!.id, 'NeedDelete')
  expect(await decide(waiting!.id, true)).toBe('certificateState')
  await mark(waiting!.id, null)
  await server.db.transaction().execute((trx) => endCertificates(trx, device.simId))
  for (const approve of [true, false]) expect(await decide(waiting!.id, approve)).toBe('certificateState')
  expect((await admin(endpoints.listSignings, { query: { simId: String(device.simId) } })).totalItems).toBe(1)
})

test('the CA that a waiting request names is not deleted, so that no other one signs it', async () => {
  const { admin, root, templateId } = est
  const name = 'Own'
  const { id: authorityId } = await admin(endpoints.createAuthority, {
    body: { name, parentId: root.id, validDays: 1000, confirmedName: name },
  })
  const device = await addSafeDevice()
  await admin(endpoints.updateIdentityTemplate, { params: { id: templateId }, body: { ...template, authorityId, delivery: 'Manual' } })
  expect((await enrolBy(est, device)).status).toBe(202)
  await admin(endpoints.updateIdentityTemplate, { params: { id: templateId }, body: template })
  const remove = () => codeOf(admin(endpoints.deleteAuthority, { params: { id: authorityId }, body: { confirmedName: name } }))
  expect(await remove()).toBe('caInUse')
  const [waiting] = await certificatesOf(device)
  expect(await decide(waiting!.id, false)).toBe('answered')
  expect(await remove()).toBe('answered')
})

test('a certificate that is revoked while it is written leaves the former one in use', async () => {
  const device = await addSafeDevice()
  const { end } = await writeCertificate(device)
  const [renewed] = await certificatesOf(device)
  expect(renewed).toMatchObject({ certStatus: 'Writing', csrStatus: 'Signed' })
  await est.admin(endpoints.invalidateCertificates, { body: { certIds: [renewed!.id] } })
  await end()
  const states = (await certificatesOf(device)).map(({ certStatus, managementStatus }) => [certStatus, managementStatus])
  expect(states).toEqual([
    ['Revoked', null],
    ['Active', null],
  ])
})

test('an issuance into a slot whose key pairs are both to stay leaves the newest one', async () => {
  const device = await addSafeDevice()
  for (let renewals = 1; renewals <= 3; renewals++) {
    const [present] = await certificatesOf(device)
    const { end } = await writeCertificate(device)
    await end()
    const [renewed, former] = await certificatesOf(device)
    expect([renewed!.certStatus, former!.id, former!.certStatus, former!.managementStatus]).toEqual([
      'Active',
      present!.id,
      'Active',
      'NeedDelete',
    ])
    await mark(former!.id, null)
  }
})

test('a renewal of any template leaves out SIMs whose template lacks a value, or whose CA cannot sign for its time', async () => {
  const { admin, root, templateId, server } = est
  const name = 'Short'
  const short = await admin(endpoints.createAuthority, { body: { name, parentId: root.id, validDays: 100, confirmedName: name } })
  const change = [{}, { name: 'short', authorityId: short.id }, { name: 'phones', commonName: '{{msisdn}}' }]
  const devices: Device[] = []
  for (const [at, more] of change.entries()) {
    const device = await addSafeDevice()
    const own = at === 0 ? { id: templateId } : await admin(endpoints.createIdentityTemplate, { body: { ...template, ...more } })
    await server.db.updateTable('sim_certificates').set({ template_id: own.id }).where('id', '=', device.certId).execute()
    await admin(endpoints.markCertificate, { params: { certId: device.certId }, body: { managementStatus: 'NeedUpdate' } })
    devices.push(device)
  }
  const simIds = devices.map(({ simId }) => simId)
  const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
  const run = await admin(endpoints.dryRunBulkOta, { body: { snapshotId, kind: 'certificate', certificate: { step: 'renew' } } })
  const excluded = run.excluded.map(({ reason, sims }) => `${reason} ${sims.map(({ id }) => simIds.indexOf(id)).join()}`)
  expect([run.eligible, excluded.toSorted((one, other) => one.localeCompare(other))]).toEqual([1, ['missingValue 2', 'noSigner 1']])
})

test('a certificate whose validity is over before its delivery is not delivered any more', async () => {
  const { admin, server } = est
  const { simId, certId } = await addSafeDevice()
  const over = { cert_status: 'Issued', active_at: null, valid_to: new Date() } as const
  await server.db.updateTable('sim_certificates').set(over).where('id', '=', certId).execute()
  expect(await codeOf(admin(endpoints.deliverCertificate, { params: { certId } }))).toBe('certificateState')
  const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds: [simId] } })
  const run = await admin(endpoints.dryRunBulkOta, { body: { snapshotId, kind: 'certificate', certificate: { step: 'deliver' } } })
  expect(run.excluded.map(({ reason }) => reason)).toEqual(['noCertificate'])
})

test('a start tells that the key of the CA is missing, before a card is asked for anything', async () => {
  const { admin, root, server } = est
  const { simId, certId } = await addSafeDevice()
  const name = 'Lost'
  const lost = await admin(endpoints.createAuthority, { body: { name, parentId: root.id, validDays: 2000, confirmedName: name } })
  const { id: templateId } = await admin(endpoints.createIdentityTemplate, { body: { ...template, name, authorityId: lost.id } })
  await server.db
    .updateTable('certificate_authorities')
    .set({ private_key: Buffer.alloc(80) })
    .where('id', '=', lost.id)
    .execute()
  await admin(endpoints.setDefaultAuthority, { params: { id: root.id } })
  const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds: [simId] } })
  const run = (certificate: { step: 'issue' | 'renew'; templateId?: number }) =>
    admin(endpoints.dryRunBulkOta, { body: { snapshotId, kind: 'certificate', certificate } })
  await until(async () => (await codeOf(run({ step: 'issue', templateId }))) === 'caKeyMissing')
  expect(await codeOf(admin(endpoints.createCertificate, { params: { simId }, body: { templateId } }))).toBe('caKeyMissing')
  await server.db.updateTable('sim_certificates').set({ template_id: templateId }).where('id', '=', certId).execute()
  await admin(endpoints.markCertificate, { params: { certId }, body: { managementStatus: 'NeedUpdate' } })
  expect((await run({ step: 'renew' })).excluded.map(({ reason }) => reason)).toEqual(['noSigner'])
})
