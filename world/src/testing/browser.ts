import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
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

/** A fresh headless browser with a profile of its own; it asks for reduced motion, so that nothing is seen on its way. Throws when there is no Chromium. */
export async function openBrowser(options: { width?: number; height?: number; dark?: boolean; locale?: string } = {}): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium: set CHROMIUM, or put chromium on PATH')
  const profile = mkdtempSync(join(tmpdir(), 'simdeck-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    reducedMotion: 'reduce',
    colorScheme: options.dark ? 'dark' : 'light',
    locale: options.locale ?? 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    acceptDownloads: true,
  })
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
