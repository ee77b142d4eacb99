import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { fillLogin, isAt, makePerson, newAccount, newPage, pathOf } from './testing/people.ts'
import { sharedInFile } from './testing/shared-in-file.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const shared = sharedInFile(() => startWorld({ consoleFolder, sims: 2 }))
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

describe.skipIf(!findChromium())('the overview in the browser', () => {
  test('an empty installation shows the first steps, and the overview on request', async () => {
    await using world = await startWorld({ consoleFolder })
    await using browser = await openBrowser()
    const problems: string[] = []
    const page = await newPage(browser.context, problems)
    await signInByForm(page, world.server.url, await newAccount(world.server, 'ROOT'))
    await page.getByRole('link', { name: '概要', exact: true }).click()
    await page.getByRole('heading', { name: 'はじめの5ステップ' }).waitFor()
    expect(await page.title()).toBe('概要 · Simdeck')
    await page.getByText('0 / 5', { exact: true }).waitFor()
    await page.getByRole('button', { name: '概要を表示', exact: true }).click()
    await page.getByRole('heading', { name: '要対応' }).waitFor()
    await page.getByRole('button', { name: 'はじめの5ステップを表示' }).click()
    await page.getByRole('button', { name: 'CSVをインポート' }).click()
    await isAt(page, '/imports')
    expect(problems).toEqual([])
  })

  test('a member takes an item, which a colleague sees at once, and hands it back', async () => {
    const { server, install, upload } = await shared()
    await install(await upload(telemetryCap(4)))
    const colleague = await makePerson(server, 'ADMIN')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'ADMIN'))
    await visit(page, `${server.url}/dashboard`)
    await showOverview(page)
    const item = rowOf(page, 'メールサーバーが未設定です')
    await item.getByRole('button', { name: '自分が対応' }).click()
    await item.getByText('自分', { exact: true }).waitFor()
    await item.getByText(/^\d\d:\d\dまで$/).waitFor()
    const params = { key: 'mailServerMissing' } as const
    await expect(colleague.call(endpoints.claimAttention, { params })).rejects.toMatchObject({ body: { code: 'attentionTaken' } })
    await item.getByRole('button', { name: '対応をやめる' }).click()
    await item.getByRole('button', { name: '自分が対応' }).waitFor()
    await colleague.call(endpoints.claimAttention, { params })
    await item.getByText('山田 花子').waitFor()
    expect(await item.getByRole('button').count()).toBe(0)
    await colleague.call(endpoints.releaseAttention, { params })
    await item.getByRole('button', { name: '自分が対応' }).waitFor()
    await item.getByRole('link', { name: 'メールサーバーが未設定です' }).click()
    await isAt(page, '/settings/mail')
  })

  test('a campaign is paused and resumed with one click, and a change by a colleague leads to its record', async () => {
    const { server, upload, campaign, simIds } = await shared()
    const colleague = await makePerson(server, 'ADMIN')
    const { packageAID, otaVersion, label } = await upload(telemetryCap(5))
    const target = { appletType: 1 as const, package: { packageAID, otaVersion, label }, active: true }
    const { id, name } = await campaign(target, simIds, { startAt: new Date(Date.now() + 3_600_000).toISOString() })
    await colleague.call(endpoints.createGroup, { body: { name: '<i>北</i>' } })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'ADMIN'))
    await visit(page, `${server.url}/dashboard`)
    await showOverview(page)
    const row = rowOf(page, `#${id}`)
    await row.getByRole('button', { name: `${name}を一時停止` }).click()
    await row.getByText(/一時停止/).waitFor()
    await row.getByRole('button', { name: `${name}を再開` }).click()
    await row.getByRole('button', { name: `${name}を一時停止` }).waitFor()
    await page.getByRole('link', { name: '<i>北</i>' }).click()
    await page.getByRole('complementary', { name: '記録の詳細' }).getByText('グループを追加').waitFor()
  })

  test('a member chooses the overview as the screen after sign-in', async () => {
    const { server } = await shared()
    const account = await newAccount(server, 'MEMBER')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, account)
    expect(pathOf(page)).toBe('/')
    await visit(page, `${server.url}/personal/setting`)
    const choice = page.getByRole('group', { name: 'ログイン後に開く画面' })
    expect(await choice.getByLabel('SIM一覧').isChecked()).toBe(true)
    await choice.getByLabel('概要').check()
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('保存しました').waitFor()
    await page.goto(`${server.url}/`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(pathOf(page)).toBe('/')

    await using other = await openBrowser()
    const first = await other.context.newPage()
    await signInByForm(first, server.url, account)
    await isAt(first, '/dashboard')
    await using linked = await openBrowser()
    const second = await linked.context.newPage()
    await second.goto(`${server.url}/members`)
    await second.waitForURL(/\/login/)
    await fillLogin(second, account)
    await isAt(second, '/members')
  })

  test('the period is in the address, and the page fills the screen of a wall', async () => {
    const { server } = await shared()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    await visit(page, `${server.url}/dashboard`)
    await showOverview(page)
    await page.getByRole('button', { name: '30日', exact: true }).click()
    await page.waitForURL(/\?period=30d$/)
    await page.reload()
    await showOverview(page)
    expect(await page.getByRole('button', { name: '30日', exact: true }).getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: '全画面' }).click()
    await page.getByRole('button', { name: '全画面を終了' }).waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(1)
    await page.getByRole('button', { name: '全画面を終了' }).click()
    await page.getByRole('button', { name: '全画面', exact: true }).waitFor()
  })

  test('a member without the permissions for statistics and logs sees neither the overview nor the logs', async () => {
    await using server = await startTestServer({}, consoleFolder)
    await server.db
      .deleteFrom('role_permissions')
      .where('role_id', '=', roleIds.MEMBER)
      .where('permission', 'in', ['STATISTIC_MANAGEMENT', 'LOGS_SYSTEM_LOG'])
      .execute()
    const account = await newAccount(server, 'MEMBER')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, account)
    await page.getByRole('link', { name: '自動化', exact: true }).waitFor()
    for (const name of ['概要', 'ログ']) expect([name, await page.getByRole('link', { name, exact: true }).count()]).toEqual([name, 0])
    for (const path of ['/dashboard', '/logs', '/logs/system-log', '/logs/raw-api-log']) {
      await page.goto(server.url + path)
      await page.waitForURL(`${server.url}/`)
    }
  })
})

/** Passes the first steps of an installation that is not in use. */
async function showOverview(page: Page): Promise<void> {
  const overview = page.getByRole('heading', { name: '要対応' })
  const skip = page.getByRole('button', { name: '概要を表示', exact: true })
  await overview.or(skip).first().waitFor()
  if (await skip.isVisible()) await skip.click()
  await overview.waitFor()
}
