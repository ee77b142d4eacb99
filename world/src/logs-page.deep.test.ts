import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { sharedInFile } from './testing/shared-in-file.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const shared = sharedInFile(() => startWorld({ consoleFolder }))
/** A time as the value of a field, in the time zone of the browser, which is that of the tests. */
const dateField = (ms: number): string => {
  const at = new Date(ms)
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const rowsOf = (page: Page, log: string) => page.getByRole('region', { name: log }).locator('tbody tr')

describe.skipIf(!findChromium())('the logs in the browser', () => {
  test('a change is opened with its values, sent as an address, followed live and paused', async () => {
    const { server } = await shared()
    const admin = await server.signIn('ADMIN')
    const sim = await admin(endpoints.createSim, { body: { iccid: '8981100000000000017', device_alias: '<img src=x>' } })
    const rename = (alias: string) => admin(endpoints.updateSim, { params: { id: sim.id }, body: { device_alias: alias } })
    await rename('=cmd()')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await page.getByRole('link', { name: 'ログ', exact: true }).first().click()
    await page.getByRole('link', { name: 'システムログ' }).first().click()
    const rows = rowsOf(page, 'システムログ')
    const changed = rows.filter({ hasText: 'デバイス名 <img src=x> → =cmd()' })
    await changed.getByRole('link').click()
    const panel = page.getByRole('complementary', { name: '記録の詳細' })
    await panel.getByText('SIMを変更').waitFor()
    await panel.getByRole('cell', { name: '<img src=x>' }).waitFor()
    expect(await page.locator('img[src=x]').count()).toBe(0)
    await page.reload()
    await panel.getByText('SIMを変更').waitFor()
    await page.keyboard.press('j')
    await panel.getByText('SIMを追加').waitFor()
    await page.keyboard.press('k')
    await panel.getByRole('link', { name: 'この対象の変更履歴' }).click()
    await page.getByText('2件', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'ライブ表示' }).click()
    await rename('second')
    await rows.filter({ hasText: '=cmd() → second' }).waitFor()
    await page.getByRole('button', { name: '一時停止' }).click()
    await rename('third')
    await page.getByRole('button', { name: '新しい記録1件を表示' }).waitFor()
    expect(await rows.filter({ hasText: 'second → third' }).count()).toBe(0)
    await page.getByRole('button', { name: '新しい記録1件を表示' }).click()
    await rows.filter({ hasText: 'second → third' }).waitFor()
    await page.getByRole('button', { name: '終了' }).click()

    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toMatch(/^system_\d{10}\.csv$/)
    const csv = readFileSync(await file.path(), 'utf8')
    expect(csv.split('\r\n')).toHaveLength(6)
    expect(csv).toContain('デバイス名 second → third')
    await page.getByRole('button', { name: '記録を検証' }).click()
    await page.getByText(/件を検証しました/).waitFor()
  })

  test('a change is named in words with the name of its author, and its e-mail as tooltip', async () => {
    const { server } = await shared()
    const { email } = await newAccount(server, 'MEMBER')
    const root = await server.signIn('ROOT')
    await root(endpoints.putMe, { body: { name: '根本 <b>' } })
    await root(endpoints.updateMember, { params: { email }, body: { name: '佐藤 花子' } })
    await root(endpoints.endMemberSignIns, { params: { email } })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/logs/system-log?person=${encodeURIComponent(root.email)}`)
    const row = rowsOf(page, 'システムログ').filter({ hasText: 'メンバーをすべてログアウト' })
    await row.waitFor()
    expect(await row.textContent()).not.toContain('/v1/')
    expect(await row.getByTitle(root.email).textContent()).toBe('根本 <b>')
    await row.getByRole('link').click()
    await page.getByRole('complementary', { name: '記録の詳細' }).getByText(root.email).waitFor()
  })

  test('the check of the chain shows its progress, is stopped with a word on how far it came, and continues', async () => {
    const { server } = await shared()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    const asked: string[] = []
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/logs/system/chain*', async (route) => {
      const after = new URL(route.request().url()).searchParams.get('after') ?? ''
      asked.push(after)
      if (asked.length === 2) await held.promise
      const rows = Math.min(25_000, Number(after) + 10_000)
      const data = { checked_at: new Date().toISOString(), rows, total: 25_000, done: rows === 25_000, fault: null }
      await route.fulfill({ json: { data } }).catch(() => undefined)
    })
    await visit(page, `${server.url}/logs`)
    await page.getByRole('button', { name: '記録を検証' }).click()
    await page.getByText('25,000件中10,000件を検証しました').waitFor()
    await page.getByRole('link', { name: 'システムログ' }).first().click()
    await page.getByRole('progressbar', { name: '記録を検証しています' }).waitFor()
    await page.getByRole('button', { name: '検証を中止' }).click()
    held.resolve()
    await page.getByText('25,000件中10,000件まで検証しました').waitFor()
    await page.getByRole('button', { name: '続きを検証' }).click()
    await page.getByText('25,000件を検証しました。途切れや改ざんはありません。').waitFor()
    expect(asked).toEqual(['0', '10000', '10000', '20000'])
  })

  test('a page of the system log has 100 records, and a record tells the outcome of its request', async () => {
    const { server } = await shared()
    const admin = await server.signIn('ADMIN')
    const group = { name: 'ログの結果' }
    await admin(endpoints.createGroup, { body: group })
    await admin(endpoints.createGroup, { body: group }).catch(() => null)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/logs/system-log`)
    await page.getByRole('button', { name: '100件ずつ表示' }).waitFor()
    const panel = page.getByRole('complementary', { name: '記録の詳細' })
    const records = rowsOf(page, 'システムログ').filter({ hasText: 'グループを追加' })
    await records.filter({ hasText: '失敗' }).first().getByRole('link').first().click()
    await panel.getByText('リクエストはエラーになりました').waitFor()
    await records.filter({ hasText: '成功' }).first().getByRole('link').first().click()
    await panel.getByText('リクエストは成功しました').waitFor()
  })

  test('a broken chain is told with its first fault', async () => {
    await using world = await startWorld({ consoleFolder })
    const admin = await world.server.signIn('ADMIN')
    await admin(endpoints.createGroup, { body: { name: 'North' } })
    await world.server.db.updateTable('action_logs').set({ request_by: 'someone@example.com' }).where('id', '=', 1).execute()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, await newAccount(world.server, 'MEMBER'))
    await visit(page, `${world.server.url}/logs`)
    await page.getByRole('button', { name: '記録を検証' }).click()
    await page.getByRole('alert').filter({ hasText: '記録1（' }).waitFor()
  })

  test('a MEMBER sees the system log only, an ADMIN finds failed sign-ins in the security log', async () => {
    const { server } = await shared()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/logs`)
    await page.getByRole('rowheader', { name: 'システムログ' }).waitFor()
    expect(await page.getByText('セキュリティログ').count()).toBe(0)
    await page.goto(`${server.url}/logs/security-log`)
    await page.waitForURL(`${server.url}/`)

    const victim = await newAccount(server, 'MEMBER')
    await server.anonymous(endpoints.login, { body: { email: victim.email, password: 'Wrong-password-1' } }).catch(() => null)
    await using second = await openBrowser()
    const admins = await second.context.newPage()
    await signInByForm(admins, server.url, await newAccount(server, 'ADMIN'))
    await visit(admins, `${server.url}/logs/security-log?outcome=failure`)
    const row = rowsOf(admins, 'セキュリティログ').filter({ hasText: victim.email })
    await row.getByText('失敗').waitFor()
    await row.getByRole('link').click()
    await admins.getByRole('complementary', { name: '記録の詳細' }).getByText('POST /v1/login').waitFor()
  })

  test('of more than 1,000 records the first 1,000 are shown and downloaded, which the screen says', async () => {
    await using world = await startWorld({ consoleFolder })
    const { server } = world
    const row = (id: number) => ({
      id,
      action: 'memberAdd' as const,
      url: `/v1/member/${id}`,
      method: 'POST',
      request_params: '{}',
      request_by: 'root@example.com',
      request_at: new Date(Date.UTC(2026, 0, 1) + id * 1000),
      status: 200,
      message: null,
      client_type: 'WEB_UI' as const,
      ip: '127.0.0.1',
      mac: Buffer.alloc(32),
    })
    const values = Array.from({ length: 1030 }, (_, index) => row(index + 1))
    await server.db.insertInto('action_logs').values(values).execute()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/logs/system-log`)
    await page.getByText('表示とダウンロードは先頭の1,000件までです。条件を絞ってください。').waitFor()
    await page.getByText('1,000件以上', { exact: true }).waitFor()
    expect(await rowsOf(page, 'システムログ').count()).toBe(100)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(1001)
    expect([lines[1], lines[1000]].map((line) => line!.split(',')[0])).toEqual(['1030', '31'])
    await visit(page, `${server.url}/logs/system-log?message=member/1030`)
    await page.getByText('1件', { exact: true }).waitFor()
    expect(await page.getByText('先頭の1,000件').count()).toBe(0)
  })

  test('the calls of the APIs are listed, and bodies are recorded once ROOT has set an end', async () => {
    await using world = await startWorld({ consoleFolder })
    const { server } = world
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'ROOT'))
    await visit(page, `${server.url}/logs`)
    await page.getByText('本文は記録していません').waitFor()
    await page.getByRole('button', { name: '保存期間と本文の記録' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('生APIログの保存期間（日）').fill('401')
    await dialog.getByLabel('要求と応答の本文を記録する').check()
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('1–400の数字で入力してください').waitFor()
    await dialog.getByText('今から7日以内の日時にしてください').waitFor()
    await dialog.getByLabel('生APIログの保存期間（日）').fill('30')
    await dialog.getByLabel('終了日時').fill(dateField(Date.now() + 86_400_000))
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByText('まで、生APIログに本文を記録しています').waitFor()
    await page.getByRole('row').filter({ hasText: '生APIログ' }).getByText('30日').waitFor()

    const admin = await server.signIn('ADMIN')
    let made = 0
    await until(async () => {
      await admin(endpoints.createGroup, { body: { name: `<b>北</b>${made++}` } })
      const { data } = await admin(endpoints.listRawApiLogs, { query: { route: '/v1/groups', take: 1 } })
      return data[0]?.request_body
    })
    await visit(page, `${server.url}/logs/raw-api-log?route=/v1/groups`)
    const row = rowsOf(page, '生APIログ').filter({ hasText: '/v1/groups' }).first()
    await row.getByText('成功').waitFor()
    await row.getByRole('link').click()
    await page.getByRole('region', { name: '要求の本文' }).getByText('<b>北</b>').waitFor()
    await visit(page, `${server.url}/logs/raw-proxy-log`)
    await page.getByText('記録はありません').waitFor()
  })

  test('ROOT forwards the logs to a syslog receiver, whose failure is shown, and stops it', async () => {
    const { server } = await shared()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'ROOT'))
    await visit(page, `${server.url}/logs`)
    await page.getByText('転送していません。').waitFor()
    await page.getByRole('button', { name: '転送の設定' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('ホスト').fill('http://x')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('ホスト名またはIPアドレスを入力してください').waitFor()
    await dialog.getByLabel('ホスト').fill('127.0.0.1')
    await dialog.getByLabel('ポート').fill('1')
    await dialog.getByLabel('受信側の認証局の証明書（PEM）').fill('x')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('証明書（PEM形式、BEGIN CERTIFICATEで始まるもの）だけを入力してください').waitFor()
    await dialog.getByLabel('受信側の認証局の証明書（PEM）').fill('')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('転送先 127.0.0.1:1').waitFor()
    await page.getByRole('alert').filter({ hasText: '受信側に接続できません。' }).waitFor()
    await page.getByRole('button', { name: '転送の設定' }).click()
    await dialog.getByRole('button', { name: '転送を止める' }).click()
    await page.getByRole('dialog', { name: '転送を止める' }).getByRole('button', { name: '転送を止める' }).click()
    await page.getByText('転送していません。').waitFor()
  })

  test('the page of a SIM has its changes, which lead to the system log', async () => {
    const { server } = await shared()
    const admin = await server.signIn('ADMIN')
    const iccid = '8981100000000000025'
    const { id } = await admin(endpoints.createSim, { body: { iccid, device_alias: '水位計' } })
    await admin(endpoints.updateSim, { params: { id }, body: { device_alias: '水位計-呉' } })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/sims/${id}/${iccid}`)
    await page.getByRole('link', { name: '変更履歴' }).click()
    const changes = page.getByRole('list', { name: '変更履歴' }).getByRole('listitem')
    await changes.filter({ hasText: 'デバイス名 水位計 → 水位計-呉' }).getByRole('link').click()
    await page.getByRole('complementary', { name: '記録の詳細' }).getByRole('cell', { name: '水位計', exact: true }).waitFor()
    expect(await rowsOf(page, 'システムログ').count()).toBe(2)
  })
})
