import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { simExportColumns } from '@simdeck/contract/sim-exports.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { sheetsIn } from '@simdeck/server/testing/sheets.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { makePerson } from './testing/people.ts'
import { setAppearance, signInByForm } from './testing/visit.ts'

const key = '00112233445566778899aabbccddeeff'

let server: TestServer
let admin: TestCall
const browsers: Browser[] = []
let page: Page
const problems: string[] = []

async function signedIn(role: 'ADMIN' | 'MEMBER'): Promise<{ page: Page; call: TestCall }> {
  const person = await makePerson(server, role)
  const browser = await openBrowser()
  browsers.push(browser)
  const own = await browser.context.newPage()
  own.on('pageerror', (error) => problems.push(error.message))
  await signInByForm(own, server.url, person)
  return { page: own, call: person.call }
}

beforeAll(async () => {
  if (!findChromium()) return
  server = await startTestServer({}, await builtConsole())
  await addSims(server.db, [
    { device_alias: '=cmd|calc', imsi: '440100000000001', external_device_id: 'A-1' },
    { device_alias: '自販機 2', imsi: '440100000000002', external_device_id: 'A-2' },
    { device_alias: '自販機 3', external_device_id: 'B-3' },
  ])
  ;({ page, call: admin } = await signedIn('ADMIN'))
})
afterAll(async () => {
  for (const browser of browsers) await browser[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const dialog = (): Locator => page.getByRole('dialog').last()
const button = (name: string, within: Page | Locator = page): Locator => within.getByRole('button', { name, exact: true })
const field = (label: string): Locator => dialog().getByLabel(label)
const waitForText = (words: string | RegExp) => page.getByText(words).first().waitFor()
const gone = () => page.getByRole('dialog').waitFor({ state: 'detached' })
const sims = async (query: object = {}): Promise<Sim[]> =>
  (await admin(endpoints.listSims, { query: { sort: 'iccid:ASC', ...query } })).data
const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text })
const tick = async (...names: string[]): Promise<void> => {
  for (const name of names) await page.getByRole('checkbox', { name: `${name}を選択` }).check()
}
const accessible = async () => expect(await axeViolations(page)).toEqual([])

describe.skipIf(!findChromium())('changes to the fleet in the browser', () => {
  test('a SIM is added with a new group, edited, and deleted after its ICCID is typed', async () => {
    await page.goto(server.url)
    await button('SIMを追加').click()
    await until(() => field('ICCID').evaluate((input) => input === document.activeElement))
    // The click moves the focus away from ICCID, whose error then shifts the checkbox; the click must still count.
    await page.getByRole('checkbox', { name: '鍵を登録' }).check()
    await waitForText('ICCIDは必須です')
    await field('ICCID').fill('8981100000000009')
    await field('IMSI').fill('44-010')
    await button('追加', dialog()).click()
    await waitForText('ICCIDは19桁または20桁で入力してください（現在16桁）')
    await waitForText('IMSIは6–15桁の数字で入力してください')
    await until(() => field('ICCID').evaluate((input) => input === document.activeElement))
    await field('ICCID').fill('8981 1000 0000 0000 000')
    await field('IMSI').fill('440100000000009')
    await field('デバイス名').fill('水位計 <b>')
    for (const name of ['CAP_AUTH_KEY', 'ENCRYPT_KEY', 'SCP03_ENC', 'SCP03_MAC']) await field(name).fill(key)
    await field('SCP03_DEK').fill(key.slice(2))
    await waitForText('15 / 16バイト')
    await accessible()
    await button('追加', dialog()).click()
    await waitForText('16、24、32バイトの16進数で入力してください')
    await field('SCP03_DEK').fill(key)

    await button('グループを作成', dialog()).click()
    await field('グループ名').fill('河川')
    await dialog().getByLabel('販売代理店').check()
    await button('作成', dialog()).click()
    await waitForText('グループ「河川」を作成しました')
    await until(async () => (await page.getByRole('dialog').count()) === 1)
    expect(await dialog().getByRole('combobox', { name: 'グループ' }).inputValue()).toBe('河川')

    await button('追加', dialog()).click()
    await waitForText('このICCIDのSIMはすでに登録されています')
    await until(() => field('ICCID').evaluate((input) => input === document.activeElement))
    await field('ICCID').fill('89811000000000000099')
    await button('追加', dialog()).click()
    await waitForText('SIMを追加しました')
    await gone()
    await row('水位計 <b>').waitFor()
    const [made] = await sims({ iccid: '89811000000000000099' })
    expect(made).toMatchObject({ imsi: '440100000000009', has_keys: true, status: 'INVENTORY', group: { name: '河川' } })

    await page.getByRole('link', { name: '水位計 <b>' }).click()
    await button('その他の操作').click()
    await page.getByRole('menuitem', { name: 'SIMを編集' }).click()
    await page.getByRole('checkbox', { name: '鍵を置き換え' }).check()
    await waitForText(/このSIMで初めて使うCAP_AUTH_KEYに.*最初から.*以前使ったCAP_AUTH_KEYに戻すと、その鍵での最大値の続きから/)
    await page.getByRole('checkbox', { name: '鍵を置き換え' }).uncheck()
    await field('IMSI').fill('')
    await field('MSISDN').fill('090-1234-5678')
    await button('キャンセル', dialog()).click()
    await waitForText('入力した内容を破棄しますか')
    await button('入力を続ける', dialog()).click()
    await until(async () => (await page.getByRole('dialog').count()) === 1)
    await button('保存', dialog()).click()
    await waitForText('SIMを更新しました')
    await gone()
    await waitForText('09012345678')
    expect(await admin(endpoints.getSim, { params: { id: made!.id } })).toMatchObject({ imsi: null, msisdn: '09012345678', has_keys: true })

    await button('その他の操作').click()
    await page.getByRole('menuitem', { name: 'SIMを削除' }).click()
    await dialog().getByRole('textbox').fill('89811000000000000098')
    expect(await button('SIMを削除', dialog()).isDisabled()).toBe(true)
    await dialog().getByRole('textbox').fill('89811000000000000099')
    await button('SIMを削除', dialog()).click()
    await waitForText('SIMを削除しました')
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
    await row('自販機 2').waitFor()
    await row('水位計 <b>').waitFor({ state: 'detached' })
    expect(await sims({ iccid: '89811000000000000099' })).toEqual([])
    expect(problems).toEqual([])
  })

  test('the filtered or the selected SIMs are exported, with the chosen columns', async () => {
    await page.goto(`${server.url}/?external_device_id=A-1`)
    await row('=cmd|calc').waitFor()
    const take = async (): Promise<string> => {
      const [download] = await Promise.all([page.waitForEvent('download'), button('エクスポート', dialog()).click()])
      expect(download.suggestedFilename()).toMatch(/^sims-\d{10}\.csv$/)
      await waitForText('SIMをエクスポートしました')
      await gone()
      return readFileSync(await download.path(), 'utf8')
    }
    await button('エクスポート').click()
    await waitForText('一覧の条件に一致するSIM')
    await waitForText('1台')
    await dialog().getByRole('radio', { name: 'Excel（.xlsx）' }).waitFor()
    const [sheet] = await Promise.all([page.waitForEvent('download'), button('エクスポート', dialog()).click()])
    expect(sheet.suggestedFilename()).toMatch(/^SIM一覧_\d{4}-\d\d-\d\d_\d{4}\.xlsx$/)
    const [{ rows } = { rows: [] }] = await sheetsIn(readFileSync(await sheet.path()))
    expect(rows.map(([alias, iccid]) => [alias, iccid])).toEqual([
      ['デバイス名', 'ICCID'],
      ['=cmd|calc', '8981100000000000000'],
    ])
    await gone()
    await button('エクスポート').click()
    await dialog().getByRole('radio', { name: 'CSV' }).check()
    const shown = (await take()).split('\r\n').join('\n').trimEnd().split('\n')
    expect(shown).toHaveLength(2)
    expect(shown[0]).toMatch(/^\uFEFFdevice_alias,iccid,connection,rsrp,/)
    expect(shown[1]).toMatch(/^'=cmd\|calc,8981100000000000000,/)

    await page.goto(server.url)
    await tick('自販機 2', '自販機 3')
    await button('エクスポート', page.getByRole('status')).click()
    await dialog().getByLabel('すべての列').check()
    await dialog().getByRole('radio', { name: 'CSV' }).check()
    await dialog().getByLabel('BOMを付ける').uncheck()
    await accessible()
    const chosen = (await take()).split('\r\n').join('\n').trimEnd().split('\n')
    expect(chosen).toHaveLength(3)
    expect(chosen[0]).toBe(simExportColumns.join(','))
    expect(chosen[0]).not.toMatch(/key(?!s)|scp03(?!_level)/)
    expect(chosen.slice(1).map((line) => /自販機 [23]/.exec(line)?.[0])).toEqual(expect.arrayContaining(['自販機 2', '自販機 3']))
    expect(problems).toEqual([])
  })

  test('selected SIMs are renamed by a pattern, put into a group and deleted', async () => {
    await page.goto(server.url)
    await tick('自販機 2', '自販機 3')
    await button('デバイス名を変更').click()
    const pattern = dialog().getByRole('textbox', { name: 'デバイス名のパターン' })
    await pattern.fill('{nothing}')
    await button('2台を変更', dialog()).click()
    await waitForText('{ } の中には、下の項目だけを使えます')
    await pattern.fill('倉庫-{imsi}')
    await dialog().getByRole('button', { name: '{n:4}' }).click()
    // The preview shows values of the selected SIMs in the order in which the server numbers them.
    await dialog().getByRole('row', { name: '自販機 2 倉庫-4401000000000020001' }).waitFor()
    await dialog().getByRole('row', { name: '自販機 3 倉庫-0002' }).waitFor()
    await accessible()
    await button('2台を変更', dialog()).click()
    await gone()
    await waitForText('デバイス名を変更しました')
    await row('倉庫-4401000000000020001').waitFor()
    await row('倉庫-0002').waitFor()
    expect((await sims()).map(({ device_alias }) => device_alias)).toEqual(['=cmd|calc', '倉庫-4401000000000020001', '倉庫-0002'])

    await tick('倉庫-4401000000000020001', '倉庫-0002')
    await button('グループを変更').click()
    await button('2台を変更', dialog()).click()
    await waitForText('グループを選択してください')
    await dialog().getByRole('combobox', { name: 'グループ' }).fill('自販')
    await page.getByText('一致するグループはありません').or(page.getByRole('option').first()).first().waitFor()
    await button('グループを作成', dialog()).click()
    expect(await field('グループ名').inputValue()).toBe('自販')
    await field('グループ名').fill('自販機')
    await button('作成', dialog()).click()
    await until(async () => (await page.getByRole('dialog').count()) === 1)
    await button('2台を変更', dialog()).click()
    await gone()
    await waitForText('グループを変更しました')
    await until(async () => (await sims()).filter(({ group }) => group?.name === '自販機').length === 2)

    await setAppearance(page, { language: 'en', theme: 'light', width: 390, height: 844 })
    await page.goto(server.url)
    for (const name of ['倉庫-4401000000000020001', '倉庫-0002']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    const [first] = await sims({ device_alias: '倉庫-0002' })
    await admin(endpoints.deleteSim, { params: { id: first!.id } })
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    // The server counts the SIMs that still exist; the user must type that number.
    await waitForText('1 of the SIMs selected no longer exist')
    await accessible()
    await dialog().getByRole('textbox').fill('2')
    expect(await button('Delete 1', dialog()).isDisabled()).toBe(true)
    await dialog().getByRole('textbox').fill('1')
    await button('Delete 1', dialog()).click()
    await waitForText('SIMs deleted')
    await until(async () => (await sims()).length === 1)
    await page.getByText('倉庫-4401000000000020001').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  test('a MEMBER sees every change disabled with the reason, and can export', async () => {
    const own = (await signedIn('MEMBER')).page
    const reason = 'この操作を行う権限がありません'
    const closed = (name: string): Locator => own.getByRole('note', { name: reason }).filter({ has: button(name, own) })
    await closed('SIMを追加').waitFor()
    await own.getByRole('checkbox', { name: '=cmd|calcを選択' }).check()
    for (const name of ['一括OTA', 'デバイス名を変更', 'グループを変更', '削除']) {
      await closed(name).waitFor()
      expect([name, await button(name, own).isDisabled()]).toEqual([name, true])
    }
    expect(await button('エクスポート', own.getByRole('status')).isEnabled()).toBe(true)
    await own.getByRole('link', { name: '=cmd|calc' }).click()
    await button('その他の操作', own).click()
    for (const name of ['SIMを編集', 'SIMを削除']) {
      const item = own.getByRole('menuitem').filter({ hasText: name })
      expect([await item.innerText(), await item.isDisabled()]).toEqual([expect.stringContaining(reason), true])
    }
  })
})
