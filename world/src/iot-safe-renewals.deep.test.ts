import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { TemplateContent } from '@simdeck/contract/identity-templates.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { deviceTemplate, makeDeviceCa } from './testing/iot-safe.ts'
import { iotSafeCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const template: TemplateContent = { ...deviceTemplate, commonName: 'meter {{simId}}', country: null, organization: null, altNames: [] }

async function withCa(sims: number) {
  const world = await startWorld({ sims })
  await world.finished((await world.install(await world.upload(iotSafeCap))).id)
  await makeDeviceCa(world.admin)
  return world
}

async function issue(world: World, change: Partial<TemplateContent> = {}): Promise<number> {
  const { id } = await world.admin(endpoints.createIdentityTemplate, { body: { ...template, ...change } })
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  const body = { snapshotId, kind: 'certificate' as const, certificate: { step: 'issue' as const, templateId: id } }
  await world.finished((await world.admin(endpoints.putBulkOta, { body })).id)
  return id
}

/** Lets the time for the renewal of certificates come. */
const becomeDue = (world: World, simIds: readonly number[] = world.simIds) =>
  world.server.db.updateTable('sim_certificates').set({ renew_at: new Date() }).where('sim_id', 'in', simIds).execute()

const renewalsOf = (world: World) => world.admin(endpoints.listRenewals, {})
const acted = (world: World, templateId: number) =>
  until(async () => (await renewalsOf(world)).find((one) => one.templateId === templateId && one.last !== null))
const statesOf = async (world: World, simId: number) =>
  (await world.admin(endpoints.listSimCertificates, { params: { simId }, query: {} })).data.map(
    ({ templateName, certStatus, managementStatus }) => [templateName, certStatus, managementStatus],
  )
const bell = async (world: World) =>
  (await world.admin(endpoints.getNotifications, { query: { category: 'iotsafe' } })).items.map(({ title, body, to }) => ({
    title,
    body,
    to,
  }))

test('the rule renews the due certificates of a template by one campaign a day, and leaves the others', async () => {
  await using world = await withCa(3)
  const [first = 0, second = 0, third = 0] = world.simIds
  const templateId = await issue(world)
  const others = await issue(world, { name: 'gateways', slotId: 2 })
  await world.server.db
    .updateTable('sim_certificates')
    .set({ renew_at: new Date() })
    .where('sim_id', 'in', [first, second])
    .where('template_id', '=', templateId)
    .execute()

  const { last } = await acted(world, templateId)
  expect(last).toMatchObject({ outcome: 'begun', sims: 2, refusal: null })
  const campaign = await world.finished(last!.campaignId!)
  expect(campaign).toMatchObject({ name: '証明書の自動更新 meters', createdBy: 'Simdeck', total: 2, counts: { Succeeded: 2 } })
  const renewed = [
    ['meters', 'Active', null],
    ['gateways', 'Active', null],
    ['meters', 'Active', 'NeedDelete'],
  ]
  expect([await statesOf(world, first), await statesOf(world, second)]).toEqual([renewed, renewed])
  expect(await statesOf(world, third)).toEqual([
    ['gateways', 'Active', null],
    ['meters', 'Active', null],
  ])
  expect(await bell(world)).toContainEqual({
    title: 'Renewal of certificates started by rule',
    body: 'meters · 2 SIMs',
    to: `/otas/campaigns/${last!.campaignId}`,
  })
  const root = await world.server.signIn('ROOT')
  const { data: actions } = await root(endpoints.listSystemLogs, { query: {} })
  expect(actions).toContainEqual(expect.objectContaining({ request_by: 'server', request_params: '{"rule":"certificateRenewal"}' }))

  await becomeDue(world, [third])
  const { last: other } = await acted(world, others)
  expect(other).toMatchObject({ outcome: 'begun', sims: 1 })
  await world.finished(other!.campaignId!)
  expect(await statesOf(world, third)).toEqual([
    ['gateways', 'Active', null],
    ['gateways', 'Active', 'NeedDelete'],
    ['meters', 'Active', null],
  ])
  const now = (await renewalsOf(world)).find((one) => one.templateId === templateId)
  expect(now).toMatchObject({ due: 1, last: { campaignId: last!.campaignId, sims: 2 } })
})

test('a template with manual delivery proposes its renewal, which a member starts; what waits for approval is not renewed again', async () => {
  await using world = await withCa(2)
  const templateId = await issue(world, { delivery: 'Manual' })
  for (const simId of world.simIds) {
    const [one] = (await world.admin(endpoints.listSimCertificates, { params: { simId }, query: {} })).data
    const params = { certId: one!.id }
    await world.admin(endpoints.decideCertificate, { params, body: { approve: true } })
    await world.finished((await world.admin(endpoints.deliverCertificate, { params })).campaignId)
  }
  await becomeDue(world)
  expect(await acted(world, templateId)).toMatchObject({
    deliveryType: 'Manual',
    due: 2,
    last: { outcome: 'proposed', campaignId: null },
  })
  expect(await bell(world)).toContainEqual({ title: 'Certificates are due for renewal', body: 'meters · 2 SIMs', to: '/iot-safe/expiry' })

  const member = await world.server.signIn('MEMBER')
  const params = { templateId }
  expect(await codeOf(member(endpoints.selectRenewal, { params }))).toBe('noPermission')
  expect(await codeOf(world.admin(endpoints.selectRenewal, { params: { templateId: 999_999 } }))).toBe('templateNotFound')
  const selection = await world.admin(endpoints.selectRenewal, { params })
  expect(selection.total).toBe(2)
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { selectionId: selection.id } })
  const body = { snapshotId, kind: 'certificate' as const, certificate: { step: 'renew' as const, templateId } }
  await world.finished((await world.admin(endpoints.putBulkOta, { body })).id)
  expect(await renewalsOf(world)).toMatchObject([{ due: 0 }])
  expect(await codeOf(world.admin(endpoints.selectRenewal, { params }))).toBe('noTargetSims')
})

test('a CA that cannot sign is told once, and no campaign begins', async () => {
  await using world = await withCa(1)
  const templateId = await issue(world)
  await world.server.db.updateTable('certificate_authorities').set({ is_default: false }).execute()
  await becomeDue(world)
  const { due, last } = await acted(world, templateId)
  expect([due, last]).toMatchObject([1, { outcome: 'refused', sims: 1, campaignId: null }])
  expect(last!.refusal).toMatch(/default/i)
  const told = await bell(world)
  expect(told).toContainEqual({
    title: 'Renewal of certificates did not start',
    body: `meters · 1 SIM · ${last!.refusal}`,
    to: '/iot-safe/expiry',
  })
})

test('a renewal by rule waits for the approval of any member who may approve', async () => {
  await using world = await withCa(1)
  const root = await world.server.signIn('ROOT')
  const templateId = await issue(world)
  await root(endpoints.postUserConfig, { body: [{ key: 'system_ota_approval_threshold', value: '1' }] })
  await becomeDue(world)
  const { last } = await acted(world, templateId)
  const params = { id: last!.campaignId! }
  expect(await world.admin(endpoints.getCampaign, { params })).toMatchObject({ state: 'awaitingApproval' })
  await world.admin(endpoints.approveCampaign, { params, body: {} })
  expect(await world.finished(params.id)).toMatchObject({ counts: { Succeeded: 1 } })
})
