import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { nextRound } from '@simdeck/server/alerts/alerts.fixture.ts'
import { storeMinute } from '@simdeck/server/dashboard/figures-queries.ts'
import { titlesOf } from '@simdeck/server/notifications/notifications.fixture.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { makePerson, newPage } from './testing/people.ts'
import { signInByForm } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('alert rules', () => {
  test('a rule on a saved view is added with its present number in sight, fires, is told, switched off and kept in the history', async () => {
    await using server = await startTestServer({}, consoleFolder)
    const colleague = await server.signIn('ADMIN', 'ja')
    await addSims(server.db, [{ status: 'ACTIVATED' }, { status: 'ACTIVATED' }, {}])
    const table = { order: [], hidden: [], density: 'default' as const }
    await colleague(endpoints.createSimView, { body: { name: '利用中', shared: true, search: { status: 'ACTIVATED' }, table } })
    const person = await makePerson(server, 'ADMIN')
    const problems: string[] = []
    await using browser = await openBrowser()
    const page = await newPage(browser.context, problems)
    const picture = async (name: string) => {
      if (process.env['ALERT_PICTURES']) await page.screenshot({ path: `${process.env['ALERT_PICTURES']}/${name}.png` })
    }
    await signInByForm(page, server.url, person)
    await page.getByRole('link', { name: '自動化' }).click()
    await page.getByText('ルールはまだありません').waitFor()
    await page.getByRole('button', { name: 'ルールを追加' }).click()
    await page.getByRole('button', { name: '保存して監視を始める' }).click()
    await page.getByText('名前を入力してください').waitFor()
    await page.getByRole('textbox', { name: '名前' }).fill('利用中のSIMが多い')
    await page.getByRole('combobox', { name: '何を見るか' }).click()
    await page.getByRole('option', { name: /^利用中/ }).click()
    await page.getByRole('link', { name: '今の2台を一覧で見る' }).waitFor()
    await page.getByRole('textbox', { name: 'しきい値（台）' }).fill('1')
    await page.getByText('今は2台のため、このままなら10分後に発生します。').waitFor()
    await page.getByRole('textbox', { name: '続く時間（分）' }).fill('０')
    await page.getByText('今は2台のため、保存するとすぐに発生します。').waitFor()
    await page.getByRole('combobox', { name: 'メンバーを追加' }).click()
    await page.getByRole('option', { name: /^全員/ }).click()
    await page.getByRole('checkbox', { name: '全員：メール' }).uncheck()
    const arrives = page.getByRole('complementary').getByText('届くもの').locator('../..')
    expect(await arrives.innerText()).toContain('【注意】利用中のSIMが多い\n今は2台（1台超ですぐに）')
    await picture('editor')
    await page.getByRole('button', { name: '保存して監視を始める' }).click()
    const row = page.getByRole('row', { name: /利用中のSIMが多い/ })
    await row.getByText('最初の判定待ち').waitFor()

    await nextRound(server)
    await page.reload()
    await row.getByText('発生中').waitFor()
    expect(await titlesOf(colleague, 'sim')).toEqual(['【注意】利用中のSIMが多い: 今は2台（1台超ですぐに）'])
    await page.getByText('1件・発生中 1件').waitFor()
    expect(await row.innerText()).toMatch(/ビュー「利用中」[\s\S]*1台超ですぐに\s+2\s[\s\S]*全員/)
    await picture('list')
    await page.getByRole('switch', { name: '「利用中のSIMが多い」の監視' }).click()
    await row.getByText('停止').waitFor()
    await page.getByRole('link', { name: '履歴' }).click()
    await page.getByRole('row', { name: /利用中のSIMが多い.*監視を停止/ }).waitFor()
    await picture('history')
    await page.getByRole('link', { name: '利用中のSIMが多い' }).click()
    await page.getByText('1回発生し').waitFor()
    await picture('saved')
    expect(await page.locator('figure rect').count()).toBeGreaterThan(0)

    const ahead = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 600_000)
    await storeMinute(server.db, ahead, { figures: { online: 930, expected: 1_000 }, fleet: { attention: {} } })
    await page.goto(`${server.url}/alerts/new`)
    await page.getByRole('combobox', { name: '何を見るか' }).click()
    await page.getByRole('option', { name: 'オンの割合' }).click()
    await page.getByText('今の値：93%').waitFor()
    await page.getByRole('textbox', { name: '名前' }).fill('オンの割合が低下')
    await page.getByRole('combobox', { name: '比べ方' }).click()
    await page.getByRole('option', { name: 'より少ない' }).click()
    await page.getByRole('textbox', { name: 'しきい値（%）' }).fill('94')
    await page.getByText('今は93%のため、このままなら10分後に発生します。').waitFor()
    await picture('figure')
    await page.getByRole('button', { name: '保存して監視を始める' }).click()
    const figure = page.getByRole('row', { name: /オンの割合が低下/ })
    await figure.getByText('最初の判定待ち').waitFor()
    expect(await figure.innerText()).toMatch(/概要の数値「オンの割合」[\s\S]*94%未満が10分/)
    await page.goto(`${server.url}/alerts`)
    await page.getByRole('link', { name: '利用中のSIMが多い' }).click()
    await page.getByText('1回発生し').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await picture('saved-390')
    await page.goto(`${server.url}/alerts`)
    await page.getByText('利用中のSIMが多い').waitFor()
    await picture('list-390')
    expect(problems).toEqual([])
  })
})
