import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

/** INSTALL is refused. */
const refusedInstall = { kind: 'statusWord', sw: 0x6985, ins: 0xe6, skip: 1 } as const
const folder = process.env['OTA_LOG_PICTURES']

describe.skipIf(!findChromium())('the raw OTA logs in the browser', () => {
  test('messages are filtered by status word, opened, and their session is read as a trace; without the permission the logs are hidden', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, profile: () => ({ misbehaviours: [refusedInstall] }) })
    const { id } = await world.install(await world.upload(customCap(), 'stable'))
    await world.finished(id)
    const { url } = world.server
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, url, await newAccount(world.server, 'ADMIN'))
    await visit(page, `${url}/logs`)
    await page.getByRole('link', { name: '生OTAサービスログ' }).first().click()
    const rows = page.getByRole('region', { name: '生OTAサービスログ' }).locator('tbody tr')
    await rows.filter({ hasText: 'POLL' }).first().waitFor()
    const field = page.getByRole('searchbox', { name: '検索' })
    await field.fill('zzzz')
    await page.getByText('セッションの番号は8桁の16進数、ICCIDは19桁か20桁の数字です').waitFor()
    await field.fill(world.profiles[0]!.iccid.replace(/(.{4})/g, '$1 '))
    await page.getByRole('button', { name: '条件「ICCID」を外す' }).click()
    await page.getByRole('button', { name: '条件を追加' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'ステータスワード' }).click()
    await page.getByRole('textbox', { name: 'ステータスワード' }).fill('698')
    await page.getByRole('button', { name: '適用' }).click()
    await page.getByText('ステータスワードは4桁の16進数です').waitFor()
    await page.getByRole('textbox', { name: 'ステータスワード' }).fill('6985')
    await page.getByRole('button', { name: '適用' }).click()
    await page.getByText('1件', { exact: true }).waitFor()
    await rows.getByRole('link').first().click()
    const panel = page.getByRole('complementary', { name: '記録の詳細' })
    await panel.getByText(/^6985 /).waitFor()
    for (const [language, width] of [
      ['ja', 1440],
      ['en', 1440],
      ['ja', 390],
    ] as const) {
      await setAppearance(page, { language, theme: 'light', width, height: 900 })
      await panelIn(language).waitFor()
      expect(await axeViolations(page)).toEqual([])
      if (folder) await page.screenshot({ path: `${folder}/message-${language}-${width}.png` })
    }
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await panel.getByRole('button', { name: 'セッションを開く' }).click()
    const trace = page.getByRole('dialog')
    await trace.getByText('RES_COMMAND_APDU').first().waitFor()
    await trace.getByText('16進').click()
    await trace.getByText('INSTALL').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    if (folder) await page.screenshot({ path: `${folder}/trace.png` })
    await trace.getByRole('button', { name: '閉じる', exact: true }).last().click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\uFEFFid,time,direction[\s\S]*6985/)
    await panel.getByRole('link', { name: 'このセッションの記録' }).click()
    await rows.nth(4).waitFor()

    await visit(page, `${url}/logs/raw-ota-api-log`)
    await page.getByText('/ota-api/admin/bulkOTA').first().waitFor()
    expect(await page.getByText('/v1/login').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    if (folder) await page.screenshot({ path: `${folder}/api.png` })
    const [calls] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(calls.suggestedFilename()).toMatch(/^rawOtaApi_\d+\.csv$/)
    await page.getByRole('table').getByRole('link').first().click()
    await panel.getByRole('link', { name: 'この呼び出し元の記録' }).click()
    await page.getByRole('button', { name: '条件「呼び出し元（メールアドレス、API ID）」を外す' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/logs/raw-ota-api-log')

    await using other = await openBrowser()
    const reader = await other.context.newPage()
    await signInByForm(reader, url, await newAccount(world.server, 'MEMBER'))
    await visit(reader, `${url}/logs`)
    await reader.getByRole('link', { name: 'システムログ' }).first().waitFor()
    expect(await reader.getByRole('link', { name: /生/ }).count()).toBe(0)
    for (const path of ['/logs/raw-ota-api-log', '/logs/raw-ota-service-log']) {
      await reader.goto(url + path)
      await reader.waitForURL((at) => at.pathname === '/')
    }

    function panelIn(language: 'ja' | 'en') {
      return page.getByRole('complementary', { name: language === 'ja' ? '記録の詳細' : 'Record' })
    }
  })

  test('the file of a log that grows meanwhile has each message once, and none is left out', async () => {
    await using world = await startWorld({ consoleFolder })
    const { db, url } = world.server
    const fields = JSON.stringify({})
    const grow = (messages: number) =>
      db
        .insertInto('raw_ota_service_logs')
        .values(
          Array.from({ length: messages }, (_, sequence) => ({
            at: new Date(),
            sim_id: null,
            session_id: 171,
            sequence,
            job_id: null,
            direction: 'card' as const,
            code: 5,
            bytes: 40,
            fields,
            commands: JSON.stringify([]),
          })),
        )
        .execute()
    await grow(450)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, url, await newAccount(world.server, 'ADMIN'))
    for (const order of ['DESC', 'ASC']) {
      await visit(page, `${url}/logs/raw-ota-service-log?sort=at:${order}`)
      await page.route('**/v1/logs/raw-ota-service?*', async (route) => {
        await grow(30)
        await route.continue()
      })
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
      await page.unroute('**/v1/logs/raw-ota-service?*')
      const lines = readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n')
        .slice(1)
      const ids = lines.map((line) => Number(line.split(',')[0]))
      const step = order === 'ASC' ? 1 : -1
      expect(ids.length).toBeGreaterThan(450)
      expect([order, ids]).toEqual([order, ids.map((_, at) => ids[0]! + step * at)])
    }
  })
})
