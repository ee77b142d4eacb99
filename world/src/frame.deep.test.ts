import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { sharedInFile } from './testing/shared-in-file.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'
import { startCuttableProxy } from './testing/cuttable-proxy.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

/** A server with SIMs that hardly ever poll. */
const shared = sharedInFile(() => startWorld({ sims: 25, consoleFolder, fleet: { speed: 0.001 } }))

describe.skipIf(!findChromium())('the frame in the browser', () => {
  test('a lost connection is reported, turning the page keeps the known rows and pager, and all data is current after the reconnect', async () => {
    const world = await shared()
    await using proxy = await startCuttableProxy(world.server.url)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, proxy.url, await newAccount(world.server, 'ADMIN'))
    const indicator = page.getByRole('banner').getByRole('button', { name: /更新の状態/ })
    const names = () => page.locator('tbody tr').allTextContents()
    await page.getByText('25台中 1–20台').waitFor()
    await indicator.getByText('リアルタイム').waitFor()
    // Only the header shows the connection, once for the whole console.
    expect(await page.getByText(/^リアルタイム/).count()).toBe(1)

    await proxy.cut()
    await indicator.getByText(/^\d\d:\d\dから停止$/).waitFor()
    expect(await page.getByText(/^リアルタイム|^\d\d:\d\d時点$/).count()).toBe(0)
    await world.admin(endpoints.updateSim, { params: { id: world.simIds[0]! }, body: { device_alias: '変更後の名前' } })

    const before = await names()
    const turn = (name: string) => page.getByRole('button', { name }).click()
    const failure = page.getByText('サーバーに接続できませんでした。通信状態を確認してください')
    await turn('次のページ')
    await failure.waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    expect(await names()).toEqual(before)
    expect(await page.getByRole('columnheader', { name: 'ICCID' }).isVisible()).toBe(true)
    // The rows are those of page 1, so no range of page 2 is named.
    expect(await page.getByText(/21–25台|読み込み中/).count()).toBe(0)
    await turn('前のページ')
    await page.getByText('25台中 1–20台').waitFor()
    await turn('次のページ')
    await failure.waitFor()

    await indicator.click()
    const details = page.getByRole('dialog', { name: '更新の状態' })
    await details.getByText(/再接続し/).waitFor()
    await details.getByRole('button', { name: '今すぐ再接続' }).click()
    await proxy.restore()
    await indicator.getByText('リアルタイム').waitFor()
    await page.getByText('25台中 21–25台').waitFor()
    expect((await names()).length).toBe(5)
    expect((await names()).filter((row) => row.includes('変更後の名前'))).toHaveLength(1)
  })

  test('every list is loaded again after a gap, and the details name it', async () => {
    const world = await shared()
    await using proxy = await startCuttableProxy(world.server.url)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, proxy.url, await newAccount(world.server, 'ROOT'))
    const indicator = page.getByRole('banner').getByRole('button', { name: /更新の状態/ })
    const details = page.getByRole('dialog', { name: '更新の状態' })
    for (const [path, call, name] of [
      ['/', '/v1/sims', 'SIM一覧'],
      ['/otas/campaigns', '/ota-api/admin/bulkOTA', '配信一覧'],
      ['/otas', '/ota-api/packages', 'パッケージ'],
      ['/members', '/v1/member', 'メンバー'],
      ['/tasks', '/v1/tasks', 'タスク一覧'],
      ['/settings/generate', '/v1/api-credentials', 'API ID'],
      ['/settings/outbox', '/v1/mail-outbox', '送信メール'],
      ['/logs/system-log', '/v1/logs/system', 'システムログ'],
      ['/logs/security-log', '/v1/logs/security', 'セキュリティログ'],
      ['/logs/raw-api-log', '/v1/logs/raw-api', '生APIログ'],
      ['/logs/raw-proxy-log', '/v1/logs/raw-proxy', '生プロキシログ'],
    ] as const) {
      await visit(page, `${proxy.url}${path}`)
      await indicator.getByText('リアルタイム').waitFor()
      await proxy.cut()
      await indicator.getByText('接続中').waitFor()
      const again = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith(call) && response.ok())
      await proxy.restore()
      await again
      await indicator.getByText('リアルタイム').waitFor()
      await indicator.click()
      await details
        .getByText(/に読み直しました：/)
        .filter({ hasText: name })
        .waitFor()
      await page.keyboard.press('Escape')
      await details.waitFor({ state: 'detached' })
    }
  })

  test('without a network, buttons that change data are disabled with the reason, and what was typed stays', async () => {
    const world = await shared()
    await using proxy = await startCuttableProxy(world.server.url)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, proxy.url, await newAccount(world.server, 'ROOT'))
    const indicator = page.getByRole('banner').getByRole('button', { name: /更新の状態/ })
    await visit(page, `${proxy.url}/personal/setting`)
    await indicator.getByText('リアルタイム').waitFor()
    const field = page.getByRole('textbox').first()
    await field.fill('佐藤')
    const save = page.getByRole('button', { name: '保存' })
    expect(await save.isEnabled()).toBe(true)
    await proxy.cut()
    await browser.context.setOffline(true)
    await indicator.getByText('オフライン').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await page.getByRole('note', { name: 'オフラインのため、保存や実行はできません' }).first().waitFor()
    await indicator.click()
    const details = page.getByRole('dialog', { name: '更新の状態' })
    await details.getByText('このPCがネットワークにつながっていません').waitFor()
    await page.keyboard.press('Escape')
    await proxy.restore()
    await browser.context.setOffline(false)
    await indicator.getByText('リアルタイム').waitFor()
    expect(await save.isEnabled()).toBe(true)
    expect(await field.inputValue()).toBe('佐藤')
  })

  test('the details of the connection list the latest received SIM data', async () => {
    const world = await shared()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, await newAccount(world.server, 'MEMBER'))
    await visit(page, `${world.server.url}/sims/${world.simIds[1]}/${world.profiles[1]!.iccid}`)
    const indicator = page.getByRole('banner').getByRole('button', { name: /更新の状態/ })
    await indicator.getByText('リアルタイム').waitFor()
    world.fleet.sims[1]!.pollNow()
    await indicator.click()
    const details = page.getByRole('dialog', { name: '更新の状態' })
    await details.getByText(/最後の変化 \d\d:\d\d:\d\d。/).waitFor()
    await details.getByRole('list', { name: '受信したSIMデータ' }).getByRole('link', { name: 'SIM 2', exact: true }).waitFor()
  })

  test('on a phone, a line shows since when the connection is lost and that it reconnects', async () => {
    const world = await shared()
    await using proxy = await startCuttableProxy(world.server.url)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await signInByForm(page, proxy.url, await newAccount(world.server, 'ADMIN'))
    await page.getByText('25台中 1–20台').waitFor()
    const line = page.getByText(/^\d\d:\d\dから更新が止まっています。自動で再接続します$/)
    expect(await line.count()).toBe(0)
    await proxy.cut()
    await line.waitFor()
    const scrolled = () =>
      page.evaluate(() => {
        scrollTo(0, 600)
        return scrollY
      })
    await expect.poll(scrolled).toBeGreaterThan(100)
    const { y = 0, height = 0 } = (await line.boundingBox()) ?? {}
    const header = await page.getByRole('banner').boundingBox()
    expect(y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    expect(y + height).toBeLessThan(160)
    await page.setViewportSize({ width: 1440, height: 844 })
    await line.waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 390, height: 844 })
    await line.waitFor()
    await proxy.restore()
    await line.waitFor({ state: 'detached' })
  })

  test('a toast does not cover the primary button, and repeated toasts are counted', async () => {
    const world = await shared()
    await using proxy = await startCuttableProxy(world.server.url)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, proxy.url, await newAccount(world.server, 'ADMIN'))
    await page.getByText('25台中 1–20台').waitFor()
    await proxy.cut()
    await page.getByRole('button', { name: 'ユーザーメニュー' }).click()
    for (const language of ['English', '日本語', 'English', '日本語']) await page.getByRole('button', { name: language }).click()
    await page.keyboard.press('Escape')
    const toast = page.getByRole('alert').filter({ hasText: '表示言語を保存できませんでした' })
    await toast.getByText('2回').waitFor()
    expect(await toast.count()).toBe(1)
    const primary = page.getByRole('button', { name: 'SIMを追加' })
    const isFree = () =>
      primary.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        const points = [8, width / 2, width - 8].flatMap((x) => [8, height - 8].map((y) => document.elementFromPoint(left + x, top + y)))
        return points.every((element) => element !== null && button.contains(element))
      })
    expect(await until(isFree)).toBe(true)
    expect(await toast.isVisible()).toBe(true)
  })

  test('the theme follows changes of the operating system, and the company’s theme returns when chosen', async () => {
    await using world = await startWorld({ consoleFolder })
    await world.admin(endpoints.postUserConfig, { body: [{ key: 'system_theme', value: 'theme_7' }] })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const shows = (theme: string) => page.locator(`html[data-theme="${theme}"]`).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await signInByForm(page, world.server.url, await newAccount(world.server, 'ADMIN'))
    await shows('theme_7')
    await page.getByRole('button', { name: 'ユーザーメニュー' }).click()
    await page.getByRole('button', { name: 'OSに合わせる' }).click()
    await shows('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await shows('theme_7')
    await page.emulateMedia({ colorScheme: 'dark' })
    await shows('dark')
    await page.reload()
    await shows('dark')
    await page.getByRole('button', { name: 'ユーザーメニュー' }).click()
    await page.getByRole('button', { name: '会社の設定' }).click()
    await shows('theme_7')
  })
})
