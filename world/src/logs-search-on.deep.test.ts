import { beforeAll, describe, expect, test } from 'vitest'
import { searchedRows } from '@simdeck/contract/logs.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { focusedNames, tabTo } from './testing/keyboard.ts'
import { makePerson, newPage } from './testing/people.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

/** Records of the console, of which the oldest 20 are of an API ID. */
const filled = {
  raw_api_logs: `insert into raw_api_logs (at, route, caller, source, status)
    select now() - make_interval(secs => n / 1000.0), '/v1/sims', 'someone@example.com',
      case when n > ${searchedRows} then 'OPEN_API' else 'WEB_UI' end, 200 from generate_series(${searchedRows + 20}, 1, -1) n`,
  security_events: `insert into security_events (at, last_at, event, outcome, ip, source)
    select at, at, 'signOut', 'success', '192.0.2.7', case when n > ${searchedRows} then 'OPEN_API' else 'WEB_UI' end
    from (select n, now() - make_interval(secs => n / 1000.0) as at from generate_series(${searchedRows + 20}, 1, -1) n) rows`,
}

describe.skipIf(!findChromium())('a search that ended before the oldest record', () => {
  test.each([
    ['raw_api_logs', '/logs/raw-api-log?client_type=OPEN_API', '生APIログ'],
    ['security_events', '/logs/security-log?client_type=OPEN_API', 'セキュリティログ'],
  ] as const)('%s: the screen says how far it went, and goes on from there, also by keyboard', async (table, path, name) => {
    await using server = await startTestServer({}, consoleFolder)
    const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
    await pool.query(filled[table])
    await close()
    const problems: string[] = []
    await using browser = await openBrowser()
    const page = await newPage(browser.context, problems)
    await signInByForm(page, server.url, await makePerson(server, 'ROOT'))
    for (const [language, width, height] of [
      ['en', 390, 844],
      ['ja', 1440, 900],
    ] as const) {
      await setAppearance(page, { language, theme: 'light', width, height })
      await visit(page, server.url + path)
      await page
        .getByText(language === 'ja' ? /新しい50,000件（.+以降）から探しました。/ : /Searched the newest 50,000 records, since/)
        .waitFor()
      await page.getByText(language === 'ja' ? '探した範囲に一致する記録はありません' : 'No match among the records searched').waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (process.env['LOG_PICTURES']) await page.screenshot({ path: `${process.env['LOG_PICTURES']}/${table}-${width}.png` })
    }
    await tabTo(page, 'それより前を探す')
    await page.keyboard.press('Enter')
    const rows = page.getByRole('region', { name }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(20)
    expect(await page.getByText(/から探しました/).count()).toBe(0)
    expect(await focusedNames(page)).not.toEqual([])
    await page.goBack()
    await page.getByText(/から探しました/).waitFor()
    expect(problems).toEqual([])
  })
})
