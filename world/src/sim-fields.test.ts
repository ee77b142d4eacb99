import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { languages } from '@simdeck/contract/languages.ts'
import { type SimField, simFields, simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { makePerson } from './testing/people.ts'
import { signInByForm } from './testing/visit.ts'

let server: TestServer
let browser: Browser
let page: Page
let admin: TestCall

beforeAll(async () => {
  if (!findChromium()) return
  server = await startTestServer({}, await builtConsole())
  await addSims(server.db, [{ device_alias: '自販機 1' }, { device_alias: '自販機 2' }])
  const person = await makePerson(server, 'ADMIN')
  admin = person.call
  browser = await openBrowser()
  page = await browser.context.newPage()
  await signInByForm(page, server.url, person)
})
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const button = (name: string, within: Page | Locator = page): Locator => within.getByRole('button', { name, exact: true })
const dialog = (): Locator => page.getByRole('dialog').last()
const textFields = simFieldsWith({ editable: true, type: 'text' })

/** A valid value of a text field. */
const valueOf = (name: (typeof textFields)[number]): string => {
  const { pattern }: SimField = simFields[name]
  return pattern ? `35209900176${textFields.indexOf(name)}481` : `${simFields[name].words.ja}の値`
}
const values = Object.fromEntries(textFields.map((name) => [name, valueOf(name)]))

describe.skipIf(!findChromium())('the fields of a SIM in the browser', () => {
  test('every field with a filter has one in the menu, the most needed first', async () => {
    await page.goto(server.url)
    await button('条件を追加').click()
    await page.getByRole('searchbox', { name: '条件を検索' }).waitFor()
    const shown = await page.locator('form button[type="button"]').allTextContents()
    const filtered = simFieldsWith({}).filter((name) => 'filter' in simFields[name])
    expect(shown.toSorted()).toEqual(
      [...filtered.map((name) => simFields[name].words.ja), '通信がない期間', 'アプレットまたはポーラーの名前', '隔離'].toSorted(),
    )
    expect(shown.slice(0, 5)).toEqual(['SIMの状態', '接続状態', '最終ポーリング', '通信がない期間', 'グループ'])
    await page.keyboard.press('Escape')
  })

  test('every editable text field is entered in the form, shown on the page of the SIM and used to filter the list', async () => {
    await page.goto(server.url)
    await button('SIMを追加').click()
    await dialog().getByLabel('ICCID').fill('8981100000000000101')
    for (const name of textFields) await dialog().getByLabel(simFields[name].words.ja, { exact: true }).fill(valueOf(name))
    await button('追加', dialog()).click()
    const sim = await until(async () => (await admin(endpoints.listSims, { query: { iccid: '8981100000000000101' } })).data[0])
    expect(sim).toMatchObject(values)
    await page.goto(`${server.url}/sims/${sim.id}/${sim.iccid}`)
    for (const name of textFields) await page.getByText(valueOf(name), { exact: true }).first().waitFor()
    for (const name of textFields.filter((field) => 'filter' in simFields[field])) {
      await page.goto(`${server.url}/?${new URLSearchParams({ [simFilterOf(name)]: valueOf(name) })}`)
      await until(async () => (await page.locator('tbody a').allTextContents()).join() === valueOf('device_alias'))
    }
  })

  test('a file whose columns have the names of the screen needs no choice of columns', async () => {
    const importable = simFieldsWith({ importable: true })
    for (const language of languages) {
      await page.goto(`${server.url}/imports`)
      const line = importable.map((name) => simFields[name].words[language]).join(',')
      await page.locator('input[type="file"]').setInputFiles({ name: 'sims.csv', mimeType: 'text/csv', buffer: Buffer.from(`${line}\n`) })
      await button('次へ').click()
      await page.getByRole('columnheader', { name: '取り込み先' }).waitFor()
      const chosen = await page
        .locator('tbody select')
        .evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).value))
      expect([language, chosen]).toEqual([language, [...importable]])
    }
  })
})
