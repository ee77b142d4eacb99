import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the keys of a SIM in the browser', () => {
  test('the page of a SIM shows its key sets, and leads to a rotation whose new keys it shows', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    const sim = `${url}/sims/${world.simIds[0]}/${world.profiles[0]!.iccid}`
    await signInByForm(page, url, account)
    await visit(page, sim)
    const keys = page.getByRole('table', { name: /0x30/ })
    await keys.waitFor()
    expect(await keys.getByRole('row').count()).toBe(4)
    await page.getByRole('table', { name: 'ポーラーの鍵' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'SCP03鍵を更新' }).click()
    await page.getByRole('button', { name: '1台で次へ' }).waitFor()
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.getByRole('button', { name: /^Next/ }).click()
    await page.getByText('Replaces the SCP03 keys of each SIM').waitFor()
    const chosen = page.getByRole('group', { name: 'Action' }).locator('[aria-pressed="true"]')
    expect(await chosen.evaluate((button) => button.getBoundingClientRect().right <= innerWidth)).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByText('のSIMのSCP03鍵を更新します').waitFor()
    await page.getByRole('button', { name: /1台に配信を開始|1台の鍵/ }).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    world.fleet.sims[0]!.pollNow()
    await page.getByRole('row', { name: /SIM 1/ }).getByText('成功').waitFor()
    await visit(page, sim)
    await page.getByRole('table', { name: /0x31/ }).waitFor()
  })
})
