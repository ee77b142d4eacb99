import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { notify } from '@simdeck/server/platform/notifications/notify.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { makePerson, newPage } from './testing/people.ts'
import { focusedNames } from './testing/keyboard.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

/** True if neither the keyboard nor a screen reader reaches the page behind the popup. */
const isSetAside = (page: Page): Promise<boolean> =>
  page.evaluate(() => [...document.querySelectorAll('main, nav, footer')].every((part) => part.closest('[inert]') !== null))

describe.skipIf(!findChromium())('the popup of the bell', () => {
  test('the popup fits the screen at both widths, and passes axe in both languages and themes', async () => {
    await using server = await startTestServer({}, consoleFolder)
    const person = await makePerson(server, 'ADMIN')
    for (let n = 0; n < 20; n++) {
      const params = { name: `とても長い名前の配信${'あ'.repeat(60)}${n}`, sims: 1_200, failed: 3, ended: 40 }
      await server.db.transaction().execute((trx) => notify(trx, { kind: 'campaignPaused', params, ownerId: null, campaignId: 12 }))
      await server.db
        .updateTable('notifications')
        .set({ first_at: new Date(0) })
        .execute()
    }
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    await signInByForm(page, server.url, person)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const)
      for (const language of ['ja', 'en'] as const)
        for (const theme of ['light', 'dark'] as const) {
          await setAppearance(page, { language, theme, width, height })
          await visit(page, server.url)
          await page
            .getByRole('banner')
            .getByRole('button', { name: language === 'ja' ? /^通知/ : /^Notifications/ })
            .click()
          const dialog = page.getByRole('dialog', { name: language === 'ja' ? '通知' : 'Notifications' })
          await dialog.getByRole('tab', { name: 'OTA' }).click()
          await dialog.getByRole('listitem').first().waitFor()
          const box = (await dialog.boundingBox())!
          expect(box.x).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(width)
          expect(box.y + box.height).toBeLessThanOrEqual(height)
          expect(box.height).toBeLessThanOrEqual(700)
          if (width === 1440) expect(box.width).toBeGreaterThanOrEqual(400)
          expect(await axeViolations(page)).toEqual([])
        }
    // The popup covers a part of the links and buttons of these pages.
    await addSims(
      server.db,
      Array.from({ length: 30 }, (_, n) => ({ device_alias: `Meter ${n}` })),
    )
    for (const path of ['/', '/logs/system-log', '/dashboard', '/logs']) {
      await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
      await visit(page, server.url + path)
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^通知/ })
        .click()
      await page.getByRole('dialog', { name: '通知' }).getByRole('tab', { name: 'OTA' }).click()
      await page.getByRole('dialog', { name: '通知' }).getByRole('listitem').first().waitFor()
      expect([path, await axeViolations(page)]).toEqual([path, []])
      expect(await isSetAside(page)).toBe(true)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: '通知' }).waitFor({ state: 'detached' })
      await expect.poll(async () => (await focusedNames(page))[0]).toMatch(/^通知/)
      expect(await isSetAside(page)).toBe(false)
      await page.getByRole('link', { name: 'ログ', exact: true }).first().click()
    }
    await until(async () => (await person.call(endpoints.getNotifications, { query: { category: 'ota' } })).unread.ota === 0)
  })
})
