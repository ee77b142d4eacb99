import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { groupStepSeconds } from '@simdeck/contract/groups.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const stepMs = groupStepSeconds * 1000
const folder = process.env['GROUP_PICTURES']

describe.skipIf(!findChromium())('groups in the browser', () => {
  test('a group shows its online SIMs of the day and their signal, and the list of groups is saved as a file', async () => {
    await using world = await startWorld({ consoleFolder })
    const { server, admin } = world
    const { id } = await admin(endpoints.createGroup, { body: { name: '設備監視 北海道', type: 1, phone_number: '011-000-0142' } })
    await admin(endpoints.createGroup, { body: { name: '=1+1', type: 2 } })
    const used = { group_id: id, status: 'ACTIVATED', connection: 1 } as const
    await addSims(
      server.db,
      Array.from({ length: 40 }, (_, at) => ({
        ...used,
        last_poll: new Date(),
        rsrp: at < 25 ? -70 - at : -121,
        poller_version: '1.4.2',
      })),
    )
    const now = Math.floor(Date.now() / stepMs) * stepMs
    await server.db
      .insertInto('group_figures')
      .values(
        Array.from({ length: 143 }, (_, at) => ({
          group_id: id,
          at: new Date(now - (143 - at) * stepMs),
          sims: 40,
          online: at < 90 ? 38 - (at % 3) : 38 - Math.floor((at - 80) / 6),
          expected: 40,
        })),
      )
      .execute()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/groups/${id}`)
    const curve = page.getByRole('region', { name: 'オンのSIM 24時間' })
    await curve.locator('svg.recharts-surface').first().waitFor()
    await curve.getByRole('link', { name: '40' }).waitFor()
    const signals = page.getByRole('region', { name: '電波（RSRP）' })
    await signals.getByText(/とても強い/).waitFor()
    for (const [language, width] of [
      ['ja', 1440],
      ['en', 1440],
      ['ja', 390],
    ] as const) {
      await setAppearance(page, { language, theme: 'light', width, height: 900 })
      await page.getByText(language === 'ja' ? '見込み 40台' : '40 expected').waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      if (folder) await page.screenshot({ path: `${folder}/group-${language}-${width}.png`, fullPage: true })
    }
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await visit(page, `${server.url}/groups`)
    await page.getByRole('link', { name: '設備監視 北海道' }).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    const [head, first, second] = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(head).toBe('\uFEFFid,name,type,size,online,expected,silent,failed_applets,failed_pollers,phone_number,address,created')
    expect([first, second]).toEqual([
      expect.stringContaining(`,'=1+1,販売代理店,0,0,0,0,0,0,,,`),
      expect.stringContaining(`,設備監視 北海道,法人,40,40,40,0,0,0,`),
    ])
    if (folder) await page.screenshot({ path: `${folder}/groups.png` })
  })
})
