import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { languages } from '@simdeck/contract/languages.ts'
import { readConfig } from '@simdeck/server/config.ts'
import { selectNow } from '@simdeck/server/dashboard/queries.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { startEmbeddedPostgres } from '@simdeck/server/platform/db/embedded-postgres.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { buildConsole } from '../console-build.ts'
import { fillPastDay } from '../demo/past-day.ts'
import { startSimdeck } from '../start-simdeck.ts'
import { openBrowser } from '../testing/browser.ts'
import { type ScreenIds, screens } from '../testing/screens.ts'
import { findScreenIds, setAppearance, signInByForm, visit } from '../testing/visit.ts'

// `npm run screenshots`: saves every screen × two languages × two widths × light and dark into screenshots/; with a name, only the screens
// whose names begin with it; with `readme`, the pictures of README.md into docs/pictures/.
const folder = join(import.meta.dirname, '../../../screenshots')
const readmeFolder = join(import.meta.dirname, '../../../docs/pictures')
const readmeScreens = ['sims', 'campaign', 'overview'] as const
const dataDir = mkdtempSync(join(tmpdir(), 'simdeck-screenshots-'))
const account = { email: 'root@simdeck.example', password: 'Screenshots-1' }
const config = readConfig({
  PORT: '0',
  DEVICE_PORT: '0',
  METRICS_PORT: '0',
  DATA_DIR: dataDir,
  ROOT_PASSWORD: account.password,
  DEMO_SIMS: '120',
  DEMO_SPEED: '120',
})
const only = process.argv[2]
const lookMs = 1_000

// The console is built together with the overview page of its UI parts.
const consoleFolder = process.env['CONSOLE_DIST'] ?? join(dataDir, 'console')
if (!process.env['CONSOLE_DIST']) await buildConsole(consoleFolder, 'kit')
const simdeck = await startSimdeck(config, consoleFolder)
try {
  const { url } = simdeck
  const ids = await until(() => findScreenIds(url, account).catch(() => null))
  await using browser = await openBrowser()
  const page = await browser.context.newPage()
  const taken = only === 'readme' ? await takeForReadme(page, url, ids) : await takeAll(page, url, ids)
  console.log(`${taken} pictures`)
} finally {
  await simdeck.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function takeAll(page: Page, url: string, ids: ScreenIds): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const anonymous = screens.filter((screen) => screen.anonymous)
  const signedIn = [...screens.filter((screen) => !screen.anonymous), { name: 'kit', path: () => '/__kit' }]
  let taken = 0
  for (const group of [anonymous, signedIn]) {
    if (group === signedIn) await signInByForm(page, url, account)
    else await page.goto(`${url}/login`)
    for (const language of languages) {
      for (const theme of ['light', 'dark'] as const) {
        for (const [width, height] of [
          [1440, 900],
          [390, 844],
        ] as const) {
          await setAppearance(page, { language, theme, width, height })
          for (const screen of group) {
            if (only && !screen.name.startsWith(only)) continue
            await visit(page, url + screen.path(ids))
            const path = join(folder, `${screen.name}.${language}.${width}.${theme}.png`)
            await page.screenshot({ path, fullPage: screen.name === 'kit' })
            taken++
          }
        }
      }
    }
  }
  return taken
}

/** The pictures of README.md: small, in English. */
async function takeForReadme(page: Page, url: string, ids: ScreenIds): Promise<number> {
  mkdirSync(readmeFolder, { recursive: true })
  const { url: databaseUrl } = await startEmbeddedPostgres(dataDir)
  const database = openDatabase(databaseUrl, { max: 1 })
  // The first minutes have few POLLs or none. The minute after the filled day tells the mean of the week.
  const isGathered = async (name: 'pollsPerMinute' | 'weekOnlinePercent') => ((await selectNow(database.db))?.fleet.fleet?.[name] ?? 0) > 0
  while (!(await isGathered('pollsPerMinute'))) await pause(lookMs)
  await fillPastDay(database.db)
  while (!(await isGathered('weekOnlinePercent'))) await pause(lookMs)
  await database.close()
  await signInByForm(page, url, account)
  await setAppearance(page, { language: 'en', theme: 'light', width: 1280, height: 720 })
  for (const name of readmeScreens) {
    const screen = screens.find((one) => one.name === name)
    if (!screen) throw new Error(`there is no screen ${name}`)
    await visit(page, url + screen.path(ids))
    await page.screenshot({ path: join(readmeFolder, `${name}.png`) })
  }
  return readmeScreens.length
}
