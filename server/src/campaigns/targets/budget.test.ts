import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer } from '../../testing/server.ts'
import { addPackage, addSims, failureOf, other, snapshotOf } from '../testing.ts'

test('SIMs whose OTA costs more octets than the budget are left out by the dry run and by the start', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const old = await addPackage(call, fixedAids.telemetry, 1)
  const { key } = await addPackage(call, fixedAids.telemetry, 2)
  const held = { other_package_id: old.id, other_instance_aid: fixedAids.telemetry.moduleAid }
  const [fresh = 0, small = 0, replaced = 0] = await addSims(server, [{}, {}, held])
  const ids = [fresh, small, replaced]
  // A larger buffer needs fewer frames, and a removal before the install needs more octets.
  await server.db.updateTable('sim_contacts').set({ receive_buffer: 2_000 }).where('sim_id', 'in', [fresh, replaced]).execute()
  await server.db.updateTable('sim_contacts').set({ receive_buffer: 255 }).where('sim_id', '=', small).execute()
  const targets = [other({ package: key })]
  const dryRun = async (simIds: number[], octetsPerSim?: number) =>
    call(endpoints.dryRunBulkOta, { body: { snapshotId: await snapshotOf(call, simIds), targets, octetsPerSim } })
  const cost = async (simId: number) => (await dryRun([simId])).bytesPerSim
  const costs = { fresh: await cost(fresh), small: await cost(small), replaced: await cost(replaced) }
  expect(costs.fresh).toBeLessThan(costs.small)
  expect(costs.fresh).toBeLessThan(costs.replaced)

  const tight = await dryRun(ids, costs.fresh)
  expect(tight).toMatchObject({ eligible: 1, bytesPerSim: costs.fresh, bytesInAll: costs.fresh })
  expect(tight.excluded.map(({ reason, sims }) => [reason, sims.map(({ id }) => id)])).toEqual([['overBudget', [small, replaced]]])
  expect((await dryRun(ids, Math.max(...Object.values(costs)))).eligible).toBe(3)

  const start = (snapshotId: number, octetsPerSim: number, confirmedCount: number) =>
    call(endpoints.putBulkOta, { body: { snapshotId, targets, confirmedCount, removalConsent: true, rollout: { octetsPerSim } } })
  const snapshotId = await snapshotOf(call, ids)
  await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets, octetsPerSim: costs.fresh } })
  expect((await failureOf(start(snapshotId, costs.fresh, 3))).code).toBe('startCountDiffers')
  const campaign = await start(snapshotId, costs.fresh, 1)
  expect(campaign).toMatchObject({ total: 1, excluded: 2, rollout: { octetsPerSim: costs.fresh } })
  const jobs = await server.db.selectFrom('ota_jobs').select('sim_id').where('campaign_id', '=', campaign.id).execute()
  expect(jobs).toEqual([{ sim_id: fresh }])
})

test('a dry run tells for how many SIMs a budget in all suffices; copies and templates keep the budget', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  const ids = await addSims(server, [{}, {}, {}])
  const targets = [other({ package: key })]
  const snapshotId = await snapshotOf(call, ids)
  const dryRun = (more: object) => call(endpoints.dryRunBulkOta, { body: { snapshotId, targets, ...more } })
  const { bytesInAll, simsInBudget } = await dryRun({})
  expect(simsInBudget).toBeNull()
  const sims = async (more: object) => (await dryRun(more)).simsInBudget
  expect(await sims({ octetsInAll: bytesInAll })).toBe(3)
  expect(await sims({ octetsInAll: bytesInAll - 1 })).toBe(2)
  expect(await sims({ rollout: { octetsInAll: 10 * bytesInAll } })).toBe(3)
  expect(await sims({ octetsInAll: 1 })).toBe(0)

  const options = { kind: 'install' as const, targets, rollout: { octetsInAll: 5_000, octetsPerSim: 5_000 } }
  const { id, rollout, octets } = await call(endpoints.putBulkOta, { body: { snapshotId, ...options } })
  expect([rollout?.octetsInAll, octets]).toEqual([5_000, 0])
  expect((await call(endpoints.getCampaignOptions, { params: { id } })).options.rollout?.octetsInAll).toBe(5_000)
  const template = await call(endpoints.createOtaTemplate, { body: { name: 'within budget', options } })
  expect(template.options.rollout?.octetsInAll).toBe(5_000)
})

test('a budget in all below that of one SIM, or out of its range, is refused with a message', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  const targets = [other({ package: key })]
  const snapshotId = await snapshotOf(call, await addSims(server, [{}]))
  const start = (rollout: RolloutInput) => call(endpoints.putBulkOta, { body: { snapshotId, targets, rollout } })
  const below = await failureOf(start({ octetsPerSim: 9_000, octetsInAll: 8_999 }))
  expect(below).toMatchObject({ code: 'budgetBelowSim', status: 400 })
  for (const octetsInAll of [0, -1, 1.5, 10_000_000_000_001, Number.MAX_SAFE_INTEGER])
    expect((await failureOf(start({ octetsInAll }))).fields).toMatchObject([{ path: 'rollout.octetsInAll' }])
  const { id } = await start({ octetsPerSim: 9_000, octetsInAll: 9_000 })
  const change = (body: Parameters<typeof call<typeof endpoints.changeCampaign>>[1]['body']) =>
    failureOf(call(endpoints.changeCampaign, { params: { id }, body }))
  expect((await change({ action: 'setLimits', limits: { octetsInAll: 8_999 } })).code).toBe('budgetBelowSim')
  expect((await change({ action: 'resume', octetsInAll: 8_999 })).code).toBe('budgetBelowSim')
  expect(await change({ action: 'setLimits', limits: { octetsInAll: null } })).toEqual({})
})
