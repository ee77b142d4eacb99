import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type NewNotification, notify } from '@simdeck/server/platform/notifications/notify.ts'
import { startTestServer, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { startCuttableProxy } from './testing/cuttable-proxy.ts'
import { makePerson, newPage, pathOf } from './testing/people.ts'
import { sharedInFile } from './testing/shared-in-file.ts'
import { signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const shared = sharedInFile(() => startTestServer({}, consoleFolder))

const tell = (server: TestServer, event: NewNotification) => server.db.transaction().execute((trx) => notify(trx, event))
const paused = (name: string): NewNotification => ({
  kind: 'campaignPaused',
  params: { name, sims: 1_200, failed: 3, ended: 40 },
  ownerId: null,
  campaignId: 12,
})

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^通知/ })
const popup = (page: Page) => page.getByRole('dialog', { name: '通知' })
const tab = (page: Page, name: string) => popup(page).getByRole('tab', { name })

/** Removes every notification, so that each test begins with none. */
async function fresh(): Promise<TestServer> {
  const server = await shared()
  await server.db.deleteFrom('notifications').execute()
  return server
}

describe.skipIf(!findChromium())('the bell', () => {
  test('the badge shows counts that arrive before the page is drawn', async () => {
    const server = await fresh()
    const person = await makePerson(server, 'ADMIN')
    await tell(server, paused('全国'))
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    await signInByForm(page, server.url, person)
    let isTold = false
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => (isTold ||= String(payload).includes('NOTIFICATIONS_UPDATED'))),
    )
    // The page of the logs, whose script waits for the counts, is drawn together with the bell.
    await page.route('**/*.js', async (route) => {
      const response = await route.fetch()
      if ((await response.text()).includes('ログの転送（syslog）')) await until(() => isTold)
      await route.fulfill({ response })
    })
    await page.goto(`${server.url}/logs`)
    await page.getByRole('banner').getByRole('button', { name: '通知（未読1件）' }).waitFor()
    expect(isTold).toBe(true)
    // Scripts that the console fetches ahead may still be on their way through the route.
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('the badge counts live, opening reads the open tab, another tab is read when it opens, and both stay read on another device', async () => {
    const server = await fresh()
    const person = await makePerson(server, 'MEMBER')
    const problems: string[] = []
    await using first = await openBrowser()
    await using second = await openBrowser()
    const page = await newPage(first.context, problems)
    const other = await newPage(second.context, problems)
    await signInByForm(page, server.url, person)
    await signInByForm(other, server.url, person)
    await bell(page).waitFor()
    await bell(page).click()
    for (const name of ['SIM', 'OTA', 'IoT SAFE']) {
      await tab(page, name).click()
      await popup(page).getByText('通知はありません').waitFor()
    }
    await page.keyboard.press('Escape')
    await popup(page).waitFor({ state: 'hidden' })

    await tell(server, { kind: 'imeiChanged', params: { name: 'メーター1' }, ownerId: null, simIds: [999] })
    await tell(server, paused('夜間更新'))
    await page.getByRole('button', { name: '通知（未読2件）' }).waitFor()
    await other.getByRole('button', { name: '通知（未読2件）' }).waitFor()

    await bell(page).click()
    await popup(page).getByText('IMEIが変わりました').waitFor()
    expect(await popup(page).getByRole('listitem').innerText()).toMatch(/^IMEIが変わりました\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s+メーター1/)
    await page.getByRole('button', { name: '通知（未読1件）' }).waitFor()
    await other.getByRole('button', { name: '通知（未読1件）' }).waitFor()
    expect(await tab(page, 'OTA').innerText()).toMatch(/1/)
    await tab(page, 'SIM').focus()
    await page.keyboard.press('ArrowRight')
    await popup(page).getByText('夜間更新・1,200台・40台中3台が失敗').waitFor()
    await other.getByRole('button', { name: '通知', exact: true }).waitFor()
    await page.reload()
    await bell(page).waitFor()
    await bell(page).click()
    await tab(page, 'OTA').click()
    await popup(page).getByText('失敗が上限を超え、配信が一時停止しました').waitFor()
    expect(await page.getByRole('banner').getByRole('button', { name: '通知', exact: true }).count()).toBe(1)
    expect(problems).toEqual([])
  })

  test('the badge shows at most 20, and an event during a lost connection is counted after it', async () => {
    const server = await fresh()
    const person = await makePerson(server, 'MEMBER')
    await using proxy = await startCuttableProxy(server.url)
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    await signInByForm(page, proxy.url, person)
    await bell(page).waitFor()
    const before = new Date(Date.now() - 3_600_000)
    for (let n = 0; n < 20; n++) {
      await tell(server, paused(`c${n}`))
      await server.db.updateTable('notifications').set({ first_at: before }).execute()
    }
    await page.getByRole('button', { name: '通知（未読20件）' }).waitFor()
    await proxy.cut()
    await page.getByRole('button', { name: /更新の状態: \d\d:\d\dから停止/ }).waitFor()
    await tell(server, { kind: 'imeiChanged', params: { name: 'a' }, ownerId: null, simIds: [1] })
    await proxy.restore()
    await page.getByRole('button', { name: '通知（未読20+件）' }).waitFor()
  })

  test('a notification leads to its SIM, is highlighted there, and loads the screen again when it is open', async () => {
    const server = await fresh()
    const person = await makePerson(server, 'MEMBER')
    const iccid = '8981100000000004242'
    const [id = 0, another = 0] = await addSims(server.db, [{ iccid, device_alias: '自販機-札幌-0142' }, { iccid: '8981100000000004243' }])
    await tell(server, { kind: 'imeiChanged', params: { name: '自販機-札幌-0142' }, ownerId: null, simIds: [id] })
    await server.db
      .updateTable('notifications')
      .set({ first_at: new Date(0) })
      .execute()
    await tell(server, { kind: 'imeiChanged', params: { name: '別のSIM' }, ownerId: null, simIds: [another] })
    const problems: string[] = []
    await using browser = await openBrowser()
    const page = await newPage(browser.context, problems)
    await signInByForm(page, server.url, person)
    await bell(page).click()
    await popup(page).getByRole('link', { name: '自販機-札幌-0142' }).click()
    await page.getByRole('heading', { name: '自販機-札幌-0142' }).waitFor()
    expect(pathOf(page)).toBe(`/sims/${id}/${iccid}`)
    expect(await popup(page).count()).toBe(0)

    await bell(page).click()
    await popup(page).getByText('表示中の画面').waitFor({ state: 'attached' })
    const links = popup(page).getByRole('link')
    expect(await links.evaluateAll((all) => all.map((one) => one.textContent.includes('表示中の画面')))).toEqual([false, true])
    await server.db.updateTable('sims').set({ device_alias: '新しい名前' }).where('id', '=', id).execute()
    await popup(page).getByRole('link', { name: '自販機-札幌-0142' }).click()
    await page.getByRole('heading', { name: '新しい名前' }).waitFor()
    expect(problems).toEqual([])
  })

  test('a member chooses a subject for the bell and the daily mail, and quiet hours; the bell follows at once, and the choice outlives a reload', async () => {
    const server = await fresh()
    const person = await makePerson(server, 'MEMBER')
    await tell(server, { kind: 'campaignCompleted', params: { name: '他部署の配信', sims: 2 }, ownerId: null, campaignId: 5 })
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    await signInByForm(page, server.url, person)
    await visit(page, `${server.url}/personal/setting/notifications`)
    await page.getByRole('button', { name: '通知', exact: true }).waitFor()
    expect(await page.getByText('承認の依頼').count()).toBe(0)
    const others = 'ほかのメンバーの配信の完了、失敗'
    const box = page.getByRole('checkbox', { name: `ベルに表示：${others}` })
    const daily = page.getByRole('group', { name: `メール：${others}` }).getByRole('button', { name: 'まとめて' })
    await box.check()
    await daily.click()
    await page.getByLabel('まとめメールの時刻').fill('07:15')
    await page.getByRole('checkbox', { name: /静かな時間はメールを送らず/ }).check()
    await page.getByLabel('終了', { exact: true }).fill('22:00')
    await page.getByText('開始と違う時刻を入力してください').waitFor()
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByLabel('終了', { exact: true }).fill('06:30')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('設定を保存しました').waitFor()
    await page.getByRole('button', { name: '通知（未読1件）' }).waitFor()
    await page.reload()
    await box.waitFor()
    expect([await box.isChecked(), await daily.getAttribute('aria-pressed')]).toEqual([true, 'true'])
    expect(await page.getByLabel('まとめメールの時刻').inputValue()).toBe('07:15')
    expect([
      await page.getByLabel('開始', { exact: true }).inputValue(),
      await page.getByLabel('終了', { exact: true }).inputValue(),
    ]).toEqual(['22:00', '06:30'])
    expect(await page.getByRole('checkbox', { name: /新しい場所からのログイン/ }).isDisabled()).toBe(true)
  })
})
