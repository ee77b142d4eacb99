import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { addFleet, addPackage, other, snapshotOf } from '../testing.ts'

test('a campaign that a transaction keeps locked does not hold up the figures of others, and is counted afterwards', async () => {
  await using server = await startTestServer()
  const { db } = server
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  async function start(): Promise<number> {
    const snapshotId = await snapshotOf(call, await addFleet(server, 1))
    return (await call(endpoints.putBulkOta, { body: { snapshotId, targets: [other({ package: key })] } })).id
  }
  const [stuck, free] = [await start(), await start()]
  const figures = (id: number) => db.selectFrom('campaign_figures').select('ended').where('campaign_id', '=', id).executeTakeFirst()
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('campaigns').select('id').where('id', '=', stuck).forUpdate().execute()
    await db.deleteFrom('campaign_figures').where('campaign_id', '=', stuck).execute()
    await db.updateTable('ota_jobs').set({ status: 'Succeeded', finished_at: new Date() }).where('campaign_id', '=', free).execute()
    await closeFinishedCampaigns(db, [free])
    await until(async () => (await figures(free))?.ended === 1)
    expect(await figures(stuck)).toBeUndefined()
  })
  await until(async () => (await figures(stuck)) !== undefined)
})
