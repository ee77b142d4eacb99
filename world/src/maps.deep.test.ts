import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { tabTo } from './testing/keyboard.ts'
import { newAccount } from './testing/people.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const noMap = '基地局の情報を取得できないため、地図を表示できません'
const minute = 60_000
const cell = { radio: 8, mcc: '440', mnc: '10', lac: 7 }
const tokyo = { ...cell, cell_id: 0x0101, longitude: 139.7, latitude: 35.6, accuracy: 500 }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const marks = (page: Page) => page.getByRole('button', { name: /^\d+台、/ })
/** The number of SIMs in the list, as soon as it has so many. */
async function listed(page: Page, least: number): Promise<number> {
  const sims = page.locator('tbody a[href^="/sims/"]')
  await sims.nth(least - 1).waitFor()
  return sims.count()
}
const isScrolledSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

describe.skipIf(!findChromium())('maps', () => {
  test('the map of all SIMs opens clusters, follows the filters of the list, and leads to the same SIMs', async () => {
    await using server = await startTestServer({}, consoleFolder)
    await addSims(server.db, [
      { ...tokyo, last_poll: new Date(), rsrp: -80, status: 'ACTIVATED', device_alias: '検針 東京 1' },
      { ...tokyo, longitude: 139.71, last_poll: new Date(), rsrp: -110, status: 'ACTIVATED' },
      { ...tokyo, longitude: 139.72, rsrp: -112 },
      { ...tokyo, longitude: 141.35, latitude: 43.06, last_poll: new Date(), status: 'SUSPENDED' },
      { status: 'ACTIVATED' },
    ])
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/map`)
    await page.getByRole('region', { name: 'SIMの地図、2のまとまり' }).waitFor()
    await page.getByText('4台', { exact: true }).waitFor()
    await marks(page).nth(1).waitFor()
    expect(await marks(page).allInnerTexts()).toEqual(['3', '1'])
    const largest = page.getByRole('button', { name: '3台、オン 66.7%' })
    await largest.click()
    const panel = page.getByRole('complementary', { name: '選択した範囲' })
    await panel.getByRole('img', { name: '接続: オン 2, オフ 1' }).waitFor()
    await panel.getByRole('link', { name: '検針 東京 1' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    const legend = page.getByRole('region', { name: '凡例' })
    await legend.getByText('93%以上。輪の灰色がオフの割合').waitFor()
    await page.getByRole('button', { name: '電波', exact: true }).click()
    await legend.getByText('93%以上。輪の灰色が弱い割合').waitFor()
    await panel.getByRole('img', { name: '電波: 電波が強い 1, 電波が弱い 2, 電波の値なし 0' }).waitFor()
    await page.getByRole('button', { name: '3台、電波が強い 33.3%' }).waitFor()
    await page.getByRole('button', { name: '1台、電波の値なし' }).waitFor()
    await panel.getByRole('link', { name: 'この3台を一覧で表示' }).click()
    await page.waitForURL(/[?&]area=/)
    expect(await listed(page, 3)).toBe(3)

    await visit(page, `${server.url}/map?status=ACTIVATED`)
    await page.getByRole('button', { name: '2台、オン 100.0%' }).click()
    await page.getByRole('link', { name: '位置が分からない1台' }).waitFor()
    await panel.getByRole('link', { name: 'この2台を一覧で表示' }).click()
    await page.waitForURL(/status=ACTIVATED/)
    expect(await listed(page, 2)).toBe(2)
    await visit(page, `${server.url}/map?status=ACTIVATED`)
    await page.getByRole('link', { name: '一覧で表示', exact: true }).click()
    await page.waitForURL((address) => address.pathname === '/' && address.search === '?status=ACTIVATED')
    expect(await listed(page, 3)).toBe(3)
  })

  test('the keyboard opens a cluster and the table of clusters, in both languages and widths', async () => {
    await using server = await startTestServer({}, consoleFolder)
    await addSims(server.db, [tokyo, { ...tokyo, longitude: 141.35, latitude: 43.06 }, tokyo])
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/map`)
    await marks(page).first().waitFor()
    await tabTo(page, '2台、', { begins: true })
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: '選択した範囲' }).waitFor()
    await tabTo(page, '閉じる')
    await page.keyboard.press('Enter')
    await tabTo(page, '表で見る', { key: 'Shift+Tab' })
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /^35\.600, 139\.700 2 オン 0\.0%/ }).waitFor()
    await tabTo(page, 'この2台を一覧で表示')
    for (const [language, width] of [
      ['ja', 390],
      ['en', 390],
      ['en', 1440],
    ] as const) {
      await setAppearance(page, { language, theme: 'light', width, height: 844 })
      await page.getByRole('columnheader', { name: language === 'ja' ? '緯度、経度' : 'Latitude, longitude' }).waitFor()
      expect([language, width, await axeViolations(page), await isScrolledSideways(page)]).toEqual([language, width, [], false])
    }
    await page.getByRole('button', { name: 'As a map' }).click()
    await page.getByRole('button', { name: '2 SIMs, 0.0% on' }).waitFor()
    await page.getByRole('region', { name: 'Map of SIMs, 2 clusters' }).waitFor()
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 844 })
    await page.getByRole('region', { name: 'SIMの地図、2のまとまり' }).waitFor()
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await marks(page)
      .or(page.getByRole('button', { name: /^\d+ SIMs?, / }))
      .first()
      .waitFor()
    expect([await axeViolations(page), await isScrolledSideways(page)]).toEqual([[], false])
  })

  test('the map of a SIM has as many base stations as the setting says, at once', async () => {
    await using server = await startTestServer({}, consoleFolder)
    const admin = await server.signIn('ADMIN')
    const [id = 0] = await addSims(server.db, [{ ...tokyo, last_poll: new Date(), device_alias: '検針 東京 1' }])
    await addTowers(server)
    await addLocations(server, id, [1, 2, 3])
    const { iccid } = await admin(endpoints.getSim, { params: { id } })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/sims/${id}/${iccid}/location`)
    await page.getByRole('region', { name: '検針 東京 1の基地局の地図' }).waitFor()
    const times = page.locator('[class*="_place_"]')
    await times.first().waitFor()
    expect([await times.count(), await page.locator('tbody tr').count()]).toEqual([1, 1])
    await admin(endpoints.postUserConfig, { body: [{ key: 'system_config_sim_display_location_nums_key', value: '3' }] })
    await times.nth(2).waitFor()
    expect([await times.count(), await page.locator('tbody tr').count()]).toEqual([3, 3])
    expect(await times.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d$/)]))
    expect(await page.getByText('約500 m（セル）').count()).toBe(3)
    for (const [language, width] of [
      ['ja', 1440],
      ['en', 390],
    ] as const) {
      await setAppearance(page, { language, theme: 'light', width, height: 900 })
      await page.getByText(language === 'ja' ? '3件まで表示' : 'the newest 3').waitFor()
      expect([language, await axeViolations(page), await isScrolledSideways(page)]).toEqual([language, [], false])
    }
  })

  test('a SIM without a place, and a fleet without one, have the specified message once, with its reason', async () => {
    await using server = await startTestServer({}, consoleFolder)
    const admin = await server.signIn('ADMIN')
    const [silent = 0, unknown = 0] = await addSims(server.db, [{}, { ...cell, cell_id: 9, last_poll: new Date() }])
    await addLocations(server, unknown, [9])
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    const open = async (id: number) => {
      const { iccid } = await admin(endpoints.getSim, { params: { id } })
      await visit(page, `${server.url}/sims/${id}/${iccid}/location`)
    }
    const message = page.getByRole('status').filter({ hasText: noMap })
    await open(silent)
    await message.waitFor()
    expect(await message.allInnerTexts()).toEqual([expect.stringContaining('Telemetryがインストールされた')])
    expect(await page.getByRole('table').count()).toBe(0)
    await open(unknown)
    await message.waitFor()
    expect(await message.allInnerTexts()).toEqual([expect.stringContaining('インポートした位置データにありません')])
    expect(await page.locator('tbody tr').count()).toBe(1)
    await visit(page, `${server.url}/map`)
    await message.filter({ hasText: 'npm run -s cells' }).waitFor()
    expect(await message.count()).toBe(1)
    await setAppearance(page, { language: 'en', theme: 'light', width: 390, height: 844 })
    await page.getByText('Cannot display map because cellular base station information could not be retrieved').waitFor()
    expect([await axeViolations(page), await isScrolledSideways(page)]).toEqual([[], false])
  })
})

const lteTower = { mcc: 440, net: 10, radio: 8, area: 7, range_metres: 500, updated: 0 }

/** Towers of the cells 1 to 3, a few kilometres apart. */
async function addTowers({ db }: TestServer): Promise<void> {
  const towers = [1, 2, 3].map((number) => ({
    ...lteTower,
    cell: number,
    longitude: 139_700_000 + number * 40_000,
    latitude: 35_600_000 + number * 20_000,
  }))
  await db.insertInto('cell_towers').values(towers).execute()
}

/** Records that a SIM was in these cells, an hour in each. */
async function addLocations({ db }: TestServer, simId: number, cells: readonly number[]): Promise<void> {
  const rows = cells.map((cellId, at) => ({
    ...cell,
    cell_id: cellId,
    sim_id: simId,
    slot: at,
    since: new Date(Date.now() - (cells.length - at) * 60 * minute),
    left_previous: at === 0 ? null : new Date(Date.now() - (cells.length - at) * 60 * minute - 5 * minute),
  }))
  await db.insertInto('sim_locations').values(rows).execute()
}
