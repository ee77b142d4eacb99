import { describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from '../console-build.ts'
import { axeViolations } from '../testing/axe.ts'
import { openBrowser } from '../testing/browser.ts'
import { findChromium } from '../testing/chromium.ts'
import { setAppearance, signInByForm, visit } from '../testing/visit.ts'
import { readName, selectName, startReachable, writeName } from './campaign-script.fixture.ts'
import { useGateway } from './wake.fixture.ts'

const operator = { email: 'operator@example.com', password: 'Operator-pass-1' }

describe.skipIf(!findChromium())('a campaign of scripts by SMS in the browser', () => {
  test('the wizard offers SMS by keyboard, tells what it means, and the campaign and its results show it', async () => {
    await using world = await startReachable(3, { consoleFolder: await builtConsole() })
    using _ = world.centre
    const { server, admin, simIds } = world
    await server.db.deleteFrom('sim_sms_keys').where('sim_id', '=', simIds[2]!).execute()
    const scriptId = await world.store([selectName, writeName, readName])
    await makeAccount(server.db, { ...operator, name: '管理 花子', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const { SHOTS } = process.env
    const look = async (name: string) => {
      await page.evaluate(() => window.scrollTo(0, 0))
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/campaign-script-${name}.png`, fullPage: true })
      expect(await axeViolations(page)).toEqual([])
    }
    await signInByForm(page, server.url, operator)
    const wizard = `${server.url}/otas/execute?action=rfm&scriptId=${scriptId}&simIds=${simIds.join(',')}`
    await visit(page, wizard)
    const next = page.getByRole('button', { name: '次へ' })
    await next.press('Enter')
    await page.getByRole('radio', { name: /^ポーリング/ }).focus()
    await page.keyboard.press('ArrowDown')
    const tar = page.getByLabel(/^TAR/)
    await tar.fill('B0')
    await next.press('Enter')
    await page.getByText('3バイトの16進数です').waitFor()
    await tar.fill('B00001')
    await look('choice-ja')
    await next.press('Enter')
    await page.getByText('1通と応答1通').waitFor()
    await page.getByText('SMS用の鍵がない').first().waitFor()
    expect(await page.getByRole('checkbox', { name: 'SMSで起動する' }).count()).toBe(0)
    await page.getByRole('radio', { name: /^段階に分けて配信/ }).check()
    expect(await page.getByText('その後のポーリングも確認').count()).toBe(0)
    await page.getByText('同時実行・再試行・通信量').click()
    await look('confirm-ja')
    await page.getByRole('button', { name: /台から配信を開始/ }).press('Enter')
    await page.getByRole('link', { name: '配信を開く' }).click()
    await page.getByText('ファイル管理（SMS）').waitFor()
    await page.getByText('SMSゲートウェイが未設定か、一時停止中です').waitFor()
    await page.getByText('SMSの送信待ち').waitFor()
    await look('waiting-ja')
    await useGateway(admin, world.port)
    await page.getByText('2台すべてが成功しました').waitFor()
    await page.getByRole('link', { name: '結果と差分' }).first().click()
    await page.getByText('READ BINARY EF.SPN').waitFor()
    expect(await page.getByText('この配信では読み取っていません').count()).toBe(2)
    await look('result-ja')

    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await visit(page, wizard)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio', { name: /^SMS/ }).check()
    await look('choice-en-390')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('1, and 1 answer').waitFor()
    await look('confirm-en-390')
    expect(problems).toEqual([])
  })
})
