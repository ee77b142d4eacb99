import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const { telemetry } = fixedAids

async function read(world: World): Promise<void> {
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  await world.finished((await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'inventory' } })).id)
}

const reported = async ({ server: { db } }: World) =>
  db.selectFrom('sim_content_digests').select(['sim_id', 'digest', 'reported_digest']).orderBy('sim_id').execute()

test('a poller reports the digest of its card, which OTAs explain, and a change by another hand is read by itself', async () => {
  await using world = await startWorld({ sims: 3, profile: (index) => (index === 2 ? { reportsContent: false } : {}) })
  await read(world)
  const known = async () => {
    const rows = await until(async () => {
      const found = await reported(world)
      return found[0]!.reported_digest !== null && found[1]!.reported_digest !== null && found
    })
    expect(rows.map(({ digest, reported_digest: digestOfPoll }) => digest === digestOfPoll)).toEqual([true, true, false])
    expect(rows[2]?.reported_digest).toBeNull()
  }
  await known()
  await world.finished((await world.install(await world.upload(telemetryCap(3)))).id)
  await known()

  for (const index of [0, 2]) {
    const { nvm } = world.fleet.sims[index]!.card
    nvm.applications = nvm.applications.filter(({ aid }) => aid !== telemetry.moduleAid)
  }
  const found = await until(async () => {
    const { data } = await world.admin(endpoints.listDifferingSims, { query: {} })
    return data.length > 0 && data
  })
  expect(found).toMatchObject([{ id: world.simIds[0], kind: 'missing', withoutApplet: true }])
  const { data } = await world.admin(endpoints.listCampaigns, { query: {} })
  expect(data[0]).toMatchObject({ action: 'inventory', createdBy: 'Simdeck', total: 1 })
  await known()
}, 180_000)
