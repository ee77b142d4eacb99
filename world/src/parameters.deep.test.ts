import { beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { multiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap, telemetryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import type { World } from './testing/start-world.ts'
import { setAppearance, signInByForm } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

async function openEditor(page: Page, world: World, radio: RegExp, type: string): Promise<void> {
  await page.goto(`${world.server.url}/otas/execute?simIds=${world.simIds[0]}&packageType=${type}`)
  await page.getByRole('button', { name: '1台で次へ' }).click()
  await page.getByRole('radio', { name: radio }).check()
  await page.getByRole('heading', { name: '送るオクテット' }).waitFor()
}

/** The octets that the toolbar shows, in hex. */
const shownOctets = async (page: Page): Promise<string> =>
  (await page.getByRole('toolbar', { name: '送るオクテット' }).locator('span').allTextContents()).join('')
const part = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: '送るオクテット' }).getByRole('button', { name: new RegExp(`^${name}: `) })
const background = (page: Page, name: string) => part(page, name).evaluate((button) => getComputedStyle(button).backgroundColor)

describe.skipIf(!findChromium())('the editor of install parameters', () => {
  test('fields and octets follow each other, and light up together', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.upload(telemetryCap(1))
    const { packageAid, moduleAid } = fixedAids.pollerB
    await world.upload({ ...customCap(), packageAid: fromHex(packageAid), applets: [fromHex(moduleAid)] })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await openEditor(page, world, /2\.1/, 'Telemetry')
    const fqdn = page.getByRole('textbox', { name: /FQDN/ })
    const next = page.getByRole('button', { name: '次へ' })

    // The field is just above the foot of the wizard, and its message would be behind it.
    await page.setViewportSize({ width: 1440, height: 800 })
    await next.click()
    const message = page.getByText('FQDNを入力してください。')
    await message.waitFor()
    const bottomOf = async (locator: typeof message) => locator.boundingBox().then((box) => (box ? box.y + box.height : NaN))
    const top = (await next.boundingBox())?.y
    expect(await bottomOf(message)).toBeLessThan(top ?? NaN)
    await page.setViewportSize({ width: 1440, height: 900 })
    await fqdn.fill('report.example.jp')
    expect(await shownOctets(page)).toBe(
      `C921${'8011' + Buffer.from('report.example.jp').toString('hex').toUpperCase()}81020050${'820101' + '83020005' + '840101'}`,
    )
    await page.getByText('項目と一致').waitFor()

    const quiet = await background(page, 'ポート')
    await page.getByRole('textbox', { name: 'ポート' }).focus()
    await expect.poll(() => background(page, 'ポート')).not.toBe(quiet)
    expect(await background(page, '接続先（FQDN）')).toBe(quiet)
    await page.getByRole('cell', { name: '通信の暗号化' }).hover()
    await expect.poll(() => background(page, '通信の暗号化')).not.toBe(quiet)

    await page.getByRole('textbox', { name: '分' }).fill('4')
    await page.getByRole('textbox', { name: '分' }).blur()
    await page.getByText('ポーリング間隔は5分以上を指定してください。').waitFor()
    await page.getByText('項目に誤りがあります').waitFor()

    await page.getByRole('button', { name: '書き換え・貼り付け' }).click()
    const hex = page.getByRole('textbox', { name: '16進のオクテット' })
    await hex.fill('80 05 61 62 2E 6A 70 81 02 01 BB 82 01 02 83 02 02 1E 84 01 00')
    expect([await fqdn.inputValue(), await page.getByRole('textbox', { name: 'ポート' }).inputValue()]).toEqual(['ab.jp', '443'])
    expect(await page.getByRole('textbox', { name: '時間' }).inputValue()).toBe('2')
    await page.getByRole('row', { name: /ポーリング間隔 02 1E 2時間30分/ }).waitFor()
    await hex.fill('C9 03 80 05 6')
    await page.getByText('最後のオクテットが1桁足りません。').waitFor()
    await hex.fill('C9 03 80 05 61')
    await page.getByText('解釈できないオクテット').first().waitFor()
    await next.click()
    await page.getByRole('toolbar', { name: '送るオクテット' }).waitFor()

    await page.getByRole('button', { name: '既定値に戻す' }).click()
    expect([await fqdn.inputValue(), await page.getByRole('textbox', { name: 'ポート' }).inputValue()]).toEqual(['', '80'])
    expect([
      await page.getByRole('textbox', { name: '時間' }).inputValue(),
      await page.getByRole('textbox', { name: '分' }).inputValue(),
    ]).toEqual(['0', '5'])
    await fqdn.fill('report.example.jp')
    await part(page, '接続先（FQDN）').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('textbox', { name: 'ポート' }).evaluate((input) => input === document.activeElement)).toBe(true)
    // Reports of telemetry have an unknown size, POLLs a known one.
    await page.getByText('5分以上。1台につき1日288回です', { exact: true }).waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await axeViolations(page, { part: 'main' })).toEqual([])
    await openEditor(page, world, /1\.0/, 'Poller')
    await page.getByText('1台につき1日288回です。通信量は約42 KB/日（TCP/IPのヘッダーを除く）').waitFor()
    await page.getByRole('textbox', { name: '時間' }).fill('99')
    await page.getByText('1台につき約4.1日に1回です。通信量は約35 B/日').waitFor()
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await axeViolations(page, { part: 'main' })).toEqual([])
  })

  test('IMSIs and card parameters arrive at the card as they were typed', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.upload({
      ...customCap(),
      packageAid: fromHex(fixedAids.multiImsi.packageAid),
      applets: [fromHex(fixedAids.multiImsi.moduleAid)],
    })
    await world.upload(customCap())
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await openEditor(page, world, /1\.0/, 'MultiIMSI')
    await page.getByRole('textbox', { name: 'IMSI、またはその先頭' }).fill('44010')
    await page.getByRole('textbox', { name: 'このIMSIを使うネットワーク' }).fill('44010, 310410')
    await page.getByRole('button', { name: 'IMSIを追加' }).click()
    await page.getByRole('textbox', { name: 'IMSI、またはその先頭' }).nth(1).fill('44010')
    await page.getByRole('textbox', { name: 'IMSI、またはその先頭' }).nth(1).blur()
    await page.getByText('同じ値がすでにあります。').waitFor()
    await page.getByRole('textbox', { name: 'IMSI、またはその先頭' }).nth(1).fill('20801')
    const sent = multiImsiParameters.decode(fromHex(await shownOctets(page)).subarray(2))
    expect(sent).toMatchObject({
      imsis: [
        {
          imsi: '44010',
          networks: [
            { mcc: '440', mnc: '10' },
            { mcc: '310', mnc: '410' },
          ],
        },
        { imsi: '20801' },
      ],
    })
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await axeViolations(page, { part: 'main' })).toEqual([])

    await openEditor(page, world, /1\.0/, 'custom')
    await page.getByRole('textbox', { name: 'アプレットのデータ' }).fill('C0FFE')
    await page.getByRole('textbox', { name: 'アプレットのデータ' }).blur()
    await page.getByText('1バイトは2桁です。桁を1つ足してください。').waitFor()
    await page.getByRole('textbox', { name: 'アプレットのデータ' }).fill('C0FFEE')
    await page.getByRole('textbox', { name: /^揮発メモリ/ }).fill('512')
    await page.getByRole('button', { name: '使う', exact: true }).click()
    await page.getByRole('textbox', { name: 'メニューの項目数' }).fill('2')
    await page.getByRole('combobox', { name: '最小セキュリティレベル' }).click()
    await page.getByRole('option', { name: '署名、暗号化、カウンター（0116）' }).click()
    await page.getByRole('textbox', { name: 'TAR' }).fill('B00010')
    await page.getByRole('row', { name: /最小セキュリティレベル 01 16 署名、暗号化、カウンター/ }).waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await axeViolations(page, { part: 'main' })).toEqual([])
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByRole('button', { name: '1台に配信を開始' }).click()
    await page.getByRole('link', { name: '配信を開く' }).waitFor()
    const [sim] = world.fleet.sims
    sim?.pollNow()
    await expect
      .poll(() => sim?.card.nvm.applications.find(({ parameters }) => parameters === 'c0ffee'), { timeout: 60_000 })
      .toMatchObject({ tars: ['b00010'], volatileSize: 512 })

    await openEditor(page, world, /1\.0/, 'custom')
    await page.getByRole('row', { name: /アプレットのデータ なし C0 FF EE 違います/ }).waitFor()
    await page.getByRole('button', { name: 'カードの値にする' }).click()
    await page.getByRole('row', { name: /アプレットのデータ C0 FF EE C0 FF EE 同じ/ }).waitFor()
    await page.getByRole('button', { name: 'パッケージの既定値に保存' }).click()
    await page.getByText('既定値を保存しました').waitFor()
    await openEditor(page, world, /1\.0/, 'custom')
    await expect.poll(() => page.getByRole('textbox', { name: 'アプレットのデータ' }).inputValue()).toBe('C0FFEE')
  })

  test('a package keeps its default parameters, with those of the card, and a bulk OTA begins with them', async () => {
    await using world = await startWorld({ sims: 2, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { packageAID } = await world.upload(customCap(), 'stable')
    const applet = { appletType: 1, package: { packageAID, otaVersion: '1.0', label: 'stable' }, active: true } as const
    const first = await world.campaign({ ...applet, installParameters: 'BEEF' }, world.simIds.slice(0, 1))
    world.fleet.sims[0]?.pollNow()
    await world.finished(first.id)
    await world.server.db.updateTable('sim_contacts').set({ free_memory: 9216 }).where('sim_id', '=', world.simIds[0]!).execute()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    const detail = `${world.server.url}/otas/package/detail/${packageAID}/1.0/stable`
    await page.goto(detail)
    await page.getByText('既定値はありません。').waitFor()
    await page.getByRole('link', { name: '開く' }).click()

    await page.getByRole('textbox', { name: 'アプレットのデータ' }).fill('C0FFEE')
    await page.getByRole('textbox', { name: 'コードのメモリ' }).fill('4096')
    await page.getByRole('textbox', { name: /^不揮発メモリ/ }).fill('1024')
    await page.getByRole('combobox', { name: '比べるSIM' }).fill('SIM 1')
    await page.getByRole('option', { name: /^SIM 1/ }).click()
    await page.getByRole('row', { name: /アプレットのデータ C0 FF EE BE EF 違います/ }).waitFor()
    await page.getByText('カードの空きは9,216バイト（SIM 1）').waitFor()

    await page.getByRole('button', { name: '別のSIMも比べる' }).click()
    await page.getByRole('combobox', { name: '比べるSIM' }).fill('SIM 2')
    await page.getByRole('option', { name: /^SIM 2/ }).click()
    await page.getByText('1台のSIMは、今と違う値になります。同じ値のSIMは0台です。残りの1台は、今の値の記録がありません。').waitFor()
    await page.getByRole('row', { name: /1台 アプレットのデータ：BE EF → C0 FF EE/ }).waitFor()
    await page.getByRole('textbox', { name: 'アプレットのデータ' }).fill('BEEF')
    await page.getByRole('row', { name: /1台/ }).getByText('アプレットのデータ').waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'アプレットのデータ' }).fill('C0FFEE')
    await page.getByRole('row', { name: /1台 アプレットのデータ：BE EF → C0 FF EE/ }).waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await axeViolations(page, { part: 'main' })).toEqual([])
    await page.getByRole('button', { name: 'パッケージの既定値に保存' }).press('Enter')
    await page.getByText('既定値を保存しました').waitFor()

    await page.getByRole('link', { name: /1\.0$/ }).first().click()
    const rail = page.getByRole('complementary')
    await rail.getByText('4,096バイト').waitFor()
    await rail.getByText('1,024バイト').waitFor()
    await page.getByRole('link', { name: 'このパッケージで一括OTA' }).click()
    await page.goto(`${world.server.url}/otas/execute?simIds=${world.simIds[0]}&packageAID=${packageAID}&otaVersion=1.0&label=stable`)
    await page.getByRole('button', { name: '1台で次へ' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'アプレットのデータ' }).inputValue()).toBe('C0FFEE')
    expect(await page.getByRole('textbox', { name: /^不揮発メモリ/ }).inputValue()).toBe('1024')

    await page.goto(`${detail}/parameters`)
    await page.getByRole('button', { name: '書き換え・貼り付け' }).click()
    await page.getByRole('textbox', { name: '16進のオクテット' }).fill('C903C0FFEE EF04C8020400 EA028200')
    await page.getByText('誤り 1件').waitFor()
    await page.getByRole('button', { name: '82を外す' }).click()
    await page.getByText('誤り 1件').waitFor({ state: 'detached' })
    expect(await shownOctets(page)).toBe('C903C0FFEEEF04C8020400')
    expect(await page.getByRole('button', { name: /を外す$/ }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'アプレットのデータ' }).fill('C0FFE')
    await page.getByRole('button', { name: 'パッケージの既定値に保存' }).click()
    await page.getByText('1バイトは2桁です。桁を1つ足してください。').waitFor()
    await page.getByRole('link', { name: /1\.0$/ }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'この画面に残る' }).click()
    await page.getByRole('textbox', { name: 'アプレットのデータ' }).fill('C0FFEE')
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await axeViolations(page, { part: 'main' })).toEqual([])
    await page.getByRole('button', { name: 'Remove the default' }).click()
    await page.getByText('Default removed').waitFor()
    await page.goto(detail)
    await page.getByText('There are none.').waitFor()
  })
})
