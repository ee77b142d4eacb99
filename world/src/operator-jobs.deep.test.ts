import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { makePerson, newPage } from './testing/people.ts'
import { signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const hourMs = 3_600_000

/** Counts the clicks of a job. */
class Clicks {
  count = 0
  async on(locator: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> {
    this.count++
    await locator.click(options)
  }
}

const barsOf = (page: Page) => page.getByRole('button', { name: / 〜 .+台$/ })

describe.skipIf(!findChromium())('the jobs of an operator, with their clicks', () => {
  test('the overview follows the sign-in; changes of yesterday and silent SIMs by group take a few clicks', async () => {
    await using server = await startTestServer({}, consoleFolder)
    const colleague = await server.signIn('ADMIN', 'ja')
    const [north, south] = await Promise.all(['北', '南'].map((name) => colleague(endpoints.createGroup, { body: { name } })))
    const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
    await pool.query(`update action_logs set request_at = request_at - interval '1 day'`)
    await close()
    const ago = (hours: number) => new Date(Date.now() - hours * hourMs)
    const used = { status: 'ACTIVATED', poll_seconds: 3_600 } as const
    await addSims(server.db, [
      ...Array.from({ length: 5 }, () => ({ ...used, group_id: north!.id, last_poll: ago(30) })),
      ...Array.from({ length: 2 }, () => ({ ...used, group_id: south!.id, last_poll: ago(60) })),
      ...Array.from({ length: 9 }, () => ({ ...used, group_id: south!.id, last_poll: ago(0) })),
      ...Array.from({ length: 4 }, () => ({ ...used, group_id: north!.id, last_poll: ago(20 * 24) })),
    ])
    const person = await makePerson(server, 'ADMIN')
    await person.call(endpoints.postUserConfig, { body: [{ key: 'user_start_screen', value: 'overview' }] })
    const problems: string[] = []
    await using browser = await openBrowser()
    const page = await newPage(browser.context, problems)

    const startedAt = performance.now()
    await signInByForm(page, server.url, person)
    await page
      .getByText('メールサーバーが未設定です')
      .or(page.getByRole('button', { name: '概要を表示' }))
      .first()
      .waitFor()
    process.stdout.write(`the overview ${Math.round(performance.now() - startedAt)} ms after the page of the sign-in was asked for\n`)

    const changed = new Clicks()
    await visit(page, server.url)
    await changed.on(page.getByRole('link', { name: '概要', exact: true }))
    await page.getByRole('button', { name: '概要を表示' }).click()
    await changed.on(page.getByRole('link', { name: '昨日', exact: true }))
    await page
      .getByRole('row', { name: /グループを追加/ })
      .first()
      .waitFor()
    expect(await page.getByRole('row', { name: /グループを追加/ }).count()).toBe(2)
    expect(changed.count).toBeLessThanOrEqual(3)

    const silent = new Clicks()
    await visit(page, server.url)
    await silent.on(page.getByRole('button', { name: '最終ポーリングの分布' }))
    const bars = barsOf(page)
    await expect.poll(() => bars.count()).toBeGreaterThan(60)
    const labels = await bars.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    const first = labels.findIndex((label) => label.endsWith('：2台'))
    const last = labels.findIndex((label) => label.endsWith('：5台'))
    await silent.on(bars.nth(first))
    await silent.on(bars.nth(last), { modifiers: ['Shift'] })
    const groups = page.getByRole('group', { name: 'グループ別' })
    await groups.getByText('北 5台').waitFor()
    await groups.getByText('南 2台').waitFor()
    await page.getByText('7台', { exact: true }).waitFor()
    expect(silent.count).toBeLessThanOrEqual(4)
    expect(problems).toEqual([])
  })
})
