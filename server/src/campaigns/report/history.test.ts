import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { addPackage, addSims, failureOf, other, snapshotOf } from '../testing.ts'

test('the history of a campaign has its changes with their authors, and its own releases; refused calls and other campaigns are left out', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const second = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  const ids = await addSims(server, [{}, {}, {}, {}])
  const start = async (simIds: number[]) =>
    call(endpoints.putBulkOta, {
      body: {
        snapshotId: await snapshotOf(call, simIds),
        targets: [other({ package: key })],
        rollout: { waves: [{ sims: 1 }], order: 'id', endedPercent: 100 },
      },
    })
  const { id } = await start(ids.slice(0, 3))
  const { id: another } = await start(ids.slice(3))
  const params = { id }
  await call(endpoints.changeCampaign, { params, body: { action: 'pause' } })
  await call(endpoints.changeCampaign, { params: { id: another }, body: { action: 'pause' } })
  await second(endpoints.changeCampaign, { params, body: { action: 'resume', maxFailedPercent: 7.5 } })
  await failureOf(call(endpoints.changeCampaign, { params, body: { action: 'release', wave: 9 } }))
  await server.db.updateTable('ota_jobs').set({ status: 'Succeeded', finished_at: new Date() }).where('sim_id', '=', ids[0]!).execute()
  await until(async () => ((await call(endpoints.getCampaign, { params })).waves[1]?.releasedAt ? true : null))
  await call(endpoints.cancelOta, { params, body: { simIds: [ids[1]!] } })
  await call(endpoints.cancelOta, { params, body: {} })
  await call(endpoints.archiveCampaigns, { body: { ids: [id], archived: true } })

  const history = await call(endpoints.getCampaignHistory, { params })
  expect(history.map(({ change, by, wave, maxFailedPercent, sims }) => ({ change, by, wave, maxFailedPercent, sims }))).toEqual([
    { change: 'archive', by: call.email, wave: null, maxFailedPercent: null, sims: null },
    { change: 'cancel', by: call.email, wave: null, maxFailedPercent: null, sims: null },
    { change: 'cancel', by: call.email, wave: null, maxFailedPercent: null, sims: 1 },
    { change: 'wave', by: null, wave: 2, maxFailedPercent: null, sims: null },
    { change: 'resume', by: second.email, wave: null, maxFailedPercent: 7.5, sims: null },
    { change: 'pause', by: call.email, wave: null, maxFailedPercent: null, sims: null },
    { change: 'start', by: expect.any(String), wave: null, maxFailedPercent: null, sims: null },
  ])
})
