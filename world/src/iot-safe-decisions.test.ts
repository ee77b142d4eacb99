import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import { deviceTemplate, makeDeviceCa } from './testing/iot-safe.ts'
import { iotSafeCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

/** SIMs with the IoT SAFE applet, and a template whose requests wait for approval. */
async function withManualTemplate(sims: number) {
  const world = await startWorld({ sims })
  await world.finished((await world.install(await world.upload(iotSafeCap))).id)
  await makeDeviceCa(world.admin)
  const { id: templateId } = await world.admin(endpoints.createIdentityTemplate, { body: { ...deviceTemplate, delivery: 'Manual' } })
  return { world, templateId, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

/** Runs a step on the certificates of all SIMs by one campaign. */
async function runForAll(world: World, certificate: { step: 'issue' | 'deliver'; templateId?: number }) {
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  await world.finished((await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'certificate', certificate } })).id)
  const { data } = await world.admin(endpoints.listCertificates, { query: {} })
  return data.toSorted((one, other) => one.id - other.id)
}

test('requests of many SIMs are approved and rejected together, and delivered by one campaign', async () => {
  await using made = await withManualTemplate(4)
  const { world, templateId } = made
  const decide = (certIds: number[], approve: boolean) => world.admin(endpoints.decideCertificates, { body: { certIds, approve } })
  const ids = (await runForAll(world, { step: 'issue', templateId })).map(({ id }) => id)
  const [rejected = 0, ...approved] = ids
  expect(await decide([rejected], false)).toEqual({ success: 1, skipped: 0, failed: 0 })
  expect(await decide([...ids, 999_999, ...ids], true)).toEqual({ success: 3, skipped: 1, failed: 1 })
  expect(await decide(approved, true)).toEqual({ success: 0, skipped: 3, failed: 0 })
  const states = (await runForAll(world, { step: 'deliver' })).map((one) => [one.id, one.csrStatus, one.certStatus])
  expect(states).toEqual(ids.map((one) => (one === rejected ? [one, 'Rejected', 'None'] : [one, 'Signed', 'Active'])))
  const logged = await world.server.db.selectFrom('action_logs').select('id').where('url', 'like', '%/certificates/decisions').execute()
  expect(logged).toHaveLength(3)
})

test('a CA that cannot sign approves nothing, and says why', async () => {
  await using made = await withManualTemplate(2)
  const { world, templateId } = made
  const certIds = (await runForAll(world, { step: 'issue', templateId })).map(({ id }) => id)
  await world.server.db
    .updateTable('certificate_authorities')
    .set({ private_key: Buffer.alloc(80) })
    .execute()
  expect(await codeOf(world.admin(endpoints.decideCertificates, { body: { certIds, approve: true } }))).toBe('caKeyMissing')
  const waiting = await world.admin(endpoints.listCertificates, { query: { csrStatus: 'Verified' } })
  expect(waiting.totalItems).toBe(2)
})
