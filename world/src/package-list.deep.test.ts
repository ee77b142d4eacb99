import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the list of packages', () => {
  test('one tab is marked as current at each address, also for the list of all custom packages', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const agent = await world.upload(customCap({}), 'agent')
    await world.upload({ ...customCap({}), packageAid: fromHex('F0112233445566778801'), applets: [] }, 'codec')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    const tabs = page.getByRole('navigation', { name: 'パッケージの種類' })
    const current = () => tabs.locator('[aria-current="page"]').allInnerTexts()
    await visit(page, `${world.server.url}/otas/custom`)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
    await expect.poll(current).toEqual([expect.stringMatching(/^カスタム\s*2$/)])
    for (const [address, name] of [
      ['', /^ポーラー/],
      ['/Poller', /^ポーラー/],
      [`/${agent.packageAID}`, /1$/],
    ] as const) {
      await visit(page, `${world.server.url}/otas${address}`)
      await expect.poll(current).toEqual([expect.stringMatching(name)])
      expect(await tabs.getByText('カスタム').count()).toBe(0)
    }
  })

  test('the palette finds packages by name, label and AID, and members by name and e-mail', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'MEMBER' })
    const { name, otaVersion, label, packageAID } = await world.upload(customCap({}), 'agent-pilot')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    for (const [typed, option, address] of [
      [`${name} ${otaVersion}`, `${label} · ${packageAID}`, `/otas/package/detail/${packageAID}/${otaVersion}/${label}`],
      ['Agent-P', `${label} · ${packageAID}`, `/otas/package/detail/${packageAID}/${otaVersion}/${label}`],
      [packageAID.toLowerCase(), `${label} · ${packageAID}`, `/otas/package/detail/${packageAID}/${otaVersion}/${label}`],
      ['運用', account.email, '/members?email=operator@example.com'],
      ['OPERATOR@', account.email, '/members?email=operator@example.com'],
    ] as const) {
      await visit(page, world.server.url)
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').fill(typed)
      await page.getByRole('option').filter({ hasText: option }).click()
      await page.waitForURL((at) => decodeURIComponent(at.pathname + at.search) === address)
    }
    await page.getByRole('row').filter({ hasText: account.email }).waitFor()
  })

  test('a narrow window shows the current tab of a row of tabs that does not fit', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.upload(customCap({}), 'agent')
    await using browser = await openBrowser({ width: 390, height: 844 })
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await visit(page, `${world.server.url}/otas/custom`)
    const current = page.getByRole('navigation', { name: 'パッケージの種類' }).locator('[aria-current="page"]')
    await expect.poll(() => current.evaluate((tab) => tab.getBoundingClientRect().right <= innerWidth)).toBe(true)
  })

  test('the second level leads to packages and campaigns, marks the open one, and is left out on other tabs', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    const screens = page.getByRole('navigation', { name: 'OTAの画面' })
    expect(await screens.count()).toBe(0)
    await visit(page, `${world.server.url}/otas`)
    const current = () => screens.locator('[aria-current="page"]').allInnerTexts()
    expect(await current()).toEqual(['パッケージ'])
    for (const [words, heading, address] of [
      ['配信', '配信', '/otas/campaigns'],
      ['パッケージ', 'OTAパッケージ', '/otas'],
    ] as const) {
      await screens.getByRole('link', { name: words, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      expect(new URL(page.url()).pathname).toBe(address)
      expect(await current()).toEqual([words])
    }
    await visit(page, `${world.server.url}/otas/execute`)
    expect(await current()).toEqual(['配信'])
  })

  test('a failure of the list of packages that comes without a message is shown as an error of that list', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    for (const call of ['list', 'managedPackageAIDs'])
      for (const [language, words] of [
        ['ja', 'OTA一覧の取得でエラーが発生しました'],
        ['en', 'OTA list error'],
      ] as const) {
        await setAppearance(page, { language, theme: 'light', width: 1440, height: 900 })
        const address = `**/ota-api/packages/${call}*`
        await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
        await page.goto(`${world.server.url}/otas`)
        await page.getByText(words).waitFor()
        await page.unroute(address)
      }
  })
})
