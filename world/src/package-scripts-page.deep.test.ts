import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { focusedNames, tabTo } from './testing/keyboard.ts'
import { newAccount } from './testing/people.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('scripts of packages in the browser', () => {
  test('a configuration is written as hex and as a tree, checked with a SIM, and stored', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const stored = await world.upload(telemetryCap(4))
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    const { packageAID, otaVersion, label } = stored
    await visit(page, `${url}/otas/package/detail/${packageAID}/${otaVersion}/${encodeURIComponent(label)}`)
    await page.getByRole('link', { name: 'リモート設定（STORE DATA）' }).click()
    const data = page.getByRole('textbox', { name: 'データ（16進）' })
    await data.fill('E00FC00A{{iccid}}C1')
    await page.getByText('TLVとして読み取れません。タグと長さを確認してください').waitFor()
    expect(await page.getByRole('button', { name: '保存' }).isDisabled()).toBe(true)
    await data.fill('E00FC00A{{iccid}}C10107')
    await page.getByText('17バイト', { exact: true }).waitFor()
    const value = page.getByRole('textbox', { name: 'タグC1の値' })
    await value.fill('0708{{imsi}}')
    await value.blur()
    expect(await data.inputValue()).toBe('E019C00A{{iccid}}C10B0708{{imsi}}')
    await page.getByText('{{imsi}} の値がありません。このSIMは配信の対象外になります').waitFor()
    await value.fill('0708')
    await value.blur()
    await page.getByText('値はそろっています').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await tabTo(page, '保存', { key: 'Shift+Tab' })
    await page.keyboard.press('Enter')
    await page.getByText('最終更新：運用 太郎').waitFor()
    await expect.poll(() => focusedNames(page)).toContain('配信へ進む')
    const { data: listed } = await world.admin(endpoints.listRemoteConfigs, { query: {} })
    expect(listed.map(({ script }) => script)).toEqual(['E010C00A{{iccid}}C1020708'])
    await data.fill('E010C00A{{iccid}}C1020709')
    await page.getByText('保存すると、このSIMだけで試せます').waitFor()
    await data.fill('E010C00A{{iccid}}C1020708')
    await page.getByRole('link', { name: 'このSIMだけで試す' }).click()
    await page.getByText('選択した1台').first().waitFor()
    await page.goBack()
    await page.getByText('最終更新：運用 太郎').waitFor()
    await setAppearance(page, { language: 'en', theme: 'light', width: 390, height: 844 })
    await page.getByRole('heading', { name: 'Remote configuration' }).waitFor()
    expect(await axeViolations(page)).toEqual([])

    await setAppearance(page, { language: 'ja', theme: 'light', width: 390, height: 844 })
    await data.fill('C50D{{csv.long-column-name:10}}010203')
    await page.getByText('{{csv.long-column-name}} の値がありません').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await data.fill(listed[0]!.script!)
    await page.getByRole('button', { name: '削除' }).click()
    const asked = page.getByRole('dialog', { name: 'リモート設定を削除しますか' })
    await asked.getByRole('button', { name: 'キャンセル' }).click()
    expect((await world.admin(endpoints.listRemoteConfigs, { query: {} })).totalItems).toBe(1)

    await using other = await openBrowser()
    const reader = await other.context.newPage()
    await signInByForm(reader, url, await newAccount(world.server, 'MEMBER'))
    await visit(reader, page.url())
    await reader.getByText('最終更新：運用 太郎').waitFor()
    for (const name of ['データ（16進）', 'タグC1の値'])
      expect([name, await reader.getByRole('textbox', { name }).isEditable()]).toEqual([name, false])
    expect(await reader.getByRole('link', { name: '配信へ進む' }).count()).toBe(0)
    expect(await axeViolations(reader)).toEqual([])

    await page.getByRole('button', { name: '削除' }).click()
    await asked.getByRole('button', { name: '削除' }).click()
    await expect.poll(() => data.inputValue()).toBe('')
    expect((await world.admin(endpoints.listRemoteConfigs, { query: {} })).totalItems).toBe(0)
  })

  test('a script on files is put together from patterns and run, and its result shows the difference', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { packageAID, otaVersion, label } = await world.upload(telemetryCap(4))
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/package/detail/${packageAID}/${otaVersion}/${encodeURIComponent(label)}/file-management`)
    await page.getByRole('button', { name: '優先ネットワークを書くを追加' }).click()
    await page.getByText('UPDATE BINARY · 0から10バイトを書く').waitFor()
    await page.getByText('ユーザーの優先ネットワークを開く').waitFor()
    const commands = page.getByRole('textbox', { name: 'コマンド' })
    await commands.fill(`${await commands.inputValue()}\n00B0800010`)
    await page.getByText('1行に誤りがあります').waitFor()
    await page.getByText('オフセットは7FFF以下にしてください').waitFor()
    await commands.fill((await commands.inputValue()).replace('00B0800010', '00A40804022FE2\n00D6000001FF'))
    await page.getByText('構文は正しい').waitFor()
    expect(await axeViolations(page)).toEqual([])
    const script = await commands.inputValue()
    await commands.fill(Array(101).fill('00A40804022FE2').join('\n'))
    await page.getByText('100行以内にしてください').waitFor()
    expect(await page.getByRole('button', { name: '保存' }).isDisabled()).toBe(true)
    await commands.fill(`00A40804022FE2\n00D60000${'  '.repeat(400)}0100`)
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('2行目：800文字以内で入力してください').waitFor()
    await commands.fill(script)
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('link', { name: '配信へ進む' }).waitFor()
    await page.getByRole('link', { name: '配信へ進む' }).click()
    const { data: listed } = await world.admin(endpoints.listFileManagementConfigs, { query: {} })
    await visit(page, `${url}/otas/execute?action=rfm&scriptId=${listed[0]!.id}&simIds=${world.simIds[0]}`)
    await page.getByRole('button', { name: '1台で次へ' }).click()
    await page.getByRole('button', { name: '次へ', exact: true }).click()
    await page.getByText('1台のSIMのファイルに対して Telemetry 2.4 のスクリプトを実行します。').waitFor()
    expect(await page.getByRole('textbox', { name: '配信名' }).inputValue()).toBe('ファイル管理 Telemetry 2.4')
    await page.getByRole('button', { name: '1台に配信を開始' }).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    await page.getByText('ファイルの読み書きに必要な権限（ADM1など）の不足').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await visit(page, `${url}/sims/${world.simIds[0]}/${world.profiles[0]!.iccid}`)
    await page.getByTitle('結果と差分を見る').click()
    await page.getByText('4行中3行まで成功').waitFor()
    await page.getByText('次の操作：結果の拒否された行を確認し').waitFor()
    await page.getByRole('row', { name: /^1 440-10 · LTE → 999-70 · NR\+LTE$/ }).waitFor()
    await page.getByText('変更できません').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.getByText('3 of 4 lines done').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})
