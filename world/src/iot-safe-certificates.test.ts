import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import { OpenSsl } from '@simdeck/server/testing/openssl.ts'
import { codeOf, failure } from '@simdeck/server/testing/people.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { certificatesOf, detailsOf, issue, objectsOf, template, withCa } from './iot-safe-certificates.fixture.ts'
import { customCap } from './testing/recipes.ts'

test('a SIM makes its key, gets its certificate, and OpenSSL verifies it', async () => {
  await using made = await withCa()
  const { world, root, addTemplate } = made
  const { id } = await addTemplate()
  const { log } = await issue(world, id)
  expect(log.progress).toMatchObject({ status: 'Succeeded', action_type: { type: 7 } })
  const [one] = await certificatesOf(world)
  const [simId] = world.simIds
  expect(one).toMatchObject({
    simId,
    label: 'device certificate',
    templateName: 'meters',
    keyPairStatus: 'Generated',
    csrStatus: 'Signed',
    certStatus: 'Active',
    managementStatus: null,
    csrSubject: `CN=meter ${simId},O=Example,C=JP`,
    signedBy: 'Devices',
    rejectReason: null,
  })
  const steps = [one!.createdAt, one!.keyPairAt, one!.requestAt, one!.signedAt, one!.activeAt]
  expect(steps).toEqual(steps.map((at) => new Date(at!).toISOString()).toSorted())
  expect(Date.parse(one!.valid_to!) - Date.parse(one!.renewAt!)).toBe(template.renewBeforeDays * 86_400_000)
  const { certificate, chain, request, decoded, content, hexContent } = await detailsOf(world, one!.id)
  expect(decoded).toMatchObject({ isCa: false, keyUsages: ['digitalSignature'], extendedKeyUsages: ['clientAuth'] })
  const onCard = objectsOf(world).find(({ kind }) => kind === 'file')
  expect(Buffer.from(onCard!.content, 'hex').toString('base64')).toBe(certificate!.replaceAll(/-----[A-Z ]+-----|\n/g, ''))
  expect([content, hexContent]).toEqual([certificate, onCard!.content])
  const [listed] = (await world.admin(endpoints.listIotSafeSims, { query: {} })).data
  const states = { keyPairStatus: 'Generated', csrStatus: 'Signed', certStatus: 'Active', deliveryType: 'Auto', managementStatus: null }
  const serial = one!.certificateSerial!
  for (const search of [serial.slice(0, 8), serial.slice(0, 9).toUpperCase(), serial.replaceAll(/..(?=.)/g, '$&:')])
    expect((await world.admin(endpoints.listIotSafeSims, { query: { search } })).data.map((sim) => sim.id)).toEqual([simId])
  expect(listed).toMatchObject({ newest: states, certificates: 1, earliestEnd: one!.valid_to })
  using openssl = new OpenSsl()
  for (const [name, text] of Object.entries({ root: root.chain!, chain: chain!, device: certificate!, request: request! }))
    openssl.file(`${name}.pem`, text)
  expect(openssl.run('req', '-verify', '-noout', '-in', 'request.pem').text).toContain('verify OK')
  const strict = ['verify', '-x509_strict', '-purpose', 'sslclient', '-CAfile', 'root.pem', '-untrusted', 'chain.pem']
  expect(openssl.run(...strict, 'device.pem')).toEqual({ code: 0, text: 'device.pem: OK\n' })
  expect(openssl.run('x509', '-in', 'device.pem', '-noout', '-ext', 'subjectAltName').text).toContain(`URI:urn:iccid:${one!.iccid}`)
  const [signing, ...others] = (await world.admin(endpoints.listSignings, { query: { simId: String(simId) } })).data
  expect([signing, others]).toEqual([
    expect.objectContaining({ status: 'Signed', signedBy: 'Devices', certId: one!.id, slotId: 1, iccid: one!.iccid }),
    [],
  ])
})

test.each([255, 1500])('a card with a receive buffer of %d octets gets its certificate', async (receiveBuffer) => {
  await using made = await withCa({ profile: () => ({ receiveBuffer }) })
  const { world, addTemplate } = made
  const { log } = await issue(world, (await addTemplate({ label: 'l'.repeat(60) })).id)
  expect(log.progress).toMatchObject({ status: 'Succeeded', code: null })
})

