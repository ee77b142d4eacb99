import { type Browser as Chromium, type BrowserContext, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type Browser = AsyncDisposable & { context: BrowserContext }

/** Time for which Chromium waits for another context after its last one has closed, in milliseconds. */
const idleMs = 3_000

/** Limit of each wait for the browser, in milliseconds: enough for a machine that does much else. */
const limitMs = 60_000

let running: Promise<Chromium> | null = null
let contexts = 0

/** The only Chromium of this process, started on first use. */
function theChromium(): Promise<Chromium> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium: set CHROMIUM, or put chromium on PATH')
  running ??= chromium.launch({ executablePath, headless: true, args })
  return running
}

async function closeIdle(): Promise<void> {
  if (contexts > 0 || !running) return
  const idle = running
  running = null
  await (await idle).close()
}

/**
 * Opens a browser context with its own storage. It asks for reduced motion, so animations end at once. Throws when there is no Chromium.
 */
export async function openBrowser(options: { width?: number; height?: number; dark?: boolean; locale?: string } = {}): Promise<Browser> {
  contexts++
  const browser = await theChromium()
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    reducedMotion: 'reduce',
    colorScheme: options.dark ? 'dark' : 'light',
    locale: options.locale ?? 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    acceptDownloads: true,
  })
  context.setDefaultTimeout(limitMs)
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close()
      contexts--
      setTimeout(() => void closeIdle(), idleMs)
    },
  }
}
