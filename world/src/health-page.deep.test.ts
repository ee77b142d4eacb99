import { beforeAll, describe, expect, test } from 'vitest'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the health page in the browser', () => {
  test('ROOT sees every job by name, and its failures and recovery without a reload', async () => {
    await using world = await startWorld({ consoleFolder })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url, db } = world.server
    await signInByForm(page, url, await newAccount(world.server, 'ROOT'))
    await visit(page, `${url}/settings/health`)
    const table = page.getByRole('region', { name: '稼働状況' })
    const mails = table.getByRole('row').filter({ hasText: 'メールの送信' })
    await mails.getByText('成功').waitFor()
    const names = await table.locator('tbody td:first-child').allInnerTexts()
    expect(names).toEqual(expect.arrayContaining(['インポートと一括処理', 'SIMの接続状態の更新', '期限切れのログインと古い記録の削除']))
    expect(new Set(names).size).toBe(names.length)

    await db.insertInto('queued_jobs').values({ queue: 'mails', key: 1, dead_at: new Date(), error: 'DeliveryFailure' }).execute()
    await mails.getByText('待ち0件 · 失敗1件').waitFor()
    await db.schema.alterTable('queued_jobs').renameColumn('attempts', 'attempts_away').execute()
    await mails.getByText('失敗（error 42703）').waitFor()
    await mails.getByRole('cell', { name: /^([2-9]|\d\d)$/ }).waitFor()
    expect(await table.locator('tbody td:first-child').first().innerText()).toMatch(
      /メールの送信|インポートと一括処理|配信の状態のSIMへの反映|大きな配信の準備|停止した配信の待機中のSIMの取り消し/,
    )
    await db.schema.alterTable('queued_jobs').renameColumn('attempts_away', 'attempts').execute()
    await mails.getByText('成功').waitFor()
  })
})