test('a request of manual delivery waits for its approval, and the certificate for its delivery', async () => {
  await using made = await withCa({ sims: 1 })
  const { world, addTemplate } = made
  const { id } = await addTemplate({ delivery: 'Manual' })
  await issue(world, id)
  const [one] = await certificatesOf(world)
  const params = { certId: one!.id }
  expect(one).toMatchObject({ keyPairStatus: 'Generated', csrStatus: 'Verified', certStatus: 'None', signedBy: null, signedAt: null })
  expect(await codeOf(world.admin(endpoints.deliverCertificate, { params }))).toBe('certificateState')
  const approved = await world.admin(endpoints.decideCertificate, { params, body: { approve: true } })
  expect(approved).toMatchObject({ csrStatus: 'Signed', certStatus: 'Issued', signedBy: 'Devices' })
  expect(await codeOf(world.admin(endpoints.decideCertificate, { params, body: { approve: true } }))).toBe('certificateState')
  expect(objectsOf(world).map(({ kind }) => kind)).toEqual(['privateKey', 'publicKey'])
  const { campaignId } = await world.admin(endpoints.deliverCertificate, { params })
  await world.finished(campaignId)
  expect(await detailsOf(world, one!.id)).toMatchObject({ certStatus: 'Active', managementStatus: null })
  expect(objectsOf(world).map(({ kind }) => kind)).toEqual(['privateKey', 'publicKey', 'file'])
  await issue(world, id)
  const [second] = await certificatesOf(world)
  const rejected = await world.admin(endpoints.decideCertificate, { params: { certId: second!.id }, body: { approve: false } })
  expect(rejected).toMatchObject({ csrStatus: 'Rejected', rejectReason: 'member', certStatus: 'None' })
})

test('a renewal leaves the present certificate in use until the new one is active, and its deletion empties the slot', async () => {
  await using made = await withCa()
  const { world, addTemplate } = made
  const { id } = await addTemplate()
  await issue(world, id)
  const [first] = await certificatesOf(world)
  const { campaignId } = await world.admin(endpoints.renewCertificate, { params: { certId: first!.id } })
  await world.finished(campaignId)
  const [second, former] = await certificatesOf(world)
  expect(former).toMatchObject({ id: first!.id, certStatus: 'Active', managementStatus: 'NeedDelete' })
  expect(second).toMatchObject({ certStatus: 'Active', managementStatus: null })
  expect(second!.objectId).not.toBe(former!.objectId)
  expect(second!.certificateSerial).not.toBe(former!.certificateSerial)
  expect(objectsOf(world)).toHaveLength(6)
  await world.finished((await world.admin(endpoints.removeCertificate, { params: { certId: first!.id } })).campaignId)
  expect(await detailsOf(world, first!.id)).toMatchObject({ keyPairStatus: 'Deleted', certStatus: 'Deleted', managementStatus: null })
  expect(objectsOf(world).map(({ id: object }) => object.toUpperCase())).toEqual([
    second!.keyObjectId,
    second!.keyObjectId,
    second!.objectId,
  ])
  const invalidated = await world.admin(endpoints.invalidateCertificates, {
    body: { certIds: [first!.id, second!.id, second!.id, 999_999], reason: 'keyCompromise' },
  })
  expect(invalidated).toEqual({ success: 2, skipped: 0, failed: 1 })
  expect(await detailsOf(world, second!.id)).toMatchObject({ certStatus: 'Revoked', revocationReason: 'keyCompromise' })
  for (const body of [{}, { certIds: [second!.id], signingIds: [1] }])
    expect(await codeOf(world.admin(endpoints.invalidateCertificates, { body }))).toBe('invalidInput')
  const again = await world.admin(endpoints.invalidateCertificates, { body: { certIds: [second!.id] } })
  expect(again).toEqual({ success: 0, skipped: 1, failed: 0 })
})

test('a SIM without a value of the template, or with another OTA under way, is told before anything begins', async () => {
  await using made = await withCa()
  const { world, addTemplate } = made
  const params = { simId: world.simIds[0]! }
  const begin = (templateId: number) => failure(world.admin(endpoints.createCertificate, { params, body: { templateId } }))
  const { id } = await addTemplate({ name: 'eid', commonName: '{{eid}}' })
  expect(await begin(id)).toMatchObject({ code: 'noTargetSims', detail: expect.stringContaining('no value for a placeholder') as string })
  world.fleet.stop()
  const { id: usual } = await addTemplate()
  expect(await begin(usual)).toEqual({ status: 200 })
  expect(await begin(usual)).toMatchObject({ code: 'noTargetSims', detail: expect.stringContaining('Another OTA') as string })
})

test('the certificate of a deleted SIM stays in the signing history and can be revoked there', async () => {
  await using made = await withCa()
  const { world, addTemplate } = made
  await issue(world, (await addTemplate()).id)
  const [one] = await certificatesOf(world)
  await world.admin(endpoints.deleteSim, { params: { id: one!.simId } })
  const signed = async () => (await world.admin(endpoints.listSignings, { query: { iccid: one!.iccid } })).data
  const [entry] = await signed()
  expect(entry).toMatchObject({ status: 'Signed', certId: null, serial: one!.certificateSerial })
  const revoke = () =>
    world.admin(endpoints.invalidateCertificates, { body: { signingIds: [entry!.id, 999_999], reason: 'cessationOfOperation' } })
  expect(await revoke()).toEqual({ success: 1, skipped: 0, failed: 1 })
  expect(await revoke()).toEqual({ success: 0, skipped: 1, failed: 1 })
  expect(await signed()).toMatchObject([{ status: 'Revoked' }])
})

