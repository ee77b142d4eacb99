import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
}, 240_000)

describe.skipIf(!findChromium())('campaigns in the browser', () => {
  test('one click pauses, one dialog stops, and a list that nobody reloads tells it', { timeout: 120_000 }, async () => {
    await using world = await startWorld({ sims: 3, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const chosen = await world.upload(customCap(), 'stable')
    await using browser = await openBrowser()
    const list = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(list, url, account)
    await visit(list, `${url}/otas/campaigns`)
    await list.getByText('配信はまだありません').waitFor()

    const { id } = await world.install(chosen)
    const row = list.getByRole('row', { name: new RegExp(`#${id}`) })
    await row.getByText('実行中 0%').waitFor()

    const page = await browser.context.newPage()
    await visit(page, `${url}/otas/campaigns/${id}`)
    await page.getByRole('button', { name: '配信IDをコピー' }).waitFor()
    await page.getByRole('button', { name: '一時停止' }).click()
    await page.getByText('運用 太郎が一時停止しました').waitFor()
    await row.getByText('一時停止 0%').waitFor()

    await page.getByRole('button', { name: '停止', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '3台を取り消して停止' }).click()
    await page.getByText('配信を停止しました。3台は取り消し').waitFor()
    await row.getByText('停止', { exact: true }).waitFor()
    const cells = await row.getByRole('cell').allTextContents()
    const heads = await list.getByRole('columnheader').allTextContents()
    const shown = (name: string) => cells[heads.findIndex((head) => head.trim() === name)]
    expect([shown('成功'), shown('失敗'), shown('取り消し')]).toEqual(['0', '0', '3'])
    await page.getByRole('link', { name: '取り消し' }).click()
    await page.getByRole('row', { name: /SIM 2 .*取り消し/ }).waitFor()
    await page.getByRole('link', { name: '失敗', exact: true }).click()
    await page.getByText('この状態のSIMはありません').waitFor()
    expect(await world.admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ state: 'stopped', cancelled: 3 })

    // Packages: a type is one tab, by its name, and the page state is the list's own.
    await visit(page, `${url}/otas/poller`)
    const tabs = page.getByRole('navigation', { name: 'パッケージの種類' }).getByRole('link')
    expect(await tabs.filter({ hasText: 'ポーラー' }).count()).toBe(1)
    expect(await tabs.filter({ hasText: 'ポーラー' }).getAttribute('aria-current')).toBe('page')
    await list.getByRole('button', { name: /件ずつ表示/ }).click()
    await list.getByRole('menuitem', { name: /^50/ }).click()
    await visit(list, `${url}/otas/campaigns`)
    expect(await list.evaluate(() => JSON.parse(localStorage.getItem('simdeck') ?? '{}').state.paginate)).toEqual({ otaLog: 50 })
  })
})
