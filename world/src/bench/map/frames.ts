import type { CDPSession, Page } from 'playwright-core'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { openBrowser } from '../../testing/browser.ts'
import { setAppearance, signInByForm, visit } from '../../testing/visit.ts'
import type { Bench } from '../bench.ts'
import { percentile } from '../report.ts'

const repeats = 4
const movesOfDrag = 40
const clusters = 'button[aria-pressed][class*="cluster"]'
/** The middle of the map in a window of 1440 × 900. */
const [middleX, middleY] = [600, 560]

/**
 * Moves the map of all SIMs in Chromium, and counts the frames that the browser draws meanwhile, and the time that the page's own work
 * takes of each. Without a graphics processor, most of the time of a frame is the drawing itself.
 */
export async function benchFrames(bench: Bench): Promise<void> {
  const database = openDatabase(bench.databaseUrl, { max: 1 })
  try {
    const account = await makeAccount(database.db, { email: 'frames@simdeck.example', name: 'Frames', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, bench.url, account)
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await visit(page, `${bench.url}/map`)
    await page.locator(clusters).first().waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const rows: (string | number)[][] = []
    for (const [name, act] of Object.entries(acts)) rows.push([name, ...(await measured(page, session, act))])
    bench.report(
      `Frames of the map of ${bench.sims} SIMs in Chromium`,
      ['action', 'clusters', 'frames', 'frames a second', 'p50, ms', 'p95, ms', 'longest, ms', 'own work of a frame, ms', 'requests'],
      rows,
    )
  } finally {
    await database.close()
  }
}

type Watched = { frames: number[]; isWatching: boolean }

/** Records the time of each frame until it is told to stop; runs in the page. */
function watchFrames(): void {
  const watched = window as unknown as Watched
  watched.frames = []
  watched.isWatching = true
  const note = (atMs: number): void => {
    watched.frames.push(atMs)
    if (watched.isWatching) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

async function measured(page: Page, session: CDPSession, act: (page: Page) => Promise<void>): Promise<number[]> {
  const shown = await page.locator(clusters).count()
  let requests = 0
  const count = (request: { url: () => string }): void => {
    if (request.url().includes('/v1/sims/map?')) requests++
  }
  page.on('request', count)
  await page.evaluate(watchFrames)
  const before = await workSeconds(session)
  await act(page)
  const work = (await workSeconds(session)) - before
  const frames = await page.evaluate(() => {
    const watched = window as unknown as Watched
    watched.isWatching = false
    return watched.frames
  })
  page.off('request', count)
  const intervals = frames.slice(1).map((atMs, at) => atMs - frames[at]!)
  const seconds = (frames.at(-1)! - frames[0]!) / 1000
  const spread = [percentile(intervals, 0.5), percentile(intervals, 0.95), Math.max(...intervals)]
  const figures = [intervals.length / seconds, ...spread, (work * 1000) / intervals.length].map((value) => Math.round(value * 10) / 10)
  return [shown, intervals.length, ...figures, requests]
}

/** The time for which the page has run scripts and computed its layout and styles. */
async function workSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const own = new Set(['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'])
  return metrics.reduce((sum, { name, value }) => sum + (own.has(name) ? value : 0), 0)
}

/** Waits until the map is still, and its clusters are those of its view. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator(clusters).first().waitFor()
}

async function drag(page: Page, across: number, up: number): Promise<void> {
  await page.mouse.move(middleX, middleY)
  await page.mouse.down()
  await page.mouse.move(middleX + across, middleY + up, { steps: movesOfDrag })
  await page.mouse.up()
}

const acts: Record<string, (page: Page) => Promise<void>> = {
  async 'drag to and fro'(page) {
    for (let time = 0; time < repeats; time++) {
      await drag(page, 300, 120)
      await drag(page, -300, -120)
    }
    await settled(page)
  },
  async 'zoom in by the wheel'(page) {
    await page.mouse.move(middleX, middleY)
    for (let step = 0; step < 10 * repeats; step++) await page.mouse.wheel(0, -60)
    await settled(page)
  },
  async 'drag farther in'(page) {
    for (let time = 0; time < repeats; time++) {
      await drag(page, 300, 120)
      await drag(page, -300, -120)
    }
    await settled(page)
  },
  async 'zoom out by the wheel'(page) {
    for (let step = 0; step < 10 * repeats; step++) await page.mouse.wheel(0, 60)
    await settled(page)
  },
}
