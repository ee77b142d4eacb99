import { expect, inject, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeEarlierDatabase } from '../platform/db/testing.ts'
import { startTestServer } from '../testing/server.ts'

const startOf = (database: string) =>
  startTestServer({}, null, inject('postgresUrl'), (url) => makeEarlierDatabase(url, '0023-ota-jobs', database))

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error.body?.code : String(error)),
  )

test('OTAs of a database without kinds show the same actions and install parameters', async () => {
  await using server = await startOf(`
    insert into packages (package_aid, ota_version, label, type, name, applets, imports, load_length, load_sha256, cap_file, load_file)
      values ('A000000062', '1.2', '', 'custom', 'Telemetry', '{A00000006201}', '{}', 1, '', '', '');
    insert into sims (iccid) values ('8981100000000000001');
    insert into campaigns (name, state, action, applet_type, targets, total, excluded) values ('', 'completed', 'install', 1, '[]', 1, 0);
    insert into ota_jobs (campaign_id, sim_id, applet_type, action_type, step, package_id, package_aid, module_aid, instance_aid,
        install_parameters, status) values
      (1, 1, 1, 2, 0, 1, 'A000000062', null, 'A00000006201', '', 'Succeeded'),
      (1, 1, 1, 1, 1, 1, 'A000000062', 'A00000006201', 'A00000006202', '\\xabcd', 'Succeeded'),
      (1, 1, 1, 1, 2, 1, 'A000000062', null, 'A000000062', '', 'Failed'),
      (1, 1, null, 5, 3, null, null, null, null, '', 'Failed'),
      (1, 1, 1, 3, 4, null, 'A000000062', null, 'A00000006201', '', 'Failed');
  `)
  const call = await server.signIn('MEMBER')
  const { data } = await call(endpoints.listOtaLogs, { query: { simId: 1 } })
  expect(data.toReversed().map(({ progress, install }) => [progress.action_type.type, install])).toEqual([
    [2, null],
    [1, { moduleAID: 'A00000006201', instanceAID: 'A00000006202', installParameters: 'ABCD' }],
    [1, null],
    [5, null],
    [3, null],
  ])
  const jobs = await server.db.selectFrom('ota_jobs').select(['kind', 'params', 'transport']).orderBy('id').execute()
  expect(jobs.map(({ kind, transport }) => [kind, transport])).toEqual(
    ['remove', 'install', 'install', 'inventory', 'store-data'].map((kind) => [kind, 'session']),
  )
  expect(jobs[0]?.params).toEqual({ instanceAID: 'A00000006201' })
})

test('an unused snapshot of an earlier version starts the campaign of its dry run; a used one and one with the id of a selection are not found', async () => {
  await using server = await startOf(`
    insert into sims (iccid, has_keys) values ('8981100000000000001', true), ('8981100000000000002', true);
    insert into sim_selections (total) values (1);
    insert into sim_selection_parts values (1, 0, '{2}');
    insert into ota_snapshots (total, checked_targets, checked_eligible, used_at) values (2, null, null, null), (2, '[]', 1, null), (2, '[]', 2, now());
    insert into ota_snapshot_sims (snapshot_id, sim_id, left_out)
      values (1, 1, false), (1, 2, false), (2, 1, false), (2, 2, true), (3, 1, false), (3, 2, false);
  `)
  const call = await server.signIn('ADMIN')
  const start = (snapshotId: number) => call(endpoints.putBulkOta, { body: { kind: 'inventory', snapshotId, confirmedCount: 1 } })
  for (const id of [1, 3]) expect(await codeOf(start(id))).toBe('snapshotNotFound')
  expect(await start(2)).toMatchObject({ total: 1, excluded: 1 })
  const { data } = await call(endpoints.listSims, { query: { selection: 1 } })
  expect(data.map(({ id }) => id)).toEqual([2])
  expect((await call(endpoints.createSnapshot, { body: { selectionId: 1 } })).id).toBeGreaterThan(3)
})

test('a snapshot cannot be used as a selection, nor a selection as a snapshot', async () => {
  await using server = await startOf(`insert into sims (iccid, has_keys) values ('8981100000000000001', true);`)
  const call = await server.signIn('ADMIN')
  const selection = await call(endpoints.createSimSelection, { body: { filter: {} } })
  const snapshot = await call(endpoints.createSnapshot, { body: { filter: {} } })
  expect(await codeOf(call(endpoints.setGroups, { body: { selectionId: snapshot.id, groupId: null } }))).toBe('selectionNotFound')
  expect(await codeOf(call(endpoints.createSnapshot, { body: { selectionId: snapshot.id } }))).toBe('selectionNotFound')
  expect(await codeOf(call(endpoints.createSimExport, { body: { selectionId: snapshot.id } }))).toBe('selectionNotFound')
  expect(await codeOf(call(endpoints.dryRunBulkOta, { body: { kind: 'inventory', snapshotId: selection.id } }))).toBe('snapshotNotFound')
  expect(await codeOf(call(endpoints.putBulkOta, { body: { kind: 'inventory', snapshotId: selection.id } }))).toBe('snapshotNotFound')
})
