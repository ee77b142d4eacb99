import { describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from '../console-build.ts'
import { axeViolations } from '../testing/axe.ts'
import { openBrowser } from '../testing/browser.ts'
import { findChromium } from '../testing/chromium.ts'
import { startWorld } from '../testing/start-world.ts'
import { setAppearance, settled, signInByForm, visit } from '../testing/visit.ts'
import { startCentre } from './wake-world.fixture.ts'
import { keySetOfSim, numberOfSim, setKeys, useGateway } from './wake.fixture.ts'

const operator = { email: 'operator@example.com', password: 'Operator-pass-1' }

describe.skipIf(!findChromium())('a script by SMS in the browser', () => {
  test('wrong lines are told before, the script is sent by keyboard, and the page shows the octets that the card read', async () => {
    await using world = await startWorld({
      sims: 1,
      profile: (index) => ({ poller: null, otaKeySets: [keySetOfSim(index)] }),
      row: (index) => ({ msisdn: numberOfSim(index) }),
      consoleFolder: await builtConsole(),
    })
    const { server, admin, simIds, profiles } = world
    const { centre, port } = await startCentre(world)
    using _ = centre
    await useGateway(admin, port)
    await setKeys(admin, simIds[0]!, keySetOfSim(0))
    await makeAccount(server.db, { ...operator, name: '管理 花子', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const { SHOTS } = process.env
    const shoot = async (name: string) => {
      if (!SHOTS) return
      for (const language of ['ja', 'en'] as const)
        for (const width of [1440, 390]) {
          await setAppearance(page, { language, theme: 'light', width, height: 900 })
          await settled(page)
          await page.screenshot({ path: `${SHOTS}/sms-script-${name}-${language}-${width}.png` })
        }
      await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    }
    await signInByForm(page, server.url, operator)
    await visit(page, `${server.url}/sims/${simIds[0]}/${profiles[0]!.iccid}`)
    await page.getByRole('button', { name: 'スクリプトを送信' }).and(page.locator(':enabled')).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'コマンド（16進）' }).fill('00A40804047FFF6F46\n00B00000')
    await dialog.getByText('SELECT').waitFor()
    await dialog.getByRole('button', { name: 'SMSで送信' }).press('Enter')
    await dialog.getByText('誤りのある行を直してください').waitFor()
    await dialog.getByRole('textbox', { name: 'コマンド（16進）' }).fill('00A40804047FFF6F46\n00B0000000')
    await dialog.getByRole('button', { name: 'SMSで送信' }).press('Enter')
    await dialog.getByText('2行目：SMSで返せるのは113バイトまでです').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await shoot('dialog')
    await dialog.getByRole('textbox', { name: 'コマンド（16進）' }).fill('00A40804047FFF6F46\n00B0000006')
    await dialog.getByRole('button', { name: 'SMSで送信' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('2個のうち2個を実行：').waitFor()
    await page.getByText('読み取ったデータ').scrollIntoViewIfNeeded()
    expect(await axeViolations(page)).toEqual([])
    await shoot('result')
    await page.getByRole('button', { name: 'スクリプトを送信' }).and(page.locator(':enabled')).press('Enter')
    await dialog.getByRole('textbox', { name: 'コマンド（16進）' }).fill('00A40804047FFF6F46\n00B0000020')
    await dialog.getByRole('button', { name: 'SMSで送信' }).press('Enter')
    await page.getByText('2個のうち2個目のコマンドで停止：6C11').waitFor()
    await shoot('stopped')
    await page.getByRole('button', { name: 'スクリプトを送信' }).and(page.locator(':enabled')).press('Enter')
    await dialog.getByRole('textbox', { name: 'TAR' }).fill('B0FF01')
    await dialog.getByRole('textbox', { name: 'コマンド（16進）' }).fill('00A40804047FFF6F46')
    await dialog.getByRole('button', { name: 'SMSで送信' }).press('Enter')
    const refused = page
      .getByRole('list', { name: 'このSIMへのSMS' })
      .getByRole('listitem')
      .filter({ hasText: '宛先アプリケーション（TAR）なし' })
    await refused.getByText('配信済み（実行結果なし）').waitFor()
    await shoot('refused')
    expect(problems).toEqual([])
  })
})
