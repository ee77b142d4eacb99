import type { Page } from 'playwright-core'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { openBrowser } from '../testing/browser.ts'
import { setAppearance, signInByForm, visit } from '../testing/visit.ts'
import type { Bench } from './bench.ts'
import { startIndexed } from './start-indexed.ts'
import { percentile } from './report.ts'

const goalMs = 100
const times = 20

/** Measures frequent actions on the list of all SIMs in Chromium: the time from each input to the next paint, as the browser reports it. */
export async function benchPaint(bench: Bench): Promise<void> {
  await startIndexed(bench)
  const database = openDatabase(bench.databaseUrl, { max: 1 })
  try {
    const account = await makeAccount(database.db, { email: 'paint@simdeck.example', name: 'Paint', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await page.addInitScript(watchInputs)
    await signInByForm(page, bench.url, account)
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    const rows: (string | number)[][] = []
    const measure = async (name: string, work: () => Promise<void>) => {
      await page.evaluate(() => void (window as unknown as Watched).inputs.splice(0))
      await work()
      const inputs = await page.evaluate(paintedInputs)
      rows.push([name, inputs.length, percentile(inputs, 0.5), percentile(inputs, 0.95), Math.max(...inputs)])
    }
    for (const [name, act] of Object.entries(acts)) {
      await visit(page, bench.url)
      await measure(name, () => act(page))
    }
    bench.report(
      `Input to paint in Chromium, ${bench.sims} SIMs (goal ${goalMs} ms)`,
      ['action', 'inputs', 'median, ms', 'p95, ms', 'maximum, ms'],
      rows,
    )
  } finally {
    await database.close()
  }
}

type Watched = { inputs: { interaction: number; ms: number }[] }

/** Records the duration of inputs; runs in the page. */
function watchInputs(): void {
  const watched = window as unknown as Watched
  watched.inputs = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) watched.inputs.push({ interaction: entry.interactionId, ms: entry.duration })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Waits for the next paint and returns the longest duration of each interaction, which groups pointer and key events; runs in the page. */
async function paintedInputs(): Promise<number[]> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))
  const longest = new Map<number, number>()
  for (const { interaction, ms } of (window as unknown as Watched).inputs)
    longest.set(interaction, Math.max(ms, longest.get(interaction) ?? 0))
  return [...longest.values()]
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('tbody a') !== null && document.querySelector('[aria-busy="true"]') === null)

const acts: Record<string, (page: Page) => Promise<void>> = {
  async 'sort by a column'(page) {
    for (let time = 0; time < times; time++) {
      await button(page, 'ICCID').click()
      await settled(page)
    }
  },
  async 'next page'(page) {
    for (let time = 0; time < times; time++) {
      await button(page, '次のページ').click()
      await settled(page)
    }
  },
  async 'tick a row'(page) {
    for (let time = 0; time < times; time++) await page.locator('tbody input[type="checkbox"]').nth(time).click()
  },
  async 'open the palette and type'(page) {
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').pressSequentially('8981100', { delay: 60 })
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
  },
  async 'add a filter'(page) {
    await button(page, '条件を追加').click()
    await page.getByRole('searchbox', { name: '条件を検索' }).pressSequentially('通信事業者')
    await page.keyboard.press('Enter')
    await page.getByLabel('NTT').click()
    await button(page, '適用').click()
    await settled(page)
    await button(page, '条件「通信事業者」を外す').click()
    await settled(page)
  },
  async 'open a SIM'(page) {
    for (let time = 0; time < 3; time++) {
      await page.locator('tbody a').nth(time).click()
      await page.locator('h1').waitFor()
      await page.goBack()
      await settled(page)
    }
  },
}
