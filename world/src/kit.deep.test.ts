import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import type { Page } from 'playwright-core'
import { languages } from '@simdeck/contract/languages.ts'
import { themeNames } from '@simdeck/contract/settings.ts'
import { describe, expect, test } from 'vitest'
import { buildConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.html': 'text/html' }
const init = {
  configs: [],
  roles: [],
  env: {
    version: '1.39.0',
    showVersion: true,
    features: ['ota'],
    docsUrl: null,
    defaultLanguage: 'ja',
    baseUrls: { main: '', ota: '/ota-api', ws: '/ws' },
  },
}

/** Serves the built console as the product does, but without a server behind it, which the sheet of UI parts does not need. */
async function serve(folder: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/v1/init') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: init }))
      return
    }
    const file = pathname.startsWith('/assets/') ? normalize(pathname) : '/index.html'
    readFile(join(folder, file)).then(
      (bytes) => {
        response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
        response.end(bytes)
      },
      () => {
        response.statusCode = 404
        response.end()
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function faultsOf(page: Page, where: string, coloursOnly: boolean): Promise<string[]> {
  const violations = await axeViolations(page, coloursOnly ? { only: ['color-contrast', 'link-in-text-block'] } : {})
  return violations.map((violation) => `${where}: ${violation}`)
}

describe.skipIf(!findChromium())('the sheet of parts', () => {
  test('axe finds no violation on the sheet of UI parts in any theme and language', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'simdeck-kit-'))
    try {
      await buildConsole(folder, 'kit')
      await using server = await serve(folder)
      await using browser = await openBrowser()
      const page = await browser.context.newPage()
      const faults: string[] = []
      for (const sheet of ['parts', 'list']) {
        await page.goto('about:blank')
        await page.goto(`${server.url}/__kit#${sheet}`)
        await page.waitForSelector('h1')
        for (const language of languages) {
          await page.evaluate((to) => localStorage.setItem('language', JSON.stringify({ state: { language: to }, version: 1 })), language)
          await page.reload()
          await page.waitForSelector(`html[lang="${language}"] h1`)
          // The language decides texts and widths, the theme only colours: all themes are checked once, the rest in two.
          const plain = ['light', 'dark'] as const
          for (const theme of sheet === 'parts' && language === 'ja' ? themeNames : plain) {
            await page.evaluate((to) => (document.documentElement.dataset['theme'] = to), theme)
            // Colours are final once no animation runs.
            await page.waitForFunction(() =>
              document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
            )
            const whole = theme === 'light' || theme === 'dark'
            faults.push(...(await faultsOf(page, `${sheet} ${language} ${theme}`, !whole)))
          }
        }
      }
      expect(faults).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
