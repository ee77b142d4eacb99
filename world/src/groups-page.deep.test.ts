import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { focusedNames } from './testing/keyboard.ts'
import { newAccount } from './testing/people.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the screens of groups', () => {
  test('an operator creates a group, pastes the numbers of its SIMs, changes it, takes a SIM out and deletes it', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    const { server, admin } = world
    const ids = await addSims(server.db, [{ status: 'ACTIVATED' }, { status: 'SUSPENDED' }, {}])
    const iccids = await Promise.all(ids.map(async (id) => (await admin(endpoints.getSim, { params: { id } })).iccid))
    const operator = await newAccount(server, 'ADMIN')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, operator)
    const { id: longNamed } = await admin(endpoints.createGroup, { body: { name: 'Cold chain '.repeat(9).trim() } })
    await server.db.updateTable('sims').set({ group_id: longNamed }).where('id', '=', ids[2]!).execute()
    await visit(page, `${server.url}/groups`)
    await page.locator(`a[href="/?group=${longNamed}"]`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await admin(endpoints.deleteGroup, { params: { id: longNamed } })
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: 'グループを作成' }).click()
    await dialog.getByLabel('グループ名').fill('検針 首都圏')
    await dialog.getByLabel('電話番号').fill('電話')
    await dialog.getByRole('button', { name: '作成' }).click()
    await dialog.getByText('電話番号は30文字以内の数字と記号').waitFor()
    await dialog.getByLabel('電話番号').fill('03-0000-2210')
    await dialog.getByText('販売代理店').click()
    await dialog.getByRole('button', { name: '作成' }).click()
    await page.getByText('グループ「検針 首都圏」を作成しました').waitFor()
    await page.getByRole('heading', { level: 1, name: '検針 首都圏' }).waitFor()
    await page.getByText('このグループにSIMはありません').waitFor()

    await page.getByRole('button', { name: 'SIMを割り当て' }).click()
    await dialog.getByLabel('SIMの番号').fill('検針')
    await dialog.getByRole('button', { name: '確認' }).click()
    await dialog.getByText('10桁以上の番号').waitFor()
    await dialog.getByLabel('SIMの番号').fill([iccids[0], iccids[1], '8981100099999999999'].join('\n'))
    await dialog.getByRole('button', { name: '確認' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('2台のSIMが見つかりました').waitFor()
    await dialog.getByText('1件の番号はどのSIMのものでもありません').waitFor()
    expect(await focusedNames(page)).toEqual(['2台を割り当て'])
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: '2台' }).waitFor()
    await page.getByRole('region', { name: 'SIMの状態' }).getByRole('link', { name: 'Suspended' }).waitFor()

    await page.getByRole('button', { name: 'その他の操作' }).click()
    await page.getByRole('menuitem', { name: 'SIMを外す' }).click()
    await dialog.getByLabel('SIMの番号').fill(iccids[2]!)
    await dialog.getByRole('button', { name: '確認' }).click()
    await dialog.getByText('このグループに該当するSIMはありません').waitFor()
    await dialog.getByLabel('SIMの番号').fill(iccids[1]!)
    await dialog.getByRole('button', { name: '確認' }).click()
    await dialog.getByRole('button', { name: '1台を外す' }).click()
    await page.getByRole('link', { name: '1台' }).waitFor()

    await page.getByRole('button', { name: '編集' }).click()
    await dialog.getByLabel('住所').fill('江東区')
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByText('グループ「検針 首都圏」を保存しました').waitFor()
    await page.getByText('江東区').waitFor()

    // Neither of these calls reaches the server.
    const refuse = async (method: string) => {
      const pattern = '**/v1/groups/*'
      await page.route(pattern, (route) => (route.request().method() === method ? route.abort() : route.fallback()))
      return () => page.unroute(pattern)
    }
    const failed = page.getByRole('alert')
    let answer = await refuse('PUT')
    await page.getByRole('button', { name: '編集' }).click()
    await dialog.getByLabel('住所').fill('港区')
    await dialog.getByRole('button', { name: '保存' }).click()
    await failed.filter({ hasText: 'グループを保存できませんでした' }).waitFor()
    await answer()
    await visit(page, page.url())
    answer = await refuse('DELETE')
    await page.getByRole('button', { name: 'その他の操作' }).click()
    await page.getByRole('menuitem', { name: '削除' }).click()
    await dialog.getByRole('textbox').fill('検針 首都圏')
    await dialog.getByRole('button', { name: 'グループを削除' }).click()
    await failed.filter({ hasText: 'グループを削除できませんでした' }).waitFor()
    await answer()
    await dialog.getByRole('button', { name: 'キャンセル' }).click()
    await page.getByRole('link', { name: '変更履歴' }).click()
    await page.getByText('住所 — → 江東区').waitFor()

    const reader = await browser.context.browser()!.newContext({ locale: 'ja-JP' })
    const second = await reader.newPage()
    await signInByForm(second, server.url, await newAccount(server, 'MEMBER'))
    await visit(second, `${server.url}/groups`)
    const row = second.getByRole('row').filter({ hasText: '検針 首都圏' })
    await row.getByRole('cell', { name: '江東区' }).waitFor()
    expect(await second.getByRole('button', { name: 'グループを作成' }).isDisabled()).toBe(true)
    expect(await second.getByRole('checkbox').count()).toBe(0)

    await page.getByRole('button', { name: 'その他の操作' }).click()
    await page.getByRole('menuitem', { name: '削除' }).click()
    await dialog.getByText('1台のSIMは削除されず').waitFor()
    expect(await dialog.getByRole('button', { name: 'グループを削除' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('検針 首都圏')
    await dialog.getByRole('button', { name: 'グループを削除' }).click()
    await page.getByText('グループ「検針 首都圏」を削除しました').waitFor()
    await page.getByText('グループはまだありません').waitFor()
    // The list of the other member follows without a reload.
    await second.getByText('グループはまだありません').waitFor()
    await reader.close()
    expect(await admin(endpoints.getSim, { params: { id: ids[0]! } })).toMatchObject({ group: null })
  })
})
