import { describe, expect, test } from 'vitest'
import { startSmsc } from '@simdeck/server/sms/smsc.fixture.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { signInByForm, visit } from './testing/visit.ts'
import { admin, save, section, worldsWithPeople } from './people-settings.fixture.ts'

const withPeople = worldsWithPeople()

describe.skipIf(!findChromium())('the settings of SMS in the browser', () => {
  test('a gateway is set and tested, a test message arrives, and the gateway is removed', async () => {
    using smsc = await startSmsc()
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, admin)
    await visit(page, `${url}/settings/sms`)
    const gateway = section(page, 'SMSの接続先')
    await gateway.getByRole('button', { name: '接続テスト' }).and(page.locator(':disabled')).waitFor()
    expect(await section(page, 'テストSMS').count()).toBe(0)
    await gateway.getByRole('textbox', { name: 'ホスト' }).fill('127.0.0.1')
    await gateway.getByRole('textbox', { name: 'ポート' }).fill(String(smsc.port))
    await gateway.getByRole('combobox', { name: '暗号化' }).click()
    await page.getByRole('option', { name: 'なし' }).click()
    await gateway.getByRole('textbox', { name: '送信元' }).fill('TooLongASender')
    await gateway.getByLabel('パスワード', { exact: true }).fill('wrong')
    await save(page, 'SMSの接続先')
    await gateway.getByText('半角15文字以内で入力してください').waitFor()
    await gateway.getByText('電話番号、または半角英数字11文字以内で入力してください').waitFor()
    await gateway.getByRole('textbox', { name: 'システムID' }).fill('simdeck')
    await gateway.getByRole('textbox', { name: '送信元' }).fill('+81312345678')
    await save(page, 'SMSの接続先')
    await page.getByText('SMSの接続先を保存しました').waitFor()
    const test = gateway.getByRole('button', { name: '接続テスト' }).and(page.locator(':enabled'))
    await test.click()
    await gateway.getByRole('alert').getByText('ログインを拒否されました').waitFor()
    await gateway.getByRole('alert').getByText('bind_transceiver: command_status 0x0000000E').waitFor()
    const sending = section(page, '送信の状況')
    await sending.getByText('ログインを拒否されました').waitFor()
    await gateway.getByLabel('パスワード', { exact: true }).fill('secret')
    await save(page, 'SMSの接続先')
    await gateway.getByText('設定済みです').waitFor()
    await test.click()
    await page.getByText('接続先が応答しました').waitFor()

    const message = section(page, 'テストSMS')
    const number = message.getByRole('textbox', { name: '宛先の電話番号' })
    await number.fill('110')
    await message.getByRole('button', { name: 'テストSMSを送信' }).click()
    await message.getByText('5桁から15桁の電話番号を入力してください').waitFor()
    await number.fill('+819012345678')
    await message.getByRole('button', { name: 'テストSMSを送信' }).click()
    await message.getByText('配信されました').waitFor()
    expect(smsc.received).toHaveLength(1)
    const { SHOTS } = process.env
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/sms-ja.png`, fullPage: true })
    smsc.state.behaviour = 'reportsByText'
    await message.getByRole('button', { name: 'テストSMSを送信' }).click()
    await message.getByText('配信できませんでした').waitFor()
    smsc.state.behaviour = 'throttles'
    await message.getByRole('button', { name: 'テストSMSを送信' }).click()
    await message.getByText('接続先の送信数の上限に達しています').waitFor()
    if (SHOTS) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.screenshot({ path: `${SHOTS}/sms-390.png`, fullPage: true })
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await sending.getByText('ログインを拒否されました').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    await gateway.getByRole('button', { name: '接続先の設定を削除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '削除' }).click()
    await page.getByText('SMSの接続先を削除しました').waitFor()
    await section(page, 'テストSMS').waitFor({ state: 'detached' })
  })
})
