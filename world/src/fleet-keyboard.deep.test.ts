import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { focusedNames, tabTo as tabToOn } from './testing/keyboard.ts'
import { makePerson, newPage } from './testing/people.ts'
import { signInByForm } from './testing/visit.ts'

let server: TestServer
let browser: Browser
let page: Page
const problems: string[] = []

beforeAll(async () => {
  if (!findChromium()) return
  server = await startTestServer({}, await builtConsole())
  const sims = Array.from({ length: 12 }, (_, n) => ({
    iccid: `89811000000000000${String(n).padStart(2, '0')}`,
    device_alias: `メーター ${n}`,
    operator: n < 4 ? ('ntt' as const) : ('jasper' as const),
  }))
  await addSims(server.db, sims)
  browser = await openBrowser()
  page = await newPage(browser.context, problems)
  await signInByForm(page, server.url, await makePerson(server, 'ADMIN'))
})
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const tabTo = (name: string, key?: string): Promise<void> => tabToOn(page, name, { key })

const names = (): Promise<string[]> => page.locator('tbody a').allTextContents()

describe.runIf(findChromium())('the SIM list without a mouse', () => {
  test('the keyboard alone suffices to filter, sort, tick, rename and open SIMs', async () => {
    await page.goto(server.url)
    await page.locator('tbody a').first().waitFor()

    await tabTo('条件を追加')
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: '条件を検索' }).waitFor()
    await page.keyboard.type('通信事業者')
    await page.keyboard.press('Enter')
    await page.getByLabel('NTT').waitFor()
    await tabTo('NTT')
    await page.keyboard.press('Space')
    await tabTo('適用')
    await page.keyboard.press('Enter')
    await expect.poll(names).toHaveLength(4)

    await tabTo('ICCID')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['メーター 3', 'メーター 2', 'メーター 1', 'メーター 0'])

    await tabTo('メーター 2を選択')
    await page.keyboard.press('Space')
    await tabTo('デバイス名を変更', 'Shift+Tab')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await tabTo('デバイス名のパターン')
    await page.keyboard.type('倉庫の検針器')
    await tabTo('1台を変更')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(names).toContain('倉庫の検針器')

    await tabTo('倉庫の検針器')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '倉庫の検針器' }).waitFor()
    expect(problems).toEqual([])
  })

  test('a dialog keeps the focus, closes by Escape and returns the focus', async () => {
    await page.goto(server.url)
    await page.locator('tbody a').first().waitFor()
    await tabTo('SIMを追加')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focusedNames(page)).toContain('SIMを追加')
    expect(problems).toEqual([])
  })
})
