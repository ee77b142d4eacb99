import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { type World, startWorld } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

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
  test('a stopped campaign shows no result for a wave that was not released, and a rollback is named so', async () => {
    await using world = await silentWorld(5)
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { id } = await startInWaves(world, { waves: [{ sims: 2 }], order: 'id', next: 'manual' })
    await world.server.db
      .updateTable('ota_jobs')
      .set({ status: 'Succeeded', channel_at: new Date(), finished_at: new Date() })
      .where('sim_id', '=', world.simIds[0]!)
      .execute()
    await world.admin(endpoints.cancelOta, { params: { id }, body: {} })
    // The last SIM would have got a replacement.
    const cancelled = await world.server.db
      .selectFrom('ota_jobs')
      .select(['campaign_id', 'sim_id', 'applet_type', 'package_aid', 'params', 'step', 'wave', 'status', 'reason', 'finished_at'])
      .where('sim_id', '=', world.simIds[4]!)
      .executeTakeFirstOrThrow()
    await world.server.db
      .insertInto('ota_jobs')
      .values({ ...cancelled, params: JSON.stringify(cancelled.params), kind: 'remove', step: cancelled.step + 1 })
      .execute()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/campaigns/${id}`)
    const wave = page.getByRole('listitem').filter({ hasText: '第2段階' })
    await wave.getByText('未配信のまま3台を取り消し').waitFor()
    expect(await wave.getByText('0 / 3台').count()).toBe(1)

    // The table has one line for each SIM, found by its wave, status and number.
    await page.getByText('5台中 1–5台').waitFor()
    // Neither of its two OTAs is shown as failed.
    const replaced = page.getByRole('row', { name: /SIM 5 / })
    await replaced.getByText('アンインストール').waitFor()
    expect(await replaced.getByTitle('取り消し', { exact: true }).count()).toBe(2)
    await page.getByRole('link', { name: '取り消し 4' }).click()
    await page.getByText('4台中 1–4台').waitFor()
    await page.getByRole('button', { name: '条件を追加' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '段階' }).click()
    await page.getByRole('radio', { name: '第2段階' }).check()
    await page.getByRole('button', { name: '適用' }).click()
    await page.getByText('3台中 1–3台').waitFor()
    await page.waitForURL(/status=Cancelled.*wave=2|wave=2.*status=Cancelled/)
    await page.getByRole('button', { name: 'すべて解除' }).click()
    await page.getByRole('searchbox').fill(world.profiles[0]!.iccid)
    await page.getByText('1台中 1–1台').waitFor()
    await page.getByRole('row', { name: /SIM 1 .*成功/ }).waitFor()
    await page.getByRole('searchbox').fill('')

    // The one success of the campaign is in the chart, whose figures a button shows as a table.
    await page.getByRole('heading', { name: '1分ごとの結果' }).waitFor()
    await page.getByRole('group', { name: '時刻ごとの成功したSIMの台数' }).getByRole('application').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: '表で見る' }).press('Enter')
    const figures = page.getByRole('region', { name: '表で見る' }).getByRole('row').nth(1).getByRole('cell')
    expect(await figures.allTextContents()).toEqual(['1', '0', '0.0%'])
    expect(await axeViolations(page)).toEqual([])

    const rollback = await world.admin(endpoints.rollbackOta, { params: { id }, body: {} })
    await page.goto(`${world.server.url}/otas/campaigns`)
    const row = page.getByRole('row', { name: new RegExp(`#${rollback.id}`) })
    await row.getByRole('cell', { name: 'ロールバック', exact: true }).waitFor()
  })

  test('the list finds, filters and sorts campaigns by its address, and archives those that have ended', async () => {
    await using world = await silentWorld(4)
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { packageAID, otaVersion, label } = await world.upload(customCap(), 'stable')
    const ids: number[] = []
    for (const [index, name] of ['東日本', '西日本', '先行'].entries()) {
      const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds: [world.simIds[index]!] } })
      const targets = [{ appletType: 1 as const, active: true, package: { packageAID, otaVersion, label } }]
      ids.push((await world.admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, targets, name } })).id)
    }
    const [east, west] = ids
    await world.server.db
      .updateTable('ota_jobs')
      .set({ status: 'Failed', code: 500, sw: '6A84', finished_at: new Date() })
      .where('campaign_id', '=', east!)
      .execute()
    await world.admin(endpoints.cancelOta, { params: { id: west! }, body: {} })
    await until(async () => ((await world.admin(endpoints.getCampaign, { params: { id: east! } })).finishedAt === null ? null : true))
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const names = () => page.getByRole('row').getByRole('link').allTextContents()
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/campaigns`)
    await page.getByRole('row', { name: /東日本.*全台失敗/ }).waitFor()
    await page.getByRole('searchbox').fill('日本')
    await page.getByRole('link', { name: '先行' }).waitFor({ state: 'detached' })
    expect(await names()).toEqual(['西日本', '東日本'])
    await button('配信名').click()
    await page.waitForURL(/sort=name:ASC/)
    await until(async () => ((await names())[0] === '東日本' ? true : null))
    await button('条件を追加').click()
    await page.getByRole('dialog').getByRole('button', { name: '状態', exact: true }).click()
    await page.getByRole('checkbox', { name: '全台失敗' }).check()
    await button('適用').click()
    await page.waitForURL(/state=allFailed/)
    await page.getByRole('link', { name: '西日本' }).waitFor({ state: 'detached' })
    // The address alone shows the same list.
    await page.reload()
    await page.getByRole('link', { name: '東日本' }).waitFor()
    expect(await names()).toEqual(['東日本'])

    await button('すべて解除').click()
    await page.getByRole('link', { name: '先行' }).waitFor()
    await page.getByRole('checkbox', { name: /先行/ }).check()
    expect(await button('アーカイブ').last().isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: /先行/ }).uncheck()
    await page.getByRole('checkbox', { name: /東日本/ }).check()
    await page.getByRole('checkbox', { name: /西日本/ }).check()
    await button('アーカイブ').last().click()
    await page.getByText('配信2件をアーカイブしました').waitFor()
    await page.getByRole('link', { name: '東日本' }).waitFor({ state: 'detached' })
    expect(await names()).toEqual(['先行'])
    await button('アーカイブ').click()
    await page.getByRole('heading', { name: '配信のアーカイブ' }).waitFor()
    await page.getByRole('checkbox', { name: /東日本/ }).check()
    await button('一覧に戻す').click()
    await page.getByText('配信1件を一覧に戻しました').waitFor()
    await page.getByRole('link', { name: '配信一覧' }).click()
    await page.getByRole('link', { name: '東日本' }).waitFor()

    // The rate of the last ten minutes is 30 SIMs an hour, and one is left.
    const [, , first = 0] = ids
    const { db } = world.server
    const counted = () => db.selectFrom('campaign_figures').select('campaign_id').where('campaign_id', '=', first).executeTakeFirst()
    await until(async () => ((await counted()) ? true : null))
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await db
      .updateTable('campaigns')
      .set({ created_at: minutesAgo(60), rollback_of: east! })
      .where('id', '=', first)
      .execute()
    const result = { campaign_id: first, minutes: 1, at: minutesAgo(4), wave: 1, succeeded: 5, failed: 0 }
    await db.insertInto('campaign_results').values(result).execute()
    await page.reload()
    await page.getByRole('row', { name: /先行.*残り 約\d分.*毎時 約\d+台/ }).waitFor()
    await page
      .getByRole('row', { name: /東日本.*全台失敗/ })
      .getByRole('link', { name: `#${first}でロールバック中` })
      .waitFor()
    await page.getByRole('link', { name: '東日本' }).click()
    await page.getByRole('link', { name: `#${first}でロールバック中` }).click()
    await page.getByRole('heading', { name: '先行' }).waitFor()
  })

  test('the page shows the reasons of waiting and failed SIMs and their cells, and leads to these SIMs', async () => {
    await using world = await silentWorld(8)
    const { db } = world.server
    await makeAccount(db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { id } = await startInWaves(world, { waves: [{ sims: 7 }], order: 'id', next: 'manual', maxFailedPercent: null })
    const [first = 0, second = 0] = world.simIds
    const ended = world.simIds.slice(0, 5)
    await db
      .updateTable('ota_jobs')
      .set({ status: 'Succeeded', channel_at: new Date(Date.now() - 30_900), finished_at: new Date() })
      .where('sim_id', 'in', ended)
      .execute()
    await db.updateTable('ota_jobs').set({ status: 'Failed', code: 500, sw: '6A84' }).where('sim_id', 'in', [first, second]).execute()
    await db
      .updateTable('sim_contacts')
      .set({ last_poll: new Date(), mcc: '440', mnc: '10', lac: 7, cell_id: 417 })
      .where('sim_id', 'in', ended)
      .execute()
    await db.updateTable('sim_contacts').set({ last_poll: null }).where('sim_id', 'in', world.simIds.slice(5)).execute()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/campaigns/${id}`)
    await page.getByRole('row', { name: /一度もポーリングしていません.*2台/ }).waitFor()
    await page.getByRole('row', { name: /段階がまだ始まっていません.*1台/ }).waitFor()
    await page.getByText('失敗 2 / 5台').waitFor()
    await page.getByRole('button', { name: '一時停止' }).click()
    await page.getByRole('listitem').filter({ hasText: '一時停止（運用 太郎' }).waitFor()
    await page.getByRole('row', { name: /配信が一時停止しています.*2台/ }).waitFor()
    expect(await page.getByRole('row', { name: /一度もポーリングしていません/ }).count()).toBe(0)
    await page.getByRole('button', { name: '再開' }).click()
    await page.getByRole('listitem').filter({ hasText: '再開（運用 太郎' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: '一覧：カードの空き容量が不足' }).press('Enter')
    await page.getByText('2台中 1–2台').waitFor()
    await page.getByRole('row', { name: /SIM 1 .*500 · 6A84.*30\.9秒/ }).waitFor()
    await page.getByRole('link', { name: '440-10-7-417' }).click()
    await page.getByText('5台中 1–5台').waitFor()
    await page.getByRole('link', { name: '一覧：一度もポーリングしていません' }).click()
    await page.getByText('2台中 1–2台').waitFor()
    await page.getByRole('row', { name: /SIM 6 .*待機中/ }).waitFor()

    // The time left promises nothing for a SIM that waits for its retry, nor for one that never polls.
    const later = new Date(Date.now() + 3_600_000)
    await db.updateTable('ota_jobs').set({ attempts: 1, not_before: later }).where('sim_id', '=', world.simIds[5]!).execute()
    await page.reload()
    await page.getByText('残り時間は不明 · 再試行待ち1台 · 応答のないSIM1台').waitFor()

    // A campaign whose SIMs were deleted after its end claims no success and no stop before its start.
    await world.admin(endpoints.cancelOta, { params: { id }, body: {} })
    for (const simId of world.simIds) await world.admin(endpoints.deleteSim, { params: { id: simId } })
    await page.reload()
    await page.getByText('配信が終わりました。配信したSIMは、その後すべて削除されました。').waitFor()
  })
})
