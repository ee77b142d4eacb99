import type { SimMap } from '@simdeck/contract/sim-map.ts'
import type { CDPSession, Page } from 'playwright-core'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { openBrowser } from '../../testing/browser.ts'
import { setAppearance, signInByForm, visit } from '../../testing/visit.ts'
import type { Bench } from '../bench.ts'
import { percentile } from '../report.ts'

const repeats = 3
const movesOfDrag = 20
const stepsOfZoom = 15
/** The wheel's zoom is animated for 0.2 s after its last step, and the map asks for clusters after that. */
const afterMoveMs = 400
/** The middle of the map in a window of 1440 × 900. */
const [middleX, middleY] = [600, 560]
const clusters = 'button[aria-pressed][class*="cluster"]'
const mapCall = '/v1/sims/map?'

/**
 * Moves the map of all SIMs in Chromium, and counts the frames that the browser draws meanwhile, its long tasks, and the time of the page's
 * own work; then the same of a map of which every answer has no cluster. The difference is the cost of the clusters. Without a graphics
 * processor, the drawing of the land takes most of a frame.
 */
export async function benchFrames(bench: Bench): Promise<void> {
  const database = openDatabase(bench.databaseUrl, { max: 1 })
  try {
    const account = await makeAccount(database.db, { email: 'frames@simdeck.example', name: 'Frames', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await signInByForm(page, bench.url, account)
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    bench.note(`WebGL: ${await page.evaluate(rendererOfMaps)}`)
    const answered = page.waitForResponse((response) => response.url().includes(mapCall))
    await visit(page, `${bench.url}/map`)
    const { data } = (await (await answered).json()) as { data: SimMap }
    const withoutClusters = { data: { ...data, clusters: [] } }
    const focus = await middleOfLargest(page)
    const rows = await rowsOf(page, bench, { name: 'all SIMs', focus })
    await page.route(
      (url) => url.href.includes(mapCall),
      async (route) => route.fulfill({ json: withoutClusters }),
    )
    rows.push(...(await rowsOf(page, bench, { name: 'empty', focus })))
    bench.report(
      `Frames of the map of ${bench.sims} SIMs in Chromium`,
      [
        'map, action',
        'clusters before, after',
        'frames',
        'a second',
        'p50, ms',
        'p95, ms',
        'longest, ms',
        'long tasks',
        'their sum, ms',
        'scripts, layout and styles of a frame, ms',
        'requests',
      ],
      rows,
    )
  } finally {
    await database.close()
  }
}

type Point = { x: number; y: number }

async function middleOfLargest(page: Page): Promise<Point> {
  const largest = page.locator(clusters).first()
  await largest.waitFor()
  const { x, y, width, height } = (await largest.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** Measures each action from the map of everything. Zooms are towards the place `focus`. */
async function rowsOf(page: Page, { url }: Bench, { name, focus }: { name: string; focus: Point }): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = []
  for (const [action, { before, act }] of Object.entries(acts)) {
    await visit(page, `${url}/map`)
    await page.waitForTimeout(afterMoveMs)
    await before?.(page, focus)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    rows.push([`${name}: ${action}`, ...(await measured(page, session, () => act(page, focus)))])
    await session.detach()
  }
  return rows
}

type Watched = { frames: number[]; longTasks: number[]; isWatching: boolean }

/** Records the time of each frame and the duration of each long task until it is told to stop; runs in the page. */
function watchFrames(): void {
  const watched = window as unknown as Watched
  watched.frames = []
  watched.longTasks = []
  watched.isWatching = true
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  const note = (atMs: number): void => {
    watched.frames.push(atMs)
    if (watched.isWatching) requestAnimationFrame(note)
    else observer.disconnect()
  }
  requestAnimationFrame(note)
}

async function measured(page: Page, session: CDPSession, act: () => Promise<void>): Promise<(string | number)[]> {
  const before = await page.locator(clusters).count()
  const calls = new Set<unknown>()
  let requests = 0
  const begin = (request: { url: () => string }): void => {
    if (!request.url().includes(mapCall)) return
    requests++
    calls.add(request)
  }
  const end = (request: unknown): void => void calls.delete(request)
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await page.evaluate(watchFrames)
  const workBefore = await workSeconds(session)
  await act()
  const moved = await page.evaluate(() => (window as unknown as Watched).frames.length)
  // The clusters of the last view are part of the work, but a map at rest draws no frame that counts.
  do await page.waitForTimeout(afterMoveMs)
  while (calls.size > 0)
  const work = (await workSeconds(session)) - workBefore
  const { frames, longTasks } = await page.evaluate(() => {
    const watched = window as unknown as Watched
    watched.isWatching = false
    return { frames: watched.frames, longTasks: watched.longTasks }
  })
  page.off('request', begin)
  page.off('requestfinished', end)
  page.off('requestfailed', end)
  const all = frames.slice(1).map((atMs, at) => atMs - frames[at]!)
  const moving = all.slice(0, moved - 1)
  const seconds = (frames[moved - 1]! - frames[0]!) / 1000
  const tenths = (value: number): number => Math.round(value * 10) / 10
  return [
    `${before}, ${await page.locator(clusters).count()}`,
    moving.length,
    tenths(moving.length / seconds),
    tenths(percentile(moving, 0.5)),
    tenths(percentile(moving, 0.95)),
    tenths(Math.max(...all)),
    longTasks.length,
    Math.round(longTasks.reduce((sum, ms) => sum + ms, 0)),
    tenths((work * 1000) / all.length),
    requests,
  ]
}

/** The time for which the page has run scripts and computed its layout and styles. */
async function workSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const own = new Set(['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'])
  return metrics.reduce((sum, { name, value }) => sum + (own.has(name) ? value : 0), 0)
}

/** The name of what draws WebGL; runs in the page. */
function rendererOfMaps(): string {
  const context = document.createElement('canvas').getContext('webgl2')
  const names = context?.getExtension('WEBGL_debug_renderer_info')
  return context && names ? String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)) : 'unknown'
}

async function dragToAndFro(page: Page): Promise<void> {
  for (let time = 0; time < repeats; time++)
    for (const direction of [1, -1]) {
      await page.mouse.move(middleX, middleY)
      await page.mouse.down()
      await page.mouse.move(middleX + direction * 300, middleY + direction * 120, { steps: movesOfDrag })
      await page.mouse.up()
    }
}

/** Turns the wheel in bursts, as a person does, who looks at the clusters between them. */
async function zoom(page: Page, { x, y }: Point, pixels: number): Promise<void> {
  await page.mouse.move(x, y)
  for (let time = 0; time < repeats; time++) {
    for (let step = 0; step < stepsOfZoom / repeats; step++) await page.mouse.wheel(0, pixels)
    await page.waitForTimeout(afterMoveMs)
  }
}

const zoomIn = async (page: Page, focus: Point): Promise<void> => zoom(page, focus, -120)

type Action = (page: Page, focus: Point) => Promise<void>
const acts: Record<string, { before?: Action; act: Action }> = {
  'drag to and fro': { act: dragToAndFro },
  'zoom in by the wheel': { act: zoomIn },
  'drag farther in': { before: zoomIn, act: dragToAndFro },
  'zoom out by the wheel': { before: zoomIn, act: async (page, focus) => zoom(page, focus, 120) },
}
