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
  await second(endpoints.putMe, { body: { name: '夜間 班長' } })
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
  const facts = history.map(({ change, by, email, wave, maxFailedPercent, sims }) => ({ change, by, email, wave, maxFailedPercent, sims }))
  expect(facts).toEqual([
    { change: 'archive', by: 'ADMIN', email: call.email, wave: null, maxFailedPercent: null, sims: null },
    { change: 'cancel', by: 'ADMIN', email: call.email, wave: null, maxFailedPercent: null, sims: null },
    { change: 'cancel', by: 'ADMIN', email: call.email, wave: null, maxFailedPercent: null, sims: 1 },
    { change: 'wave', by: null, email: null, wave: 2, maxFailedPercent: null, sims: null },
    { change: 'resume', by: '夜間 班長', email: second.email, wave: null, maxFailedPercent: 7.5, sims: null },
    { change: 'pause', by: 'ADMIN', email: call.email, wave: null, maxFailedPercent: null, sims: null },
    { change: 'start', by: 'ADMIN', email: call.email, wave: null, maxFailedPercent: null, sims: null },
  ])
})

test('the history has the limits before and after each change, and the changes that the campaign made by itself', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  const ids = await addSims(server, [{}, {}, {}])
  const rollout = { waves: [{ sims: 2 }], order: 'id', endedPercent: 100, maxFailedPercent: 10, maxAtOnce: 5 } as const
  const start = async (simIds: number[], more: object) => {
    const snapshotId = await snapshotOf(call, simIds)
    const body = { snapshotId, targets: [other({ package: key })], rollout: { ...rollout, waves: [...rollout.waves], ...more } }
    return (await call(endpoints.putBulkOta, { body })).id
  }
  const id = await start(ids, {})
  const params = { id }
  const paused = () => until(async () => (await call(endpoints.getCampaign, { params })).paused)
  await call(endpoints.changeCampaign, { params, body: { action: 'setLimits', limits: { maxAtOnce: null, retries: 1, maxPerCell: null } } })
  const failed = { status: 'Failed', code: 402, finished_at: new Date() } as const
  await server.db.updateTable('ota_jobs').set(failed).where('sim_id', 'in', ids.slice(0, 2)).execute()
  await paused()
  await call(endpoints.changeCampaign, { params, body: { action: 'resume', maxFailedPercent: 60 } })
  await call(endpoints.changeCampaign, { params, body: { action: 'retryNow' } })
  const historyOf = async () => {
    const history = await call(endpoints.getCampaignHistory, { params })
    return history.map(({ change, by, limits, failed: f, ended, wave }) => [change, by, limits, f, ended, wave])
  }
  expect(await historyOf()).toEqual([
    ['retryNow', 'ADMIN', [], null, null, null],
    ['resume', 'ADMIN', [{ name: 'maxFailedPercent', from: 10, to: 60 }], null, null, null],
    ['pauseByFailures', null, [], 2, 2, 1],
    [
      'change',
      'ADMIN',
      [
        { name: 'retries', from: 3, to: 1 },
        { name: 'maxAtOnce', from: 5, to: null },
      ],
      null,
      null,
      null,
    ],
    ['start', expect.any(String), [], null, null, null],
  ])

  // The daily window closes, opens again, and the end of the campaign comes.
  await server.db.updateTable('ota_jobs').set({ status: 'Started' }).where('sim_id', 'in', ids).execute()
  const setRollout = async (more: object) => {
    const present = (await call(endpoints.getCampaign, { params })).rollout
    const changed = JSON.stringify({ ...present, ...more })
    await server.db.updateTable('campaigns').set({ rollout: changed }).where('id', '=', id).execute()
  }
  const hour = new Date().getUTCHours()
  const clock = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`
  await setRollout({ window: { from: clock(2), to: clock(3), timeZone: 'UTC' } })
  await paused()
  await setRollout({ window: { from: clock(0), to: clock(3), timeZone: 'UTC' } })
  await until(async () => ((await call(endpoints.getCampaign, { params })).state === 'running' ? true : null))
  await setRollout({ endAt: new Date(Date.now() - 1000).toISOString() })
  await until(async () => ((await historyOf()).length >= 8 ? true : null))
  expect((await historyOf()).slice(0, 3).map(([change, by]) => [change, by])).toEqual([
    ['end', null],
    ['resumeByWindow', null],
    ['pauseByWindow', null],
  ])
})

test('the history counts all SIMs of a change, and has only the values that the change used', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  const ids = await addSims(
    server,
    Array.from({ length: 150 }, () => ({})),
  )
  const body = { targets: [other({ package: key })], confirmedCount: 150 }
  const { id } = await call(endpoints.putBulkOta, { body: { ...body, snapshotId: await snapshotOf(call, ids) } })
  const params = { id }
  const change = (more: Parameters<typeof call<typeof endpoints.changeCampaign>>[1]['body']) =>
    failureOf(call(endpoints.changeCampaign, { params, body: more }))
  expect((await change({ action: 'resume', maxFailedPercent: 3 })).code).toBe('noRollout')
  await change({ action: 'pause', wave: 3, maxFailedPercent: 4, simIds: [1] })
  await call(endpoints.cancelOta, { params, body: { simIds: ids.slice(0, 140) } })
  const [cancel, pause] = await call(endpoints.getCampaignHistory, { params })
  expect(cancel).toMatchObject({ change: 'cancel', sims: 140 })
  expect(pause).toMatchObject({ change: 'pause', wave: null, maxFailedPercent: null, sims: null })
})
