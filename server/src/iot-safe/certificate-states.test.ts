import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addPackage } from '../campaigns/testing.ts'
import { endCertificates } from '../certificate-authority/devices/issue.ts'
import { addDevice, type Device, enrolBy, type EstServer, startEstServer, template } from '../est/est.fixture.ts'
import { codeOf } from '../testing/people.ts'

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
