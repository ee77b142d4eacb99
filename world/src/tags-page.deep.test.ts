import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const folder = process.env['TAG_PICTURES']

describe.skipIf(!findChromium())('the page of tags', () => {
  test('an operator renames a tag into another one, deletes a tag, and finds the SIMs without tags', async () => {
    await using world = await startWorld({ consoleFolder })
    const { server, admin } = world
    const [one = 0, two = 0] = await addSims(server.db, [{}, {}, { device_alias: '検針器-0003' }])
    const add = (id: number, ...tags: string[]) => admin(endpoints.changeSimTags, { params: { id }, body: { add: tags } })
    await add(one, '試験', '屋外')
    await add(two, '試験中', 'VIP')
    const view = { shared: true, table: { order: [], hidden: [], density: 'default' as const } }
    await admin(endpoints.createSimView, { body: { ...view, name: '試験', search: { tags: '試験' } } })
    await admin(endpoints.createSimView, { body: { ...view, name: '重要', search: { tags: 'VIP,屋外' } } })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'ADMIN'))
    await visit(page, `${server.url}/settings/tags`)
    const dialog = page.getByRole('dialog')
    const table = page.getByRole('region', { name: 'タグ', exact: true })
    await table.getByRole('link', { name: '試験中' }).waitFor()
    for (const [language, width] of [
      ['ja', 1440],
      ['en', 1440],
      ['en', 390],
      ['ja', 390],
    ] as const) {
      await setAppearance(page, { language, theme: 'light', width, height: 900 })
      await page.getByText(language === 'ja' ? 'すべてのSIMに反映されます' : 'changes on all its SIMs').waitFor()
      expect(await axeViolations(page)).toEqual([])
      if (folder) await page.screenshot({ path: `${folder}/tags-${language}-${width}.png` })
    }
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })

    await page.getByRole('button', { name: 'タグ「試験」の名前を変更' }).click()
    await dialog.getByText('1台のSIMで、タグの名前が変わります').waitFor()
    await dialog.getByText('保存ビュー1件とアラート0件の条件も、新しい名前に変わります').waitFor()
    await dialog.getByLabel('新しい名前').fill('試験、本番')
    await dialog.getByRole('button', { name: '名前を変更' }).click()
    await dialog.getByText('タグにカンマは使えません').waitFor()
    await dialog.getByLabel('新しい名前').fill('試験中')
    await dialog.getByText('すでに1台のSIMに付いています').waitFor()
    if (folder) await page.screenshot({ path: `${folder}/tags-rename.png` })
    await dialog.getByRole('button', { name: '名前を変更' }).click()
    await page.getByText('タグを変更しました').first().waitFor()
    await table.getByRole('link', { name: '試験', exact: true }).waitFor({ state: 'detached' })
    expect((await admin(endpoints.getSim, { params: { id: one } })).tags).toEqual(['屋外', '試験中'])

    await page.getByRole('button', { name: 'タグ「VIP」を削除' }).click()
    await dialog.getByText('タグ「VIP」を1台のSIMから外します').waitFor()
    await dialog.getByText('保存ビュー1件とアラート0件がこのタグを条件にしています').waitFor()
    await dialog.getByRole('textbox').fill('VIP')
    if (folder) await page.screenshot({ path: `${folder}/tags-delete.png` })
    await dialog.getByRole('button', { name: 'タグを削除' }).click()
    await table.getByRole('link', { name: 'VIP' }).waitFor({ state: 'detached' })
    expect((await admin(endpoints.getSim, { params: { id: two } })).tags).toEqual(['試験中'])

    await page.getByRole('link', { name: 'タグのないSIMを一覧で表示' }).click()
    await page.getByText('検針器-0003').waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByText('タグなし').first().click()
    await page.getByRole('checkbox', { name: /タグなし/ }).waitFor()
    if (folder) await page.screenshot({ path: `${folder}/tags-none-filter.png` })
  })
})
