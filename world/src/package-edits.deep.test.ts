import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap, telemetryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the changes of packages in the console', () => {
  test('a package is edited, duplicated and deleted by keyboard, and another console follows', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { packageAID } = await world.upload(customCap({}), 'agent')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    const other = await browser.context.newPage()
    for (const one of [page, other]) await visit(one, `${world.server.url}/otas/${packageAID}`)
    const labels = (of: typeof page) => of.locator('tbody tr td:nth-child(2)').allInnerTexts()

    await page.getByRole('button', { name: '1.0 agentの操作' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: '編集' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('ラベル').fill('no/slash')
    await page.keyboard.press('Enter')
    await dialog.getByText('ラベルは3–62文字の英数字').waitFor()
    expect(await axeViolations(page, { part: '[role="dialog"]' })).toEqual([])
    await dialog.getByLabel('ラベル').fill('Build 7')
    await dialog.getByLabel('メモ').fill('11月の配信用')
    await dialog.getByRole('button', { name: '保存' }).press('Enter')
    await expect.poll(() => labels(page)).toEqual(['Build 7'])
    await expect.poll(() => labels(other)).toEqual(['Build 7'])

    await page.getByRole('button', { name: '1.0 Build 7の操作' }).click()
    await page.getByRole('menuitem', { name: '複製' }).click()
    await dialog.getByLabel('新しいラベル').fill('pilot')
    await page.keyboard.press('Enter')
    await expect.poll(() => labels(other)).toEqual(['pilot', 'Build 7'])

    await page.getByRole('button', { name: '1.0 pilotの操作' }).click()
    await page.getByRole('menuitem', { name: '削除' }).click()
    await dialog.getByRole('button', { name: '削除' }).click()
    await expect.poll(() => labels(other)).toEqual(['Build 7'])
    await visit(page, `${world.server.url}/otas/package/detail/${packageAID}/1.0/Build 7`)
    await page.getByRole('complementary').getByText('11月の配信用').waitFor()
    await page.getByText('メソッド（バイトコード）').waitFor()
    await visit(page, `${world.server.url}/otas/execute?packageAID=${packageAID}&otaVersion=1.0&label=Build 7`)
  })

  test('a package in use is not deleted, and the dialog links to its SIMs and its campaign', async () => {
    await using world = await startWorld({ consoleFolder, sims: 1, fleet: { speed: 0.001 } })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const first = await world.upload(telemetryCap(3), 'stable')
    const second = await world.upload(telemetryCap(4, 3200), 'stable')
    const [simId = 0] = world.simIds
    await world.server.db
      .updateTable('sims')
      .set({ other_package_id: first.id, other_applet_name: 'Telemetry', other_applet_version: '2.3' })
      .where('id', '=', simId)
      .execute()
    const campaign = await world.install(second)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    const detail = (version: string) => `${world.server.url}/otas/package/detail/${first.packageAID}/${version}/stable`
    await visit(page, detail('2.4'))
    const differences = page
      .getByRole('region', { name: '前のバージョンとの違い' })
      .or(page.locator('section', { hasText: '前のバージョンとの違い' }))
    await differences.getByRole('row', { name: /^ロードサイズ/ }).waitFor()
    const sims = page.locator('aside').getByRole('link', { name: '1台' })
    expect(await sims.getAttribute('href')).toBe('/?applet=Telemetry&applet_version=2.3')
    await page.getByRole('button', { name: '2.4 stableの操作' }).click()
    await page.getByRole('menuitem', { name: '削除' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('OTAが終わっていないSIM：1台').waitFor()
    expect(await dialog.getByRole('button', { name: '削除' }).count()).toBe(0)
    expect(await dialog.getByRole('link').getAttribute('href')).toBe(`/otas/campaigns/${campaign.id}`)
    expect(await axeViolations(page, { part: '[role="dialog"]' })).toEqual([])
    await dialog.getByRole('button', { name: '閉じる', exact: true }).last().click()

    await visit(page, detail('2.3'))
    await page.getByRole('button', { name: '2.3 stableの操作' }).click()
    await page.getByRole('menuitem', { name: '削除' }).click()
    await dialog.getByRole('link', { name: '保持しているSIM：1台' }).click()
    await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('applet_version') === '2.3')
  })

  test('types are added, renamed and deleted with their packages, and the poller stays', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await visit(page, `${world.server.url}/otas`)
    const tabs = page.getByRole('navigation', { name: 'パッケージの種類' })
    const dialog = page.getByRole('dialog')
    await tabs.getByRole('button', { name: '種類「ポーラー」の操作' }).click()
    expect(await page.getByRole('menuitem', { name: /種類を削除/ }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')

    await tabs.getByRole('button', { name: '種類を追加' }).click()
    await dialog.getByLabel('パッケージAID').fill('F0112233445566778899')
    await dialog.getByLabel('ラベル').fill('agent')
    expect(await axeViolations(page, { part: '[role="dialog"]' })).toEqual([])
    await page.keyboard.press('Enter')
    await tabs
      .getByRole('link', { name: /^agent/ })
      .and(tabs.locator('[aria-current="page"]'))
      .waitFor()
    await tabs.getByRole('button', { name: '種類「agent」の操作' }).click()
    await page.getByRole('menuitem', { name: '「agent」のラベルを変更' }).click()
    await dialog.getByLabel('ラベル').fill('cold chain')
    await page.keyboard.press('Enter')
    await tabs.getByRole('link', { name: /^cold chain/ }).waitFor()

    const stored = await world.upload(customCap({}))
    expect(stored.label).toBe('cold chain')
    await tabs.getByRole('link', { name: /^cold chain\s*1$/ }).waitFor()
    await tabs.getByRole('button', { name: '種類「cold chain」の操作' }).click()
    await page.getByRole('menuitem', { name: '種類を削除' }).click()
    await dialog.getByLabel('マルチIMSI').check()
    expect(await axeViolations(page, { part: '[role="dialog"]' })).toEqual([])
    await dialog.getByRole('button', { name: '種類2件とパッケージ1件を削除' }).click()
    await expect.poll(() => tabs.getByRole('link').allInnerTexts()).toHaveLength(3)
    expect((await world.admin(endpoints.listPackages, { query: {} })).totalItems).toBe(0)
  })

  test('a member without the permission sees the actions, disabled with the reason', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '閲覧 花子', role: 'MEMBER' })
    const { packageAID } = await world.upload(customCap({}), 'agent')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await visit(page, `${world.server.url}/otas/${packageAID}`)
    await page.getByRole('button', { name: '1.0 agentの操作' }).click()
    for (const name of [/編集/, /複製/, /削除/]) expect(await page.getByRole('menuitem', { name }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: '種類を追加' }).isDisabled()).toBe(true)
  })
})
