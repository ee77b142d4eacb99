import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts'
import { freePort } from '../../platform/free-port.ts'
import { makeTemplate } from '../../testing/databases.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { addPackage, addSims, failureOf, other, snapshotOf } from '../testing.ts'

test('a wave continues, and its limit of failures still holds, after PostgreSQL was stopped for some seconds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simdeck-stop-'))
  const settings = { port: String(await freePort()), fsync: 'off' }
  let postgres = await startEmbeddedPostgres(folder, { settings })
  // The server is disposed first, because it drops its database.
  await using _stop = {
    async [Symbol.asyncDispose]() {
      await postgres.stop()
      for (const each of [postgres.cluster, folder]) rmSync(each, { recursive: true, force: true })
    },
  }
  const url = Object.assign(new URL(postgres.url), { port: settings.port }).toString()
  await makeTemplate(url)
  await using server = await startTestServer({}, null, url)
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  const ids = await addSims(
    server,
    Array.from({ length: 12 }, () => ({})),
  )
  const { id } = await call(endpoints.putBulkOta, {
    body: {
      snapshotId: await snapshotOf(call, ids),
      targets: [other({ package: key })],
      rollout: { waves: [{ sims: 2 }, { sims: 4 }], order: 'id', endedPercent: 100, maxFailedPercent: 25, minResults: 4 },
    },
  })
  const read = () => call(endpoints.getCampaign, { params: { id } })
  const end = (simIds: number[], status: 'Succeeded' | 'Failed') =>
    server.db.updateTable('ota_jobs').set({ status, finished_at: new Date() }).where('sim_id', 'in', simIds).execute()
  await end(ids.slice(0, 2), 'Succeeded')
  await postgres.stop()
  expect((await failureOf(read())).status).toBeGreaterThanOrEqual(500)
  postgres = await startEmbeddedPostgres(folder, { settings })
  const again = await until(() => read().catch(() => null))
  expect(again.counts.Succeeded).toBe(2)
  await until(async () => (await read()).waves[1]?.releasedAt)
  expect((await read()).waves[2]?.releasedAt).toBeNull()
  await end(ids.slice(2, 6), 'Failed')
  expect(
    (
      await until(async () => {
        const one = await read()
        return one.state === 'paused' && one
      })
    ).paused,
  ).toMatchObject({ cause: 'failures', wave: 2, failed: 4 })
  expect((await read()).waves[2]?.releasedAt).toBeNull()
})
