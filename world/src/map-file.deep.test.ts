import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { exampleMapFile } from './testing/map-file.ts'
import { newAccount } from './testing/people.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const html = '<a href="https://www.openstreetmap.org/copyright" onclick="alert(1)">© OpenStreetMap</a><script>alert(1)</script>'
const tokyo = { radio: 8, mcc: '440', mnc: '10', lac: 7, cell_id: 1, longitude: 139.7, latitude: 35.6, accuracy: 500 }

describe.skipIf(!findChromium())('a map file', () => {
  test('maps are drawn from the tiles of the file, and from the outlines when it is missing or no map file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'simdeck-map-'))
    const path = join(folder, 'world.pmtiles')
    await writeFile(path, exampleMapFile(html))
    await using server = await startTestServer({ MAP_FILE: path }, consoleFolder)
    const admin = await server.signIn('ADMIN')
    const [id = 0] = await addSims(server.db, [{ ...tokyo, last_poll: new Date(), device_alias: '検針 東京 1' }, tokyo])
    const { iccid } = await admin(endpoints.getSim, { params: { id } })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    const parts: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/map-tiles') && response.status() === 206) parts.push(response.headers()['content-range'] ?? '')
    })
    const cluster = page.getByRole('button', { name: /^2(台| SIMs)、?/ })
    const attribution = page.getByText('© OpenStreetMap', { exact: true })
    const note = page.getByRole('status').filter({ hasText: 'MAP_FILE' })

    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/map`)
    await attribution.waitFor()
    await cluster.waitFor()
    expect(parts.length).toBeGreaterThanOrEqual(2)
    expect([await note.count(), await axeViolations(page), problems]).toEqual([0, [], []])
    for (const theme of ['light', 'dark'] as const) {
      await setAppearance(page, { language: 'en', theme, width: 390, height: 844 })
      await cluster.waitFor()
      expect([theme, await axeViolations(page), problems]).toEqual([theme, [], []])
    }
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await visit(page, `${server.url}/sims/${id}/${iccid}`)
    await page.getByText('誤差 約500 m').waitFor()

    await writeFile(path, 'no map')
    await visit(page, `${server.url}/map`)
    await note.waitFor()
    await cluster.waitFor()
    await rm(folder, { recursive: true })
    await visit(page, `${server.url}/map`)
    await note.waitFor()
    await cluster.waitFor()
    expect([await attribution.count(), await axeViolations(page)]).toEqual([0, []])
  })
})
