import { describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from '../console-build.ts'
import { axeViolations } from '../testing/axe.ts'
import { openBrowser } from '../testing/browser.ts'
import { findChromium } from '../testing/chromium.ts'
import { startWorld } from '../testing/start-world.ts'
import { setAppearance, signInByForm, visit } from '../testing/visit.ts'
import { noNetworkFaults } from './network-faults.ts'
import { SmppServer } from './smpp-server.ts'
import { credentials, keySetOfSim, numberOfSim, useGateway } from './wake.fixture.ts'

const operator = { email: 'operator@example.com', password: 'Operator-pass-1' }

describe.skipIf(!findChromium())('waking a SIM in the browser', () => {
  test('keys are set, the SIM is woken, and its page tells each step without being loaded again', async () => {
    await using world = await startWorld({
      sims: 1,
      profile: (index) => ({ otaKeySets: [keySetOfSim(index)], poller: { intervalMinutes: 600 } }),
      row: (index) => ({ msisdn: numberOfSim(index) }),
      fleet: { speed: 1 },
      consoleFolder: await builtConsole(),
    })
    const { server, admin, profiles, simIds, fleet } = world
    using centre = new SmppServer({
      ...credentials,
      faults: noNetworkFaults,
      seed: '1',
      device: () => (tpdu) => fleet.sims[0]!.receiveMessage(tpdu),
    })
    await useGateway(admin, await centre.listen())
    await makeAccount(server.db, { ...operator, name: '管理 花子', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const { SHOTS } = process.env
    const shot = async (name: string) => {
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/wake-${name}.png`, fullPage: true })
    }
    await signInByForm(page, server.url, operator)
    const simUrl = `${server.url}/sims/${simIds[0]}/${profiles[0]!.iccid}`
    await visit(page, simUrl)
    const waking = page.locator('section').filter({ has: page.getByRole('heading', { name: 'SCP80（SMSによる管理）', exact: true }) })
    await waking.getByText('鍵は未登録').waitFor()
    await waking.getByRole('button', { name: '今すぐ起動' }).and(page.locator(':disabled')).waitFor()
    await waking.getByRole('button', { name: 'SCP80の鍵' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '鍵を保存' }).click()
    await dialog.getByText('16、24、32バイトの16進数です').first().waitFor()
    const { number, kic, kid } = keySetOfSim(0)
    await dialog.getByLabel('鍵セットの番号').fill(String(number))
    await dialog.getByLabel('KIc').fill(kic)
    await dialog.getByLabel('KID').fill(kid)
    await shot('keys-ja')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: '鍵を保存' }).press('Enter')
    await waking.getByText('鍵セット3、カウンター0').waitFor()
    await waking.getByRole('button', { name: '今すぐ起動' }).and(page.locator(':enabled')).press('Enter')
    await waking.getByText('配信済み').waitFor()
    await waking.getByText('カードの受信証明：').waitFor()
    // The focus stays with the button, or with the reason for which it is disabled.
    expect(await page.locator(':focus').textContent()).toBe('今すぐ起動')
    await waking.getByText('正常に受信').waitFor()
    await waking.getByText('ポーリング').last().waitFor()
    await shot('sim-ja')
    expect(await axeViolations(page)).toEqual([])
    await visit(page, `${server.url}/settings/sms`)
    const sending = page.getByRole('region', { name: '送信の状況', exact: true })
    await sending.getByText('配信済み（1時間以内）').waitFor()
    await shot('gateway-ja')
    expect(await axeViolations(page)).toEqual([])

    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await visit(page, `${server.url}/settings/sms`)
    await page.getByRole('region', { name: 'Sending', exact: true }).getByText('Connected since').waitFor()
    await shot('gateway-en-390')
    expect(await axeViolations(page)).toEqual([])
    await visit(page, simUrl)
    await page.getByText('Proof of receipt:').waitFor()
    await shot('sim-en-390')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'SCP80 keys' }).click()
    await dialog.getByRole('button', { name: 'Remove the keys' }).click()
    await dialog.getByText('must be entered again to undo this').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await shot('remove-en-390')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Remove the keys' }).click()
    await dialog.getByRole('button', { name: 'Remove the keys' }).click()
    await page.getByText('The SCP80 keys were removed').waitFor()
    expect(problems).toEqual([])
  })
})
