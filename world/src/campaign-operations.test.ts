import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { type World, startWorld } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
}, 240_000)

/** A world whose SIMs do not poll during the test. */
const silentWorld = (sims: number) => startWorld({ sims, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })

async function startInWaves({ admin, upload }: World, rollout: RolloutInput) {
  const { packageAID, otaVersion, label } = await upload(customCap(), 'stable')
  const snapshot = await admin(endpoints.createSnapshot, { body: { filter: {} } })
  return admin(endpoints.putBulkOta, {
    body: { snapshotId: snapshot.id, targets: [{ appletType: 1, active: true, package: { packageAID, otaVersion, label } }], rollout },
  })
}

describe.skipIf(!findChromium())('campaigns as an operations room sees them', () => {
  test(
    'a stopped campaign shows no result for a wave that was not released, and a rollback is named so',
    { timeout: 120_000 },
    async () => {
      await using world = await silentWorld(5)
      await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
      const { id } = await startInWaves(world, { waves: [{ sims: 2 }], order: 'id', next: 'manual' })
      await world.server.db
        .updateTable('ota_jobs')
        .set({ status: 'Succeeded', channel_at: new Date(), finished_at: new Date() })
        .where('sim_id', '=', world.simIds[0]!)
        .execute()
      await world.admin(endpoints.cancelOta, { params: { id }, body: {} })
      await using browser = await openBrowser()
      const page = await browser.context.newPage()
      await signInByForm(page, world.server.url, account)
      await page.goto(`${world.server.url}/otas/campaigns/${id}`)
      const wave = page.getByRole('listitem').filter({ hasText: '第2段階' })
      await wave.getByText('未配信のまま3台を取り消し').waitFor()
      expect(await wave.getByText('0 / 3台').count()).toBe(1)

      const rollback = await world.admin(endpoints.rollbackOta, { params: { id }, body: {} })
      await page.goto(`${world.server.url}/otas/campaigns`)
      const row = page.getByRole('row', { name: new RegExp(`#${rollback.id}`) })
      await row.getByRole('cell', { name: 'ロールバック', exact: true }).waitFor()
    },
  )
})
