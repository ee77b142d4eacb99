import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { startTestServer, type TestServer } from '@simdeck/server/testing/server.ts'
import { builtConsole } from '../console-build.ts'
import { axeViolations } from '../testing/axe.ts'
import { type Browser, openBrowser } from '../testing/browser.ts'
import { findChromium } from '../testing/chromium.ts'
import { makePerson } from '../testing/people.ts'
import { setAppearance, signInByForm } from '../testing/visit.ts'
import { addFleet, apiKey, carrierEnvironment, startCarrier } from './carrier.fixture.ts'
import { noFaults } from './carrier-faults.ts'
import type { CarrierServer } from './carrier-server.ts'

let server: TestServer
let carrier: CarrierServer
let browser: Browser
let page: Page
const problems: string[] = []

beforeAll(async () => {
  if (!findChromium()) return
  server = await startTestServer(carrierEnvironment, await builtConsole())
  carrier = await startCarrier()
  const person = await makePerson(server, 'ADMIN')
  browser = await openBrowser()
  page = await browser.context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  await signInByForm(page, server.url, person)
})
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
  await carrier?.[Symbol.asyncDispose]()
})

/** Saves a picture if a folder for pictures is set. */
const shot = async (name: string) => {
  const folder = process.env['STATUS_PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/accounts-${name}.png`, fullPage: true })
}

describe.skipIf(!findChromium())('the accounts at carriers on the page of SIM settings', () => {
  test('an account is added, tested, shown as failing, changed and deleted', async () => {
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await page.goto(`${server.url}/settings/setting-sim`)
    await page.getByText('アカウントは登録されていません。').waitFor()
    await page.getByRole('button', { name: 'アカウントを追加' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名前', { exact: true }).fill('本番')
    await dialog.getByLabel('接続先のURL').fill('carrier')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('http:// または https:// で始まるURLを入力してください').waitFor()
    await dialog.getByLabel('接続先のURL').fill(carrier.url)
    await dialog.getByLabel('ユーザー名').fill('simdeck-operator')
    await dialog.getByLabel('APIキー').fill(apiKey)
    await shot('add-ja')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '本番の接続テスト' }).click()
    await page.getByText('通信事業者に接続できました').waitFor()
    await page.getByRole('row').filter({ hasText: '本番' }).getByText('正常').waitFor()
    await shot('ja')
    expect(await axeViolations(page)).toEqual([])

    const [id] = await addFleet(server, carrier, 1, 'ACTIVATED')
    const { iccid } = await server.db.selectFrom('sims').select('iccid').where('id', '=', id!).executeTakeFirstOrThrow()
    carrier.devices.change(iccid, 'DEACTIVATED')
    await page.goto(`${server.url}/sims/${id}/${iccid}/history`)
    await page.getByText('通信事業者からの更新の記録はありません。').waitFor()
    await page.getByRole('button', { name: '通信事業者から更新' }).click()
    await page.getByRole('list', { name: 'データログ' }).getByText('成功').waitFor()
    await page.getByRole('list', { name: 'SIMの状態の履歴' }).getByText('通信事業者').waitFor()
    await shot('data-log-ja')
    expect(await axeViolations(page)).toEqual([])
    await page.goto(`${server.url}/settings/setting-sim`)

    carrier.faults = { ...noFaults, mode: 'limited' }
    await page.getByRole('button', { name: '本番の接続テスト' }).click()
    await page.getByText('呼び出し数の上限に達しています').first().waitFor()
    carrier.faults = noFaults

    await page.getByRole('button', { name: '本番を編集' }).click()
    await dialog.getByLabel('ユーザー名').fill('someone-else')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('APIキーをもう一度入力してください').waitFor()
    await dialog.getByRole('button', { name: 'キャンセル' }).click()

    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.goto(`${server.url}/settings/setting-sim`)
    await page.getByRole('button', { name: 'Test 本番' }).waitFor()
    await shot('en-390')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete 本番' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('本番')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No account is on record.').waitFor()
    expect(problems).toEqual([])
  })

  test('an account of NTT is added and tested, and its SIM is refreshed and changed', async () => {
    await using ntt = await startCarrier({ platform: 'ntt' })
    await setAppearance(page, { language: 'en', theme: 'light', width: 1440, height: 900 })
    await page.goto(`${server.url}/settings/setting-sim`)
    await page.getByRole('button', { name: 'Add an account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The part before /rws/api/v1.').waitFor()
    await dialog.getByLabel('Platform').click()
    await page.getByRole('option', { name: 'NTT' }).click()
    await dialog.getByText('The part before /api/v1.').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('NTT Tokyo')
    await dialog.getByLabel('Base URL').fill(ntt.url)
    await dialog.getByLabel('User name').fill('simdeck-operator')
    await dialog.getByLabel('API key').fill(apiKey)
    await shot('add-ntt-en')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Test NTT Tokyo' }).click()
    await page.getByText('The carrier answered').waitFor()
    await page.getByRole('row').filter({ hasText: 'NTT Tokyo' }).getByText('Working').waitFor()
    await shot('ntt-en')
    expect(await axeViolations(page)).toEqual([])
    await setAppearance(page, { language: 'ja', theme: 'light', width: 390, height: 844 })
    await page.goto(`${server.url}/settings/setting-sim`)
    await page.getByRole('button', { name: 'NTT Tokyoの接続テスト' }).waitFor()
    await shot('ntt-ja-390')

    const [id] = await addFleet(server, ntt, 1, 'ACTIVATED')
    const { iccid } = await server.db.selectFrom('sims').select('iccid').where('id', '=', id!).executeTakeFirstOrThrow()
    ntt.devices.change(iccid, 'TARIFF_HOLIDAY')
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await page.goto(`${server.url}/sims/${id}/${iccid}/history`)
    await page.getByText('通信事業者からの更新の記録はありません。').waitFor()
    await page.getByRole('button', { name: '通信事業者から更新' }).click()
    await page.getByRole('list', { name: 'データログ' }).getByText('成功').waitFor()
    await page.getByRole('list', { name: 'SIMの状態の履歴' }).getByText('通信事業者').waitFor()
    await shot('ntt-data-log-ja')
    expect(problems).toEqual([])
  })
})
