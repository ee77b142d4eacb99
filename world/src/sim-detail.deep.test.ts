import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sim } from '@simdeck/contract/sims.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { addOtas } from '@simdeck/server/testing/otas.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { focusedNames } from './testing/keyboard.ts'
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
  await signInByForm(page, server.url, person)
})
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
/** Writes the columns that the device port writes when a SIM polls from another device. */
const moved = (id: number, imei: string) =>
  server.db
    .updateTable('sims')
    .set({ imei, imei_status: 'changed', imei_change_untold: true, imei_changed_at: ago(50) })
    .where('id', '=', id)
    .execute()
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

  test('a changed device is confirmed, and a lock is set by keyboard; the same is offered for many', async () => {
    const [simId = 0] = await addSims(server.db, [{ iccid: '8981100000000000202', imei: '351111111111111', device_alias: '自販機1' }])
    await moved(simId, '352222222222222')
    const sim = await simOf(simId)
    await setAppearance(page, wideJapanese)
    await open(sim)
    await page.getByText('変更あり・未確認').first().waitFor()
    await page.getByText('351111111111111').waitFor()
    await shot('imei-ja')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: '正しい変更として確認' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('確認済み').first().waitFor()
    expect((await simOf(simId)).imei_status).toBe('confirmed')
    await until(async () => (await focusedNames(page)).includes('ロックを変更'))

    await page.getByRole('button', { name: 'ロックを変更' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'ロックしない' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await shot('imei-lock-ja')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'IMEIロックを変更' }).click()
    await page.getByText('知らせて停止', { exact: true }).waitFor()
    expect((await simOf(simId)).imei_lock).toBe('suspend')

    await setAppearance(page, narrowEnglish)
    await settled(page)
    await page.getByRole('button', { name: 'Change the lock' }).scrollIntoViewIfNeeded()
    await shot('imei-en-390')
    expect(await axeViolations(page)).toEqual([])

    await setAppearance(page, wideJapanese)
    await server.db.updateTable('sims').set({ imei: null }).where('id', '=', simId).execute()
    await open(sim)
    await page.getByRole('button', { name: 'ロックを変更' }).click()
    await dialog.getByRole('radio', { name: 'ロックしない' }).check()
    await dialog.getByRole('button', { name: 'IMEIロックを変更' }).click()
    await until(async () => (await simOf(simId)).imei_lock === 'off')

    await server.db.updateTable('sims').set({ imei: '352222222222222', imei_lock: 'notify' }).where('id', '=', simId).execute()
    await visit(page, `${server.url}/?iccid=${sim.iccid}`)
    await page.getByRole('row').filter({ hasText: '自販機1' }).getByRole('checkbox').check()
    await page.getByRole('button', { name: '端末（IMEI）' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'IMEIロック：ロックしない' }).check()
    await shot('imei-many-ja')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: '1台に実行' }).click()
    await until(async () => (await simOf(simId)).imei_lock === 'off')
    expect(problems).toEqual([])
  })

  test('the timeline shows what happened, by kind, and earlier pages on demand', async () => {
    const [simId = 0] = await addSims(server.db, [{ iccid: '8981100000000000303', imei: '351111111111111' }])
    await addOtas(server.db, simId, [
      { kind: 'install', status: 'Failed', code: 500, sw: '6A84', created_at: ago(80), finished_at: ago(70) },
    ])
    await moved(simId, '352222222222222')
    for (let turn = 0; turn < 55; turn++)
      await call(endpoints.updateSim, { params: { id: simId }, body: { external_device_id: `D-${turn}` } })
    const message = { session_id: 0, sequence: 0, job_id: null, direction: 'card' as const, code: 1, bytes: 92, commands: '[]' }
    await server.db
      .insertInto('raw_ota_service_logs')
      .values([100, 110, 120].map((minutes) => ({ ...message, at: ago(minutes), sim_id: simId, fields: '{"rsrp":-88}' })))
      .execute()
    const sim = await simOf(simId)
    await setAppearance(page, wideJapanese)
    await open(sim, '/timeline')
    await page.getByText('外部デバイスID D-53 → D-54').waitFor()
    await shot('timeline-ja')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'さらに前を表示' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('IMEI 351111111111111 → 352222222222222').waitFor()
    await page.getByText('失敗、コード 500、6A84').waitFor()
    await page.getByText('ポーリング 3回').waitFor()
    await page.getByText('最も古い記録まで表示しました').scrollIntoViewIfNeeded()
    await shot('timeline-end-ja')
    await page.getByRole('button', { name: '端末（IMEI）' }).click()
    await page.getByText('D-54').first().waitFor({ state: 'detached' })
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toMatch(/^timeline_8981100000000000303_\d{10}\.csv$/)
    const [head, first, ...rest] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect([head, rest]).toEqual(['\uFEFFtime,kind,event,details,by', []])
    expect(first).toMatch(/^20.*Z,imei,IMEI 351111111111111 → 352222222222222,/)
    await setAppearance(page, narrowEnglish)
    await settled(page)
    await page.getByText('It polled from another device, unconfirmed').waitFor()
    await shot('timeline-en-390')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: /^Notifications \d+$/ }).click()
    await page.getByText('Notification: IMEI changed').waitFor()
    expect(problems).toEqual([])
  })

  test('the page steps through the list from which the user came, over the edges of its pages', async () => {
    await addSims(
      server.db,
      Array.from({ length: 22 }, (_, index) => ({
        iccid: `89811000000000004${String(index + 1).padStart(2, '0')}`,
        external_device_id: 'steps',
      })),
    )
    await setAppearance(page, wideJapanese)
    await visit(page, `${server.url}/?external_device_id=steps&sort=iccid:ASC`)
    await page.getByRole('link', { name: '8981100000000000420' }).click()
    await page.getByText('22台中20台目').waitFor()
    await shot('steps-ja')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: '一覧の次のSIM' }).click()
    await page.getByText('22台中21台目').waitFor()
    await page.getByRole('heading', { name: '8981100000000000421' }).waitFor()
    await page.getByRole('button', { name: '一覧の次のSIM' }).click()
    await page.getByText('22台中22台目').waitFor()
    expect(await page.getByRole('button', { name: '一覧の次のSIM' }).isDisabled()).toBe(true)
    for (const place of ['21', '20', '19']) {
      await page.getByRole('button', { name: '一覧の前のSIM' }).click()
      await page.getByText(`22台中${place}台目`).waitFor()
    }
    await setAppearance(page, narrowEnglish)
    await page.getByText('19 of 22 SIMs').waitFor()
    await shot('steps-en-390')
    expect(await axeViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
