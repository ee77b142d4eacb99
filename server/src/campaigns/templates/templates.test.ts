import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxOtaTemplates } from '@simdeck/contract/ota-templates.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer } from '../../testing/server.ts'
import { addPackage, failureOf, other, snapshotOf, addSims } from '../testing.ts'

const times = { startAt: '2031-01-01T00:00:00Z', endAt: '2031-01-02T00:00:00Z' }

test('members save, list, rename and delete the options of campaigns by name, and start campaigns with them', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const second = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.iotSafe)
  const rollout = { waves: [{ percent: 10 }], maxAtOnce: 40, retries: 1 }
  const options = {
    kind: 'install' as const,
    targets: [other({ package: key, installParameters: '0102' })],
    rollout: { ...rollout, ...times },
  }
  const saved = await call(endpoints.createOtaTemplate, { body: { name: ' 夜間の更新 ', options } })
  const kept = {
    kind: 'install',
    targets: [{ package: key, installParameters: '0102' }],
    rollout: { ...rollout, startAt: null, endAt: null },
  }
  expect(saved).toMatchObject({ name: '夜間の更新', options: kept, package: { ...key, deleted: false } })
  const removal = { kind: 'remove' as const, targets: [other({ active: false })] }
  await second(endpoints.createOtaTemplate, { body: { name: 'ａ Removal', options: removal } })
  expect((await second(endpoints.listOtaTemplates, {})).map(({ name, package: of }) => [name, of?.label ?? null])).toEqual([
    ['ａ Removal', null],
    ['夜間の更新', key.label],
  ])

  // Names that differ only in width or case are the same.
  expect((await failureOf(call(endpoints.createOtaTemplate, { body: { name: 'A removal', options: removal } }))).code).toBe(
    'templateExists',
  )
  const rename = (id: number, name: string) => second(endpoints.renameOtaTemplate, { params: { id }, body: { name } })
  expect((await failureOf(rename(saved.id, 'a REMOVAL'))).code).toBe('templateExists')
  expect(await rename(saved.id, 'Night')).toMatchObject({ id: saved.id, name: 'Night', options: kept })

  // A template follows the label of its package.
  await call(endpoints.updatePackage, { params: key, body: { label: 'renamed' } })
  const renamed = { ...key, label: 'renamed' }
  const [, template] = await call(endpoints.listOtaTemplates, {})
  expect(template).toMatchObject({ options: { targets: [{ package: renamed }] }, package: renamed })
  const [simId = 0] = await addSims(server, [{}])
  const { kind, targets, rollout: stored } = template!.options
  const body = { snapshotId: await snapshotOf(call, [simId]), kind, targets, rollout: stored ?? undefined }
  const started = await call(endpoints.putBulkOta, { body })
  expect(started).toMatchObject({ total: 1, rollout })

  await call(endpoints.cancelOta, { params: { id: started.id }, body: {} })
  await call(endpoints.deletePackage, { params: renamed })
  const [, orphan] = await call(endpoints.listOtaTemplates, {})
  expect(orphan).toMatchObject({ name: 'Night', package: { ...renamed, deleted: true } })
  expect((await failureOf(call(endpoints.createOtaTemplate, { body: { name: 'x', options: orphan!.options } }))).code).toBe(
    'packageNotFound',
  )

  await second(endpoints.deleteOtaTemplate, { params: { id: saved.id } })
  expect((await failureOf(call(endpoints.deleteOtaTemplate, { params: { id: saved.id } }))).code).toBe('templateNotFound')
  expect((await failureOf(rename(saved.id, 'Gone'))).code).toBe('templateNotFound')
  expect(await call(endpoints.listOtaTemplates, {})).toHaveLength(1)
  const logged = await server.db
    .selectFrom('action_logs')
    .select('action')
    .where('url', 'like', '%/otaTemplates%')
    .where('status', '<', 400)
    .execute()
  expect(logged.map(({ action }) => action).toSorted()).toEqual(['otaAdd', 'otaAdd', 'otaDelete', 'otaUpdate'])
})

test('options that contradict each other are refused, and so is a template above the limit of their number', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const save = (name: string, options: object) =>
    call(endpoints.createOtaTemplate, { body: { name, options: { kind: 'remove', targets: [other({ active: false })], ...options } } })
  expect((await failureOf(save('x', { kind: 'inventory' }))).code).toBe('invalidInput')
  expect((await failureOf(save('x', { targets: [other({ active: true })] }))).code).toBe('invalidInput')
  expect((await failureOf(save(' ', {}))).code).toBe('invalidInput')
  const rows = Array.from({ length: maxOtaTemplates - 1 }, (_, at) => ({
    name: `Template ${at}`,
    options: '{}',
    package_id: null,
    created_by: null,
  }))
  await server.db.insertInto('ota_templates').values(rows).execute()
  const both = await Promise.all([failureOf(save('one', {})), failureOf(save('other', {}))])
  expect(both.map(({ code }) => code ?? 'saved').toSorted()).toEqual(['saved', 'templateLimit'])
})
