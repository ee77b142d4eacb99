import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { makePerson } from './testing/people.ts'
import { setAppearance, signInByForm } from './testing/visit.ts'

let server: TestServer
let browser: Browser
let page: Page
let call: TestCall
const problems: string[] = []

beforeAll(async () => {
  if (!findChromium()) return
  server = await startTestServer({}, await builtConsole())
  await addSims(server.db, [
    { device_alias: 'メーター1', cm_platform: 'jasper', status: 'INVENTORY' },
    { device_alias: 'メーター2', cm_platform: 'jasper', status: 'PURGED' },
    { device_alias: 'メーター3', cm_platform: 'ntt', status: 'ACTIVATED' },
  ])
  const person = await makePerson(server, 'ADMIN')
  call = person.call
  browser = await openBrowser()
  page = await browser.context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  await signInByForm(page, server.url, person)
})
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const simNamed = async (alias: string) => (await call(endpoints.listSims, { query: { device_alias: alias } })).data[0]!
/** Saves a picture if a folder for pictures is set. */
const shot = async (name: string) => {
  const folder = process.env['STATUS_PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/sim-status-${name}.png` })
}
const choose = async (label: string, option: string) => {
  await page.getByRole('dialog').getByLabel(label).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe.skipIf(!findChromium())('the status of SIMs in the console', () => {
  test('one SIM is changed and its history shows it; a status that cannot be undone wants the ICCID', async () => {
    const sim = await simNamed('メーター1')
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await page.goto(`${server.url}/sims/${sim.id}/${sim.iccid}/history`)
    await page.getByText('状態の変更の記録はありません。').waitFor()
    await page.getByRole('button', { name: '状態を変更', exact: true }).click()
    await choose('変更後の状態', 'Activated')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'SIMの状態を変更' }).click()
    await page.getByRole('list', { name: 'SIMの状態の履歴' }).getByText('Activated').waitFor()
    await page.getByRole('status').filter({ hasText: 'SIMの状態を変更しました' }).waitFor()

    await page.getByRole('button', { name: 'その他の操作' }).click()
    await page.getByRole('menuitem', { name: '状態を変更' }).click()
    await choose('変更後の状態', 'Retired')
    await page.getByRole('dialog').getByRole('button', { name: 'SIMの状態を変更' }).click()
    await page.getByText('入力が一致しません').waitFor()
    await shot('one-ja')
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel(`確認のため、ICCID ${sim.iccid} を入力`).fill(sim.iccid)
    await page.getByRole('dialog').getByRole('button', { name: 'SIMの状態を変更' }).click()
    await until(async () => (await simNamed('メーター1')).status === 'RETIRED')
    await page.getByRole('list', { name: 'SIMの状態の履歴' }).getByText('Retired').waitFor()
    await shot('history-ja')
    expect(await axeViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('a narrow English screen has the same dialog', async () => {
    const sim = await simNamed('メーター3')
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.goto(`${server.url}/sims/${sim.id}/${sim.iccid}/history`)
    await page.getByText('No change of the status is on record.').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Change the status' }).click()
    await choose('New status', 'Terminated')
    await shot('one-en-390')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
  })

  test('several SIMs are changed from the list, and the refused ones are told', async () => {
    await page.goto(server.url)
    for (const alias of ['メーター2', 'メーター3']) {
      await page.getByRole('row').filter({ hasText: alias }).getByRole('checkbox').check()
    }
    await page.getByRole('button', { name: '状態を変更', exact: true }).click()
    await choose('変更後の状態', 'Suspended')
    await shot('bulk-ja')
    await page.getByRole('dialog').getByRole('button', { name: '2台を変更' }).click()
    await until(() => page.evaluate(() => document.activeElement?.id === 'main'))
    await until(async () => (await simNamed('メーター3')).status === 'SUSPENDED')
    expect((await simNamed('メーター2')).status).toBe('PURGED')
    await page.getByRole('alert').filter({ hasText: '一部のSIMの状態を変更できませんでした' }).waitFor()
    const task = await until(async () => {
      const [newest] = (await call(endpoints.listTasks, { query: { sort: 'createdAt:DESC' } })).data
      return newest !== undefined && newest.finishedAt !== null && newest
    })
    expect(task).toMatchObject({ kind: 'simStatus', succeeded: 1, refused: 1 })
    await page.goto(`${server.url}/tasks/${task.id}`)
    await page.getByText('現在の状態（Purged）からは変更できません').waitFor()
    await shot('task-ja')
    expect(problems).toEqual([])
  })
})
