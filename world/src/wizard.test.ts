import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customAid, customCap, telemetryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const reader = { email: 'reader@example.com', password: 'Reader-pass-123' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

/** INSTALL runs twice in the first campaign; the second INSTALL of the second campaign is refused. */
const refusedInstall = { kind: 'statusWord', sw: 0x6985, ins: 0xe6, skip: 3 } as const

describe.skipIf(!findChromium())('the wizard', () => {
  test('the wizard names the applets to be lost, shows live results, and restores the old applet after a failed install', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, profile: () => ({ misbehaviours: [refusedInstall] }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const [sim] = world.fleet.sims
    const ended = (words: string) =>
      until(async () => {
        sim?.pollNow()
        return (await page.getByText(words).count()) > 0
      })
    const { packageAID, otaVersion, label } = await world.upload(customCap())
    const custom = { packageAID, otaVersion, label }
    const first = await world.campaign({ appletType: 1, package: custom, installParameters: 'C0FFEE', active: true })
    expect(await world.finished(first.id)).toMatchObject({ state: 'completed' })
    const upgrade = await world.upload(telemetryCap(1))

    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/execute`)
    await page.getByRole('checkbox', { name: 'すべてのSIM（1台）を対象にする' }).check()
    await button('1台で次へ').click()
    await page.getByRole('radio', { name: /2\.1/ }).check()
    await page.getByRole('textbox', { name: /FQDN/ }).fill('report.example.jp')
    await button('次へ').click()
    await page
      .getByText(`1台のSIMは、Telemetry 2.1（${upgrade.label}）を書き込む前にcom.example.agent 1.0（${label}）が削除されます。`)
      .waitFor()
    await page.getByText('アプレットの削除への同意が必要です').waitFor()
    await page.getByText('報告がないSIMの受信バッファは255バイトとみなします').waitFor()
    await button('SIMごとに見る').click()
    const list = page.getByRole('dialog', { name: 'SIMごとに起きること' })
    const row = list.getByRole('row').filter({ hasText: 'com.example.agent 1.0' })
    await row.filter({ hasText: '更新' }).filter({ hasText: 'Telemetry 2.1' }).waitFor()
    await list.getByRole('combobox', { name: '起きること' }).selectOption({ label: '更新 1台' })
    await list.getByRole('searchbox').fill('no such SIM')
    await list.getByText('条件に一致するSIMはありません').waitFor()
    await list.getByRole('button', { name: 'すべて表示' }).click()
    await row.waitFor()
    await list.getByRole('button', { name: '戻る' }).click()
    await list.waitFor({ state: 'hidden' })
    expect(await button('1台に配信を開始').isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: /先に削除されることに同意する/ }).check()
    await button('1台に配信を開始').click()
    await ended('1台のSIMにアプレットがありません')

    await page.getByRole('link', { name: '1台を以前のアプレットに戻す' }).waitFor()

    // The page of the SIM shows the same, with a link to the same restore.
    await page.goto(`${world.server.url}/sims/${world.simIds[0]}/${world.profiles[0]?.iccid}`)
    const without = page.getByRole('alert').filter({ hasText: 'このSIMには現在、アプレットがありません' })
    await without.getByText('com.example.agent 1.0を削除したあと、新しいアプレットのインストールに失敗しました。').waitFor()
    await without.getByRole('link', { name: '1台を以前のアプレットに戻す' }).click()
    await page.getByText('C0 FF EE').waitFor()
    await button('1台に配信を開始').click()
    await ended('1台すべてが成功しました。')
    const applet = expect.objectContaining({ aid: customAid.module, selectable: true, parameters: 'c0ffee' })
    expect(sim?.registry().applications).toContainEqual(applet)
    expect(problems).toEqual([])
  })

  test('a package is distinguished from the one it replaces by its label if name and version are equal', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const [sim] = world.fleet.sims
    const { id } = await world.install(await world.upload(telemetryCap(1), 'first'))
    await until(async () => {
      sim?.pollNow()
      return (await world.admin(endpoints.getCampaign, { params: { id } })).finishedAt !== null
    })
    await world.upload(telemetryCap(1, 3100), 'second')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/execute?simIds=${world.simIds[0]}`)
    await page.getByRole('button', { name: '1台で次へ' }).click()
    await page.getByRole('radio', { name: /second/ }).check()
    await page.getByRole('textbox', { name: /FQDN/ }).fill('report.example.jp')
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByText('1台のSIMは、Telemetry 2.1（second）を書き込む前にTelemetry 2.1（first）が削除されます。').waitFor()
    await page.getByText('1台のSIMは、今と違う値になります。同じ値のSIMは0台です。').waitFor()
    await page.getByRole('row', { name: /^1台 接続先（FQDN）：なし → report\.example\.jp/ }).waitFor()
  })

  test('SIMs that never polled are counted apart from SIMs without a POLL for a week', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const weekAgo = new Date(Date.now() - 8 * 86_400_000)
    await addSims(
      world.server.db,
      [{}, {}, { last_poll: weekAgo }, { last_poll: new Date() }].map((sim) => ({ has_keys: true, ...sim })),
    )
    await world.upload(customCap(), 'stable')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/execute?packageType=custom`)
    await page.getByRole('checkbox', { name: 'すべてのSIM（4台）を対象にする' }).check()
    await button('4台で次へ').click()
    await page.getByRole('radio', { name: /^1\.0 stable/ }).check()
    await button('次へ').click()
    await page.getByText('1台は7日以上ポーリングがありません').waitFor()
    await page.getByText('2台は一度もポーリングがありません').waitFor()
  })

  test('the browser goes back step by step and keeps the input until the start', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.upload(customCap(), 'stable')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const chosen = page.getByRole('radio', { name: /^1\.0 stable/ })
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/execute?packageType=custom&simIds=${world.simIds[0]}`)
    await button('1台で次へ').click()
    await chosen.check()
    await button('次へ').click()
    await button('1台に配信を開始').waitFor()
    await page.goBack()
    expect(await chosen.isChecked()).toBe(true)
    await page.goBack()
    await button('1台で次へ').waitFor()
    await page.goForward()
    await page.goForward()
    await button('1台に配信を開始').click()
    await button('一時停止').waitFor()
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/')
  })

  test('the campaign is paused and resumed on the last step, and the resume button is disabled for a moment after the pause', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.upload(customCap(), 'stable')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await page.clock.install()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/execute?packageType=custom&simIds=${world.simIds[0]}`)
    await button('1台で次へ').click()
    await page.getByRole('radio', { name: /^1\.0 stable/ }).check()
    await button('次へ').click()
    await button('1台に配信を開始').click()
    await button('一時停止').waitFor()
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    const untilInPageTime = (look: () => Promise<boolean>) =>
      until(async () => {
        await page.clock.runFor(50)
        return look()
      })
    const stateNow = async () => (await world.admin(endpoints.listCampaigns, { query: {} })).data[0]?.state
    await button('一時停止').click()
    await untilInPageTime(async () => (await page.getByText('運用 太郎が一時停止しました').count()) === 1)
    await untilInPageTime(async () => (await button('再開').getAttribute('aria-busy')) === null)
    expect(await button('再開').isDisabled()).toBe(true)
    expect(await stateNow()).toBe('paused')
    await page.clock.runFor(2000)
    // An event that was read before the pause may arrive after it. The next event corrects it.
    await untilInPageTime(async () => (await button('再開').count()) === 1 && button('再開').isEnabled())
    await button('再開').click()
    await untilInPageTime(async () => (await button('一時停止').count()) === 1)
    expect(await stateNow()).toBe('running')
  })

  test('after a start whose answer is lost, the wizard warns that the set-up may be partial, and links to the campaign that did start', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.upload(customCap(), 'stable')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await page.route('**/ota-api/admin/bulkOTA', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/execute?packageType=custom&simIds=${world.simIds[0]}`)
    await page.getByRole('button', { name: '1台で次へ' }).click()
    await page.setViewportSize({ width: 375, height: 812 })
    await page.getByRole('button', { name: 'カードの内容の取得' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('radio', { name: /^1\.0 stable/ }).check()
    await page.getByRole('button', { name: '次へ', exact: true }).click()
    await page.getByRole('button', { name: '1台に配信を開始' }).click()
    await page.getByText('配信の設定が途中まで行われた可能性があります').waitFor()
    const [started] = (await world.admin(endpoints.listCampaigns, { query: {} })).data
    expect(started).toMatchObject({ state: 'running', total: 1 })
    const found = page.getByRole('link', { name: `配信 #${started!.id} を開く` })
    expect(await found.getAttribute('href')).toBe(`/otas/campaigns/${started!.id}`)

    // A second attempt is refused. The note on the first one stays.
    await page.unroute('**/ota-api/admin/bulkOTA')
    await page.getByRole('button', { name: '1台に配信を開始' }).click()
    await page.getByText('配信を開始できませんでした').waitFor()
    expect(await page.getByText('配信の設定が途中まで行われた可能性があります').count()).toBe(1)
    expect((await world.admin(endpoints.listCampaigns, { query: {} })).totalItems).toBe(1)

    // A confirmation with a link to the true state precedes every other way out.
    await page.getByRole('link', { name: 'パッケージ', exact: true }).click()
    const asked = page.getByRole('dialog', { name: '配信を開始できたか確認できていません' })
    await asked.getByRole('link', { name: `配信 #${started!.id} を開く` }).waitFor()
    await asked.getByRole('button', { name: 'この画面に残る' }).click()
    await asked.waitFor({ state: 'hidden' })
    await found.click()
    await page.getByRole('heading', { name: started!.name }).waitFor()
  })

  test('a new version takes the parameters that the chosen SIMs have now', async () => {
    await using world = await startWorld({ sims: 2, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const installParameters = toHex(telemetryParameters.encode({ ...telemetryParameters.defaults, fqdn: 'report.example.jp' }))
    const { packageAID, otaVersion, label } = await world.upload(telemetryCap(1))
    const { id } = await world.campaign({ appletType: 1, package: { packageAID, otaVersion, label }, installParameters, active: true })
    await world.server.db
      .updateTable('ota_jobs')
      .set({ status: 'Succeeded', channel_at: new Date(), finished_at: new Date() })
      .where('campaign_id', '=', id)
      .where('sim_id', '=', world.simIds[0]!)
      .execute()
    await world.upload(telemetryCap(2), 'next')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/execute`)
    await page.getByRole('checkbox', { name: 'すべてのSIM（2台）を対象にする' }).check()
    await page.getByRole('button', { name: '2台で次へ' }).click()
    await page.getByRole('radio', { name: /next/ }).check()
    await page.getByRole('button', { name: '対象のSIMの今の値を入れる' }).click()
    await page.getByText('1台の今の値を入れました。残りの1台は、今の値の記録がありません。').waitFor()
    expect(await page.getByRole('textbox', { name: /FQDN/ }).inputValue()).toBe('report.example.jp')
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByText('1台のSIMの値は、今と同じです。').waitFor()
  })

  test('without any SIM, the wizard leads to the import in place of filters to change', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await page.goto(`${world.server.url}/otas/execute`)
    await page.getByText('SIMはまだ登録されていません').waitFor()
    await page.getByRole('link', { name: 'CSVをインポート' }).click()
    await page.waitForURL(/\/imports/)
  })

  test('a member without the permission sees the reason in place of the wizard', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...reader, name: '閲覧 花子', role: 'MEMBER' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, reader)
    await page.goto(`${world.server.url}/otas/execute`)
    await page.getByRole('heading', { name: '一括OTAを行う権限がありません' }).waitFor()
    await page.getByText('最上位管理者または管理者の権限が必要です。').waitFor()
    expect(await page.getByRole('button', { name: /次へ/ }).count()).toBe(0)
  })
})
