import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sim } from '@simdeck/contract/sims.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { makePerson, newPage } from './testing/people.ts'
import { setAppearance, settled, signInByForm, visit } from './testing/visit.ts'

let server: TestServer
let browser: Browser
let page: Page
let call: TestCall
const problems: string[] = []
const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs)

beforeAll(async () => {
  if (!findChromium()) return
  server = await startTestServer({}, await builtConsole())
  const person = await makePerson(server, 'ADMIN')
  call = person.call
  browser = await openBrowser()
  page = await newPage(browser.context, problems)
  page.setDefaultTimeout(8000)
  await signInByForm(page, server.url, person)
}, 240_000)
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** Saves a picture if a folder for pictures is set. */
const shot = async (name: string) => {
  const folder = process.env['PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/sim-detail-${name}.png` })
}
const wideJapanese = { language: 'ja', theme: 'light', width: 1440, height: 900 } as const
const narrowEnglish = { language: 'en', theme: 'dark', width: 390, height: 844 } as const
const simOf = (id: number): Promise<Sim> => call(endpoints.getSim, { params: { id } })
const open = async (sim: Sim, tab = '') => visit(page, `${server.url}/sims/${sim.id}/${sim.iccid}${tab}`)

describe.skipIf(!findChromium())('the page of a SIM in the console', () => {
  test('the signal of the last day is a line with classes, whose values are in a table', async () => {
    const [simId = 0] = await addSims(server.db, [{ iccid: '8981100000000000101', rsrp: -87, rsrq: -9, last_poll: ago(1) }])
    const rsrpAt = (minutes: number) => (minutes > 500 && minutes < 560 ? -109 : -87 - Math.round(6 * Math.sin(minutes / 90)))
    const minutes = Array.from({ length: 60 }, (_, index) => 1425 - index * 24).filter((at) => at < 900 || at > 1100)
    await server.db
      .insertInto('signal_samples')
      .values(minutes.map((at) => ({ sim_id: simId, at: ago(at), rsrp: rsrpAt(at), rsrq: -9 })))
      .execute()
    const sim = await simOf(simId)
    await setAppearance(page, wideJapanese)
    await open(sim)
    await page.getByRole('img', { name: /^24時間のRSRP：最小[-−]109、最大/ }).waitFor()
    await page.getByText('とても強い').waitFor()
    await page.getByText('良い', { exact: true }).waitFor()
    await shot('signal-ja')
    expect(await axeViolations(page)).toEqual([])

    await page.getByRole('button', { name: '値を表で見る' }).focus()
    await page.keyboard.press('Enter')
    const table = page.getByRole('dialog').getByRole('table')
    await table.getByText('とても弱い').first().waitFor()
    expect(await table.getByRole('row').count()).toBe(minutes.length + 1)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')

    await setAppearance(page, narrowEnglish)
    await settled(page)
    const line = page.getByRole('img', { name: /^RSRP of 24 hours/ })
    await line.scrollIntoViewIfNeeded()
    await shot('signal-en-390')
    expect(await axeViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
