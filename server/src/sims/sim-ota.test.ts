import { expect, inject, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeEarlierDatabase } from '../platform/db/testing.ts'
import { addOtas } from '../testing/otas.ts'
import { startTestServer, type TestCall } from '../testing/server.ts'
import { sheetsIn } from '../testing/sheets.ts'
import { addSims } from '../testing/sims.ts'

const listed = async (call: TestCall) => (await call(endpoints.listSims, { query: { sort: 'iccid:ASC' } })).data

const stored = (progress: object) => ({
  status: 'Ready',
  action_type: { type: 1 },
  acked: 0,
  total: 0,
  code: null,
  sw: null,
  reason: null,
  updated_at: '2026-11-20T01:02:03.456Z',
  ...progress,
})
const replaced = {
  install: stored({ ota_id: 2, acked: 3, total: 26, status: 'Started' }),
  uninstall: stored({ ota_id: 1, status: 'Succeeded', action_type: { type: 2 }, acked: 3, total: 3 }),
}
const seeded = {
  install: stored({ ota_id: 0, status: 'Failed', reason: 'cancelled' }),
  standby: stored({ ota_id: 0, status: 'Succeeded', acked: 26, total: 26 }),
}
const json = (progress: object, names: object = {}) => `'${JSON.stringify({ ...progress, ...names })}'`
const names = { package_name: 'Telemetry', package_version: '1.2' }

/**
 * Three SIMs: the first is in the middle of a replacement, the second is of a seeded fleet (its OTAs have no rows), the third has no OTAs.
 */
const earlier = `
  insert into packages (package_aid, ota_version, label, type, name, applets, imports, load_length, load_sha256, cap_file, load_file)
    values ('F0', '1.2', '', 'custom', 'Telemetry', '{F1}', '{}', 1, '', '', '');
  insert into sims (iccid, status_other_applet, other_install, other_uninstall) values ('8981100000000000001', 'Started',
    ${json(replaced.install, names)}, ${json(replaced.uninstall, { ...names, package_version: null })});
  insert into sims (iccid, status_other_applet, status_poller, other_install, poller_install) values ('8981100000000000002', 'Failed',
    'Succeeded', ${json(seeded.install)}, ${json(seeded.standby)});
  insert into sims (iccid) values ('8981100000000000003');
  insert into campaigns (name, state, action, applet_type, targets, total, excluded) values ('', 'running', 'install', 1, '[]', 1, 0);
  insert into ota_jobs (campaign_id, sim_id, applet_type, action_type, step, package_id, package_aid, status, acked, total, updated_at) values
    (1, 1, 1, 2, 0, null, 'F0', 'Succeeded', 3, 3, '2026-11-20T01:02:03.456Z'),
    (1, 1, 1, 1, 1, 1, 'F0', 'Started', 3, 26, '2026-11-20T01:02:03.456Z');
`

test('progress that an earlier version stored in the rows of SIMs is shown unchanged after the migration', async () => {
  await using server = await startTestServer({}, null, inject('postgresUrl'), (url) => makeEarlierDatabase(url, '0022-sim-ota', earlier))
  const call = await server.signIn('MEMBER')
  const [one, other, none] = await listed(call)
  expect(one).toMatchObject({
    status_other_applet: 'Started',
    other_applet_install_name: 'Telemetry',
    other_applet_install_version: '1.2',
    other_applet_uninstall_name: 'Telemetry',
    other_applet_uninstall_version: null,
    poller_install_name: null,
    poller: { install_progress: null, uninstall_progress: null, ota_progress: null },
  })
  expect(one?.other_applet).toEqual({
    install_progress: replaced.install,
    uninstall_progress: replaced.uninstall,
    store_data_progress: null,
    rfm_progress: null,
    ota_progress: replaced.install,
  })
  expect(other).toMatchObject({ status_other_applet: 'Failed', status_poller: 'Succeeded', other_applet_install_name: null })
  expect(other?.other_applet.install_progress).toEqual(seeded.install)
  expect(other?.poller).toEqual({ install_progress: seeded.standby, uninstall_progress: null, ota_progress: seeded.standby })
  expect(none?.other_applet.ota_progress).toBeNull()
  for (const sim of [one, other, none]) expect(await call(endpoints.getSim, { params: { id: sim?.id ?? 0 } })).toEqual(sim)

  const link = await call(endpoints.createSimExport, { body: { format: 'xlsx', columns: ['status_other_applet'], sort: 'iccid:ASC' } })
  const sheet = Buffer.from(await (await fetch(server.url + link.url)).arrayBuffer())
  expect((await sheetsIn(sheet))[0]?.rows.slice(1)).toEqual([['Started'], ['Cancelled'], [null]])
})

test('a SIM shows the progress stored in the row of its OTA', async () => {
  await using server = await startTestServer()
  const [id = 0] = await addSims(server.db, [{}])
  const [install = 0] = await addOtas(server.db, id, [{ kind: 'install', status: 'Started', total: 26 }])
  await server.db.updateTable('ota_jobs').set({ acked: 7 }).where('id', '=', install).execute()
  const call = await server.signIn('MEMBER')
  const shown = { ota_id: install, status: 'Started', acked: 7, total: 26 }
  expect((await call(endpoints.getSim, { params: { id } })).other_applet.ota_progress).toMatchObject(shown)
  expect((await listed(call))[0]?.other_applet.ota_progress).toMatchObject(shown)
})

test('a SIM shows only the OTAs of the last campaign of a slot, not those of earlier campaigns or of a seeded fleet', async () => {
  await using server = await startTestServer()
  const [id = 0] = await addSims(server.db, [{}])
  await server.db
    .insertInto('sim_ota')
    .values({
      sim_id: id,
      applet_type: 1,
      install_job_id: null,
      uninstall_job_id: null,
      earlier: `{"install": ${JSON.stringify(seeded.install)}}`,
    })
    .execute()
  const call = await server.signIn('MEMBER')
  const sim = async () => call(endpoints.getSim, { params: { id } })
  expect((await sim()).other_applet.ota_progress).toEqual(seeded.install)

  const [install = 0] = await addOtas(server.db, id, [{ kind: 'install', status: 'Succeeded' }])
  expect((await sim()).other_applet).toMatchObject({ install_progress: { ota_id: install }, uninstall_progress: null })

  const [removal = 0] = await addOtas(server.db, id, [{ kind: 'remove' }])
  expect(await sim()).toMatchObject({
    status_other_applet: 'Ready',
    other_applet: { install_progress: null, uninstall_progress: { ota_id: removal }, ota_progress: { ota_id: removal } },
  })
})
