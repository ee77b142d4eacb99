import { describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from '../console-build.ts'
import { axeViolations } from '../testing/axe.ts'
import { openBrowser } from '../testing/browser.ts'
import { findChromium } from '../testing/chromium.ts'
import { setAppearance, signInByForm, visit } from '../testing/visit.ts'
import { keySetOfSim, setKeys, useGateway } from './wake.fixture.ts'
import { makeWorld, startCentre } from './wake-world.fixture.ts'

const operator = { email: 'operator@example.com', password: 'Operator-pass-1' }

describe.skipIf(!findChromium())('waking the SIMs of a campaign in the browser', () => {
  test('the wizard tells how many SIMs can be woken, the page of the campaign shows what became of it, and a copy keeps the choice', async () => {
    await using world = await makeWorld(3, await builtConsole())
    const { server, admin, simIds } = world
    for (const index of [0, 1]) await setKeys(admin, simIds[index]!, keySetOfSim(index))
    const { centre, port } = await startCentre(world)
    using _ = centre
    await makeAccount(server.db, { ...operator, name: '管理 花子', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const { SHOTS } = process.env
    const shot = async (name: string) => {
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/campaign-wake-${name}.png`, fullPage: true })
    }
    await signInByForm(page, server.url, operator)
    await visit(page, `${server.url}/otas/execute?action=inventory`)
    await page.getByRole('checkbox', { name: 'すべてのSIM（3台）を対象にする' }).check()
    await page.getByRole('button', { name: '3台で次へ' }).click()
    await page.getByRole('button', { name: '次へ' }).click()
    const option = page.getByRole('checkbox', { name: 'SMSで起動する' })
    await option.press('Space')
    await page.getByText('SMSの接続先が設定されていません').waitFor()
    await useGateway(admin, port)
    // As if the user came back from another tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await page.getByText('3台のうち2台を起動できます').waitFor()
    await page.getByText('SCP80の鍵がないSIM 1台').waitFor()
    await shot('wizard-ja')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: /3台に配信を開始/ }).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    const wakes = page.locator('section').filter({ has: page.getByRole('heading', { name: 'SMSによる起動', exact: true }) })
    await wakes.getByText('SCP80の鍵がない 1台').waitFor()
    await wakes.getByText('配信済み').locator('xpath=..').getByText('2台').waitFor()
    await shot('page-ja')
    expect(await axeViolations(page)).toEqual([])

    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    await until(async () => (await admin(endpoints.getCampaign, { params: { id } })).wakes?.delivered === 2)
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await visit(page, `${server.url}/otas/campaigns/${id}`)
    await page.getByText('No SCP80 keys: 1').waitFor()
    await shot('page-en-390')
    expect(await axeViolations(page)).toEqual([])
    await useGateway(admin, port, { is_paused: true })
    await visit(
      page,
      `${server.url}/otas/execute?selectionId=${(await admin(endpoints.createSimSelection, { body: { simIds: [simIds[0]!] } })).id}&copyOf=${id}`,
    )
    await page.getByText('The sending of messages to SIMs is paused.').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Wake SIMs by SMS' }).isChecked()).toBe(true)
    await shot('wizard-en-390')
    expect(await axeViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
