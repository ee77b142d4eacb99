import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const select = '00A40804047FFF6F46'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const picture = async (page: Page, name: string) => {
  if (process.env['VALUES_PICTURES']) await page.screenshot({ path: `${process.env['VALUES_PICTURES']}/${name}.png`, fullPage: true })
}
const csv = (text: string, name = 'values.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const choose = (page: Page, file: ReturnType<typeof csv>) => page.locator('input[type=file]').setInputFiles(file)

/** A signed-in browser, and three SIMs without a poll so far. */
async function open() {
  const world = await startWorld({ sims: 3, consoleFolder })
  await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
  const { packageAID, otaVersion, label, name, applets } = await world.upload(telemetryCap(4))
  const params = { packageAID, packageName: name, otaVersion, appletInstanceAID: applets[0]! }
  const browser = await openBrowser()
  const page = await browser.context.newPage()
  const { url } = world.server
  await signInByForm(page, url, account)
  const editor = `${url}/otas/package/detail/${packageAID}/${otaVersion}/${encodeURIComponent(label)}/file-management`
  const close = async () => {
    await browser[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  }
  return { world, page, url, editor, params, [Symbol.asyncDispose]: close }
}

describe.skipIf(!findChromium())('values of SIMs from a CSV in the browser', () => {
  test('the editor checks a script with entered values and with the line of a SIM in a file', async () => {
    await using opened = await open()
    const { world, page, editor } = opened
    await visit(page, editor)
    await page.getByRole('textbox', { name: 'コマンド' }).fill(`${select}\n00D6000008{{csv.apn:4}}{{csv.code:hex4}}`)
    await page.getByText('{{csv.apn}} の値がありません。このSIMは配信の対象外になります').waitFor()
    await page.getByRole('textbox', { name: '列 apn' }).fill('iot')
    await page.getByRole('textbox', { name: '列 code' }).fill('0102')
    await page.getByText('{{csv.code}} の値が長さに収まりません。このSIMは配信の対象外になります').waitFor()
    await page.getByRole('textbox', { name: '列 code' }).fill('01020304')
    await page.getByText('00D6000008696F74FF01020304', { exact: false }).waitFor()
    await choose(page, csv(`iccid,apn,code\n${world.fleet.sims.map(({ iccid }) => `${iccid},m2m,0A0B0C0D`).join('\n')}`))
    await page.getByRole('button', { name: 'アップロード' }).click()
    await page.getByText('values.csv · 3行').waitFor()
    await page.getByRole('textbox', { name: '列 apn' }).fill('')
    await page.getByText('00D60000086D326DFF01020304', { exact: false }).waitFor()
    // The header covers a part of the buttons below it in a scrolled page.
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await axeViolations(page)).toEqual([])
    await picture(page, 'editor-ja')
    await setAppearance(page, { language: 'en', theme: 'light', width: 390, height: 844 })
    await page.getByText('Variables to choose from').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await picture(page, 'editor-en-390')
  })

  test('the wizard takes the CSV, tells which SIMs are left out, and a copy says that the script has changed', async () => {
    await using opened = await open()
    const { world, page, url, params } = opened
    const script = [select, '00D6000004{{csv.apn:4}}']
    const { id: scriptId } = await world.admin(endpoints.updateFileManagementConfig, { params, body: { script } })
    await visit(page, `${url}/otas/execute?action=rfm&scriptId=${scriptId}&simIds=${world.simIds.join(',')}`)
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByText('スクリプトに差し込む列：apn', { exact: false }).waitFor()
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByText('CSVファイルをアップロードしてください').waitFor()
    await choose(page, csv('iccid,other\n1,2'))
    await page.getByText('このファイルには次の列がありません：apn').waitFor()
    expect(await page.getByRole('button', { name: 'アップロード' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: '別のファイル' }).click()
    await choose(page, csv('apn,iccid\nm2m,12\n'))
    await page.getByRole('button', { name: 'アップロード' }).click()
    await page.getByText('ICCIDは19桁または20桁の数字です').waitFor()
    await picture(page, 'wizard-refused-ja')
    await page.getByRole('button', { name: '別のファイル' }).click()
    const [first, second] = world.fleet.sims
    await choose(page, csv(`apn,iccid\nm2m,${first!.iccid}\ntoo long,${second!.iccid}\n`))
    await page.getByRole('button', { name: 'アップロード' }).click()
    await page.getByText('values.csv · 2行').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await picture(page, 'wizard-ja')
    await setAppearance(page, { language: 'en', theme: 'light', width: 390, height: 844 })
    await picture(page, 'wizard-en-390')
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByText('CSVに行がない').waitFor()
    await page.getByText('差し込む値が合わない').waitFor()
    await picture(page, 'confirm-ja')
    await page.getByRole('button', { name: /を開始/ }).click()
    await page.getByRole('heading', { name: /開始しました/ }).waitFor()
    const [campaign] = (await world.admin(endpoints.listCampaigns, { query: {} })).data
    await world.finished(campaign!.id)
    expect((await world.logsOf(campaign!.id)).map(({ progress }) => progress.status)).toEqual(['Succeeded'])

    await world.admin(endpoints.updateFileManagementConfig, { params, body: { script: [select, '00B0000004'] } })
    await visit(page, `${url}/otas/execute?copyOf=${campaign!.id}&simIds=${world.simIds.join(',')}`)
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByText('このスクリプトは、以前の配信の後に変更されました', { exact: false }).waitFor()
    await page.getByText('values.csv · 2行').waitFor()
    await picture(page, 'copy-ja')
    await page.getByRole('button', { name: '現在のスクリプトを使う' }).click()
    await page.getByText('values.csv · 2行').waitFor({ state: 'detached' })
    expect(await axeViolations(page)).toEqual([])
  })
})
