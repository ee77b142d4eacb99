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
    await page.getByText('1 999-70 · NR+LTE、2 999-40 · LTE').waitFor()
    expect(await axeViolations(page)).toEqual([])
    const commands = page.getByRole('textbox', { name: 'コマンド' })
    await tabTo(page, '16進')
    await page.keyboard.press('Enter')
    await commands.fill(`${await commands.inputValue()}\n00B0800010`)
    await page.getByText('1行に誤りがあります').waitFor()
    await page.getByText('3行目：オフセットは7FFF以下にしてください').waitFor()
    await page.getByRole('button', { name: '行ごと' }).click()
    await page.getByText('オフセットは7FFF以下にしてください').waitFor()
    await page.getByRole('button', { name: '16進' }).click()
    await commands.fill((await commands.inputValue()).replace('00B0800010', '00A40804022FE2\n00D6000001FF\n00A40804022F05\n00B0000002'))
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
    await page.getByText('6行中3行まで成功').waitFor()
    await page.getByText('次の操作：結果の拒否された行を確認し').waitFor()
    await page.getByRole('row', { name: /^1 440-10 · LTE → 999-70 · NR\+LTE$/ }).waitFor()
    await page.getByText('変更できません').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.getByText('3 of 6 lines done').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('link', { name: 'Again from line 4' }).waitFor()

    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await page.getByRole('heading', { name: '1台の結果' }).waitFor()
    const failed = page.getByRole('link', { name: '失敗 1' })
    expect(await failed.getAttribute('href')).toMatch(/\/otas\/campaigns\/\d+\?status=Failed#sims$/)
    const result = page.url()
    await page.getByRole('link', { name: '4行目からもう一度' }).click()
    await page.getByText('1台のSIMのファイルに対して Telemetry 2.4（3〜6行目） のスクリプトを実行します。').waitFor()
    expect((await world.admin(endpoints.listCampaigns, { query: {} })).totalItems).toBe(1)
    await visit(page, result)
    await page.getByRole('link', { name: '3〜4行目を外して続ける' }).click()
    await page.getByText('1台のSIMのファイルに対して Telemetry 2.4（5〜6行目） のスクリプトを実行します。').waitFor()
    await page.getByRole('button', { name: '1台に配信を開始' }).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    const { data: campaigns } = await world.admin(endpoints.listCampaigns, { query: {} })
    expect(campaigns[0]!.name).toBe('ファイル管理 Telemetry 2.4（5〜6行目）')
    await world.finished(campaigns[0]!.id)
    const [rest] = await world.logsOf(campaigns[0]!.id)
    const { lines } = await world.admin(endpoints.getFileManagementResult, { params: { otaId: rest!.progress.ota_id } })
    expect(lines.map(({ number, answer }) => [number, answer?.sw])).toEqual([
      [5, '9000'],
      [6, '9000'],
    ])
  })

  test('a refusal to read before the first line is not shown as lines that are done', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { packageAID, name: packageName, otaVersion, applets } = await world.upload(telemetryCap(4))
    const script = ['00A40804047FFF6F7B', '00D6000003FFFFFF', '00A40804047FFF6FFF', '00D6000001FF']
    const params = { packageAID, packageName, otaVersion, appletInstanceAID: applets[0]! }
    const { id: scriptId } = await world.admin(endpoints.updateFileManagementConfig, { params, body: { script } })
    const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
    const { id } = await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'rfm', scriptId: scriptId! } })
    await world.finished(id)
    const [log] = await world.logsOf(id)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/campaigns/files/${log!.progress.ota_id}`)
    await page.getByText('3行目のファイルを変更前に読み取れなかったため、どの行も実行していません').waitFor()
    expect(await page.getByText('行まで成功').count()).toBe(0)
    await page.getByRole('link', { name: '1行目からもう一度' }).waitFor()
    await setAppearance(page, { language: 'en', theme: 'light', width: 390, height: 844 })
    await page.getByText('No line has run: the file of line 3 could not be read before the change').waitFor()

    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    const body = { script: ['00A40804047FFF6F42', '00B2010400'], basedOn: scriptId }
    const { id: reading } = await world.admin(endpoints.updateFileManagementConfig, { params, body })
    await visit(page, `${url}/otas/execute?action=rfm&scriptId=${reading}&simIds=${world.simIds[0]}`)
    await page.getByRole('button', { name: '1台で次へ' }).click()
    await page.getByRole('radio', { name: 'SMS' }).check()
    await page.getByRole('button', { name: '次へ', exact: true }).click()
    await page.getByText('2行目：SMSで返せるのは').waitFor()
  })

  test('a script that someone else has stored meanwhile is not replaced unless the user wants it, and the input stays', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { packageAID, otaVersion, label, name: packageName, applets } = await world.upload(telemetryCap(4))
    const params = { packageAID, packageName, otaVersion, appletInstanceAID: applets[0]! }
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    const detail = `${url}/otas/package/detail/${packageAID}/${otaVersion}/${encodeURIComponent(label)}`
    const refused = '保存できませんでした'

    await visit(page, `${detail}/file-management`)
    const commands = page.getByRole('textbox', { name: 'コマンド' })
    await commands.fill('00A40804022FE2')
    await world.admin(endpoints.updateFileManagementConfig, { params, body: { script: ['00A40804022F05'] } })
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText(refused).waitFor()
    await page.getByText(/編集中に、.* が別の内容を保存しました。/).waitFor()
    expect(await commands.inputValue()).toBe('00A40804022FE2')
    const script = async () => (await world.admin(endpoints.getFileManagementConfig, { query: params })).script
    expect(await script()).toEqual(['00A40804022F05'])
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: '自分の入力を使う' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect.poll(script).toEqual(['00A40804022FE2'])

    await world.admin(endpoints.updateRemoteConfig, { params, body: { script: 'C00101' } })
    await visit(page, `${detail}/remote-config`)
    const data = page.getByRole('textbox', { name: 'データ（16進）' })
    await data.fill('C00102')
    await world.admin(endpoints.updateRemoteConfig, { params, body: { script: 'C00103' } })
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText(/編集中に、.* が別の内容を保存しました。/).waitFor()
    expect(await data.inputValue()).toBe('C00102')
    await page.getByRole('button', { name: '入力を破棄して読み込む' }).click()
    expect(await data.inputValue()).toBe('C00103')
    expect((await world.admin(endpoints.getRemoteConfig, { query: params })).script).toBe('C00103')
  })

  test('the wizard finds a script that is not among the newest hundred', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { packageAID, otaVersion, name: packageName } = await world.upload(telemetryCap(4))
    const store = (appletInstanceAID: string) =>
      world.admin(endpoints.updateFileManagementConfig, {
        params: { packageAID, packageName, otaVersion, appletInstanceAID },
        body: { script: ['00A40804022FE2'] },
      })
    const oldest = await store('A0000000620199')
    for (let at = 0; at < 100; at++) await store(`A00000006202${at.toString(16).padStart(2, '0').toUpperCase()}`)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/execute?action=rfm&simIds=${world.simIds[0]}`)
    await page.getByRole('button', { name: '1台で次へ' }).click()
    const field = page.getByRole('combobox', { name: 'ファイル管理のスクリプト' })
    await field.click()
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('option', { name: /A0000000620199/ }).count()).toBe(0)
    await field.fill('0620199')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.getByRole('option').click()
    await page.getByRole('button', { name: '次へ', exact: true }).click()
    await page.getByText('1台のSIMのファイルに対して Telemetry 2.4 のスクリプトを実行します。').waitFor()
    await page.getByRole('button', { name: '1台に配信を開始' }).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    const { data: campaigns } = await world.admin(endpoints.listCampaigns, { query: {} })
    const { options } = await world.admin(endpoints.getCampaignOptions, { params: { id: campaigns[0]!.id } })
    expect(options.scriptId).toBe(oldest.id)
  })
})