test('renewals in a row never replace the key pair in use, and a deletion takes the certificate that it names', async () => {
  await using made = await withCa()
  const { world, addTemplate } = made
  const { id } = await addTemplate()
  await issue(world, id)
  for (let renewals = 1; renewals <= 3; renewals++) {
    const [present] = await certificatesOf(world)
    const before = objectsOf(world).find(({ kind, id: object }) => kind === 'privateKey' && object.toUpperCase() === present!.keyObjectId)
    await world.finished((await world.admin(endpoints.renewCertificate, { params: { certId: present!.id } })).campaignId)
    const [renewed, former] = await certificatesOf(world)
    expect([renewed!.certStatus, former!.id, former!.managementStatus]).toEqual(['Active', present!.id, 'NeedDelete'])
    expect(renewed!.keyObjectId).not.toBe(present!.keyObjectId)
    const after = objectsOf(world).find(({ kind, id: object }) => kind === 'privateKey' && object.toUpperCase() === present!.keyObjectId)
    expect(after?.content).toBe(before!.content)
  }
  const [last, former] = await certificatesOf(world)
  await world.finished((await world.admin(endpoints.removeCertificate, { params: { certId: last!.id } })).campaignId)
  expect(await detailsOf(world, last!.id)).toMatchObject({ keyPairStatus: 'Deleted', certStatus: 'Deleted' })
  expect(await detailsOf(world, former!.id)).toMatchObject({ keyPairStatus: 'Generated', managementStatus: 'NeedDelete' })
})

test('certificates end with their applet', async () => {
  await using made = await withCa()
  const { world, addTemplate } = made
  await issue(world, (await addTemplate()).id)
  const [one] = await certificatesOf(world)
  await world.finished((await world.install(await world.upload(customCap()))).id)
  expect(await detailsOf(world, one!.id)).toMatchObject({ keyPairStatus: 'Deleted', certStatus: 'Deleted' })
})

test('a start needs the permission of its step beside that of campaigns', async () => {
  await using made = await withCa()
  const { world, addTemplate } = made
  const { id: templateId } = await addTemplate()
  const { db } = world.server
  await db.insertInto('role_permissions').values({ role_id: roleIds.MEMBER, permission: 'OTA_CREATE' }).execute()
  const member = await world.server.signIn('MEMBER')
  for (const certificate of [{ step: 'issue' as const, templateId }, { step: 'deliver' as const }, { step: 'remove' as const }]) {
    const { id: snapshotId } = await member(endpoints.createSnapshot, { body: { simIds: world.simIds } })
    const body = { snapshotId, kind: 'certificate' as const, certificate }
    expect([certificate.step, await codeOf(member(endpoints.putBulkOta, { body }))]).toEqual([certificate.step, 'noPermission'])
  }
  expect((await world.admin(endpoints.listCampaigns, { query: {} })).data.map(({ action }) => action)).toEqual(['install'])
})

test('a certificate that reads back otherwise tells the cause, and is delivered again', async () => {
  await using made = await withCa({ profile: () => ({ misbehaviours: [{ kind: 'otherSafeContent' }] }) })
  const { world, addTemplate } = made
  const { log } = await issue(world, (await addTemplate()).id)
  expect(log.progress).toMatchObject({ status: 'Failed', reason: 'otherContent' })
  const now = async () => detailsOf(world, (await certificatesOf(world))[0]!.id)
  await until(async () => (await now()).certStatus === 'Failed')
  const { id, failure: cause, certificateSerial } = await now()
  expect(cause).toEqual({ code: log.progress.code, sw: log.progress.sw ?? null, reason: 'otherContent' })
  await world.finished((await world.admin(endpoints.deliverCertificate, { params: { certId: id } })).campaignId)
  expect(await now()).toMatchObject({ certStatus: 'Active', certificateSerial, failure: null })
})

test.each<[string, Misbehaviour, string, object]>([
  ['signs wrongly', { kind: 'wrongSafeSignature' }, 'requestRejected', { csrStatus: 'Rejected', rejectReason: 'signature' }],
  ['answers another key', { kind: 'otherSafeKey' }, 'requestRejected', { csrStatus: 'Rejected', rejectReason: 'signature' }],
])('a card that %s gets no certificate', async (_, misbehaviour, reason, expected) => {
  await using made = await withCa({ profile: () => ({ misbehaviours: [misbehaviour] }) })
  const { world, addTemplate } = made
  const { log } = await issue(world, (await addTemplate()).id)
  expect(log.progress).toMatchObject({ status: 'Failed', reason })
  const [one] = await certificatesOf(world)
  expect(one).toMatchObject({ ...expected, certStatus: 'None', signedBy: null })
  expect((await world.admin(endpoints.listSignings, { query: {} })).totalItems).toBe(0)
  expect(objectsOf(world).filter(({ kind }) => kind === 'file')).toEqual([])
})
