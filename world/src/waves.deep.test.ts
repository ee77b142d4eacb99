import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customAid, customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

/** The cards of the first ten SIMs refuse INSTALL. */
const refusedInstall = { kind: 'statusWord', sw: 0x6985, ins: 0xe6 } as const

describe.skipIf(!findChromium())('waves', () => {
  test('a campaign in waves that the wizard starts pauses at its first failures, leaves later waves untouched, continues with another limit, and is rolled back', async () => {
    await using world = await startWorld({
      sims: 20,
      consoleFolder,
      profile: (index) => (index < 10 ? { misbehaviours: [refusedInstall] } : {}),
    })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.upload(customCap(), 'stable')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/execute`)
    await page.getByRole('checkbox', { name: 'すべてのSIM（20台）を対象にする' }).check()
    await button('20台で次へ').click()
    await page.getByText('カスタム', { exact: true }).click()
    await page.getByRole('radio', { name: /stable/ }).check()
    await button('次へ').click()

    await page.getByRole('radio', { name: /段階に分けて配信/ }).check()
    const first = page.getByRole('textbox', { name: '第1段階の大きさ（%）' })
    await first.fill('80')
    await page.getByText('段階の大きさの合計は100%未満にしてください').waitFor()
    expect(await button(/配信を開始/).isDisabled()).toBe(true)
    await button('最後の段階を減らす').click()
    await page.getByRole('row', { name: /第1段階.*16台/ }).waitFor()
    await page.getByRole('row', { name: /第2段階 残り 4台/ }).waitFor()
    await page.getByRole('button', { name: '戻る', exact: true }).click()
    await button('次へ').click()
    // The chosen waves stay.
    await page.getByRole('row', { name: /第2段階 残り 4台/ }).waitFor()
    await button('20台のうち16台から配信を開始').click()
    await page.getByText('20台の配信を、第1段階の16台から始めました').waitFor()
    await page.getByRole('link', { name: '配信を開く' }).click()

    await page.getByText('自動で一時停止', { exact: true }).waitFor()
    await page.getByText(/第1段階の失敗率が[\d.]+%になり、上限2%を超えたため/).waitFor()
    // No SIM waits for a retry; the note names only the SIMs of later waves.
    await page.getByText(/^後の段階の4台には何も送っていません。再開すると/).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: '第1段階' })
      .getByText(/上限を超過・成功[\d.]+%/)
      .waitFor()
    await page.getByRole('link', { name: '待機中・未配信 4' }).click()
    await page.getByRole('cell', { name: '未配信' }).first().waitFor()
    expect(await page.getByRole('cell', { name: '未配信' }).count()).toBe(4)
    const [campaign] = (await world.admin(endpoints.listCampaigns, { query: {} })).data
    const held = (await world.logsOf(campaign!.id)).filter(({ progress }) => progress.status === 'Ready').map(({ sim_id: id }) => id)
    expect(held).toHaveLength(4)
    const frames = await world.server.db
      .selectFrom('raw_ota_service_logs')
      .select('sim_id')
      .where('sim_id', 'in', held)
      .where('session_id', '<>', 0)
      .execute()
    expect(frames).toEqual([])

    await page.getByRole('textbox', { name: '失敗率の上限（%）' }).fill('100')
    await button('上限を変えて再開').click()
    const ended = await world.finished(campaign!.id)
    expect(ended.counts).toMatchObject({ Succeeded: 10, Failed: 10 })
    await page.getByText('一部失敗').waitFor()
    await page.getByRole('listitem').filter({ hasText: '第2段階' }).getByText('上限内・成功').waitFor()

    const holders = () => world.fleet.sims.filter((sim) => sim.registry().applications.some(({ aid }) => aid === customAid.module))
    expect(holders()).toHaveLength(10)
    await page.getByRole('heading', { name: '元に戻すには' }).waitFor()
    await button('ロールバック').click()
    await page.getByText('この配信のアプレットを削除します').waitFor()
    await button('10台をロールバック').click()
    await page.getByText('10台のロールバックを始めました').waitFor()
    await page.getByRole('link', { name: `#${campaign!.id}` }).waitFor()
    await page.getByText('10台すべてが成功しました。').waitFor()
    expect(holders()).toEqual([])
    await page.getByRole('link', { name: `#${campaign!.id}` }).click()
    await page.getByText('一部失敗').waitFor()
    await page.getByText('この配信はロールバックされました。').waitFor()
    expect(await page.getByRole('heading', { name: '元に戻すには' }).count()).toBe(0)
    await page.getByRole('link', { name: /^ロールバック #\d+ を開く$/ }).click()
    await page.getByText('10台すべてが成功しました。').waitFor()
    await page.getByRole('link', { name: `#${campaign!.id}` }).click()
    await button('ロールバック').click()
    await page.getByText('元に戻せるSIMはありません').waitFor()
  })

  test('the page of a SIM whose wave is not released names the wave, and a rollback of the paused campaign counts the SIMs that it cancels', async () => {
    await using world = await startWorld({ sims: 2, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { packageAID, otaVersion, label } = await world.upload(customCap(), 'stable')
    const snapshot = await world.admin(endpoints.createSnapshot, { body: { filter: {} } })
    const { id, rollout } = await world.admin(endpoints.putBulkOta, {
      body: {
        snapshotId: snapshot.id,
        targets: [{ appletType: 1, active: true, package: { packageAID, otaVersion, label } }],
        rollout: { waves: [{ sims: 1 }], order: 'id', next: 'manual', startAt: new Date(Date.now() + 3_600_000).toISOString() },
      },
    })
    const [, later] = (await world.logsOf(id)).toSorted((one, other) => one.sim_id - other.sim_id)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/sims/${later!.sim_id}/${later!.iccid}`)
    await page.getByText('配信の開始予定は').waitFor()
    const wave = page.getByText('このSIMは第2段階です。第2段階が始まるまで、何も送信しません。')
    await wave.waitFor()
    await world.server.db
      .updateTable('campaigns')
      .set({ rollout: JSON.stringify({ ...rollout, startAt: new Date().toISOString() }) })
      .where('id', '=', id)
      .execute()
    await page.getByText('配信の開始予定は').waitFor({ state: 'detached' })
    expect(await wave.isVisible()).toBe(true)
    expect(await page.getByText('次のポーリングで始まります').count()).toBe(0)
    // The question before a release names the results of the wave before, once it has ended.
    const other = await browser.context.newPage()
    const ask = async (): Promise<void> => {
      await other.goto(`${world.server.url}/otas/campaigns/${id}`)
      await other.getByRole('button', { name: '第2段階を始める' }).click()
    }
    await ask()
    await other.getByText('前の段階の結果は待ちません。').waitFor()
    await world.server.db
      .updateTable('ota_jobs')
      .set({ status: 'Succeeded', channel_at: new Date(), finished_at: new Date() })
      .where('sim_id', '<>', later!.sim_id)
      .execute()
    await ask()
    await other.getByText('第1段階の結果は、成功1台、失敗0台です。').waitFor()
    await other.close()
    await world.admin(endpoints.changeCampaign, { params: { id }, body: { action: 'release' } })
    await page.getByText('次のポーリングで始まります').waitFor()
    expect(await wave.count()).toBe(0)

    // The rollback of the paused campaign shows the number of SIMs that it cancels.
    await world.admin(endpoints.changeCampaign, { params: { id }, body: { action: 'pause' } })
    await page.goto(`${world.server.url}/otas/campaigns/${id}`)
    await page.getByText('次の段階は手動で始めます').waitFor()
    await page.getByRole('button', { name: 'ロールバック' }).click()
    const cancelled = page.getByRole('dialog').getByText('待機中と未配信のSIMを取り消します')
    expect(await cancelled.locator('+ b').innerText()).toBe('1')
    const without = page.getByRole('dialog').getByText('配信の前と同じく、アプレットなしになります')
    expect(await without.locator('+ b').innerText()).toBe('1')
    const rollbacks = `**/ota-api/admin/rollbackOTA/${id}`
    await page.route(rollbacks, (route) => route.abort())
    await page.getByRole('button', { name: '1台をロールバック' }).click()
    await page.getByText('配信の設定が途中まで行われた可能性があります').waitFor()
    await page.unroute(rollbacks)
    await page.getByRole('button', { name: '1台をロールバック' }).click()
    await page.getByText('1台のロールバックを始めました').waitFor()
    await page.getByRole('link', { name: `#${id}` }).click()
    await page.getByText('取り消し（未実行）', { exact: false }).waitFor()
    expect(await page.getByText('次の段階は手動で始めます').count()).toBe(0)
  })
})
