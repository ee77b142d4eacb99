import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { storeMinute } from '@simdeck/server/dashboard/figures-queries.ts'
import { notify } from '@simdeck/server/platform/notifications/notify.ts'
import { startTestServer, type TestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { focusedNames, tabTo } from './testing/keyboard.ts'
import { makePerson, newPage } from './testing/people.ts'
import { signInByForm, visit } from './testing/visit.ts'

let server: TestServer
let browser: Browser
let page: Page
const problems: string[] = []

beforeAll(async () => {
  if (!findChromium()) return
  server = await startTestServer({}, await builtConsole())
  await addSims(
    server.db,
    Array.from({ length: 3 }, () => ({ status: 'ACTIVATED' })),
  )
  const colleague = await server.signIn('ADMIN', 'ja')
  const table = { order: [], hidden: [], density: 'default' as const }
  await colleague(endpoints.createSimView, { body: { name: '利用中', shared: true, search: { status: 'ACTIVATED' }, table } })
  await storeMinute(server.db, new Date(Math.floor(Date.now() / 60_000) * 60_000 - 120_000), {
    figures: { sims: 3, online: 0, expected: 3 },
    fleet: null,
  })
  browser = await openBrowser()
  page = await newPage(browser.context, problems)
  await signInByForm(page, server.url, await makePerson(server, 'ROOT'))
})
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const to = (name: string, options?: Parameters<typeof tabTo>[2]) => tabTo(page, name, options)
const open = async (path: string): Promise<void> => {
  await visit(page, server.url + path)
  expect(await focusedNames(page).then((names) => names.length)).toBeLessThanOrEqual(2)
}
/** Goes to a control by Tab and presses Enter on it. */
const enter = async (name: string, options?: Parameters<typeof tabTo>[2]): Promise<void> => {
  await to(name, options)
  await page.keyboard.press('Enter')
}
const focusIs = async (name: string): Promise<void> => {
  await expect.poll(() => focusedNames(page)).toContain(name)
}

describe.runIf(findChromium())('overview, bell, alert rules and logs without a mouse', () => {
  test('an item of the overview is taken and handed back, its charts are read as tables, and the period is changed', async () => {
    await open('/dashboard')
    await enter('概要を表示')
    await page.getByRole('heading', { name: '要対応' }).waitFor()
    expect(await focusedNames(page)).not.toEqual([])
    await enter('メールサーバーが未設定です：自分が対応')
    await focusIs('メールサーバーが未設定です：対応をやめる')
    await page.keyboard.press('Enter')
    await focusIs('メールサーバーが未設定です：自分が対応')

    await page.getByRole('region', { name: 'オンのSIM 24時間' }).locator('svg').first().waitFor()
    await enter('オンのSIM 24時間：表、PNG、CSV')
    await page.getByRole('menuitem', { name: '表で見る' }).waitFor()
    await enter('表で見る', { key: 'ArrowDown' })
    await page.getByRole('dialog', { name: 'オンのSIM 24時間' }).waitFor()
    await page.keyboard.press('Escape')
    await focusIs('オンのSIM 24時間：表、PNG、CSV')

    await enter('7日', { key: 'Shift+Tab' })
    await page.waitForURL(/period=7d/)
    await focusIs('7日')
    await enter('期間を指定')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focusIs('期間を指定')
    expect(problems).toEqual([])
  })

  test('the bell is opened, its tabs are changed, a notification is followed, and Escape returns to the bell', async () => {
    const params = { name: '全国', sims: 12, failed: 3, ended: 4 }
    await server.db.transaction().execute((trx) => notify(trx, { kind: 'campaignPaused', params, ownerId: null }))
    await open('/logs')
    await enter('通知', { begins: true })
    const dialog = page.getByRole('dialog', { name: '通知' })
    await dialog.waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await focusedNames(page))[0] ?? '').toMatch(/^通知/)
    await to('ログの一覧')
    expect(problems).toEqual([])
  })

  test('a rule is added, rests, is opened and deleted', async () => {
    await open('/alerts')
    await enter('ルールを追加')
    await page.getByRole('heading', { name: '新しいルール' }).waitFor()
    await to('名前')
    await page.keyboard.type('利用中が多い')
    await to('何を見るか')
    await page.keyboard.type('利用中')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await to('しきい値（台）')
    await page.keyboard.type('1')
    await to('メンバーを追加')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: /：ベル$/ }).waitFor()
    await enter('保存して監視を始める')
    await page.getByRole('row', { name: /利用中が多い/ }).waitFor()
    await to('「利用中が多い」の監視')
    await page.keyboard.press('Space')
    await expect.poll(() => page.getByRole('switch', { name: '「利用中が多い」の監視' }).getAttribute('aria-checked')).toBe('false')
    await focusIs('「利用中が多い」の監視')
    await enter('利用中が多い', { key: 'Shift+Tab' })
    await enter('ルールを削除')
    await page.getByRole('dialog', { name: 'ルールを削除' }).waitFor()
    await page.keyboard.press('Escape')
    await focusIs('ルールを削除')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'ルールを削除' }).waitFor()
    await enter('ルールを削除')
    await page.getByText('ルールはまだありません').waitFor()
    await enter('履歴')
    await page.waitForURL(/\/alerts\/history/)
    expect(problems).toEqual([])
  })

  test.each(['system-log', 'security-log', 'raw-api-log'])(
    'the log %s is filtered, read record by record, and followed live, and the focus is never lost',
    async (log) => {
      await open(`/logs/${log}`)
      await page.locator('tbody tr').nth(1).waitFor()
      await enter('条件を追加')
      await page.getByRole('button', { name: '結果', exact: true }).waitFor()
      await enter('結果')
      await page.getByRole('button', { name: '適用' }).waitFor()
      await page.keyboard.press('Escape')
      await focusIs('条件を追加')

      await to(await page.locator('tbody a').first().innerText())
      const opened = await focusedNames(page)
      await page.keyboard.press('Enter')
      const panel = page.getByRole('complementary', { name: '記録の詳細' })
      await panel.waitFor()
      const head = () => panel.getByRole('heading').first().innerText()
      await expect.poll(head).toContain('この表示の1件目')
      await page.keyboard.press('j')
      await expect.poll(head).toContain('この表示の2件目')
      await enter('前の記録')
      await expect.poll(head).toContain('この表示の1件目')
      await enter('閉じる')
      await panel.waitFor({ state: 'detached' })
      await focusIs(opened[0]!)

      await enter('ライブ表示', { key: 'Shift+Tab' })
      await focusIs('一時停止')
      await page.keyboard.press('Enter')
      await focusIs('再開')
      await enter('終了')
      await focusIs('ライブ表示')
      expect(problems).toEqual([])
    },
  )

  test('the log of calls to other systems and the list of logs are reached, with their dialogs', async () => {
    await open('/logs/raw-proxy-log')
    await enter('条件を追加')
    await page.getByRole('button', { name: '結果', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await focusIs('条件を追加')
    await enter('ログの一覧', { key: 'Shift+Tab' })
    await page.waitForURL(/\/logs$/)
    for (const name of ['保存期間と本文の記録', '転送の設定']) {
      await enter(name)
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await focusIs(name)
    }
    await enter('記録を検証')
    await page.getByText(/件を検証しました/).waitFor()
    await focusIs('記録を検証')
    expect(problems).toEqual([])
  })
})
