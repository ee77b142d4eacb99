import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { memberByEmail } from '@simdeck/server/testing/people.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const changesOn = (page: Page) => page.getByRole('list', { name: '変更履歴' })
const entry = (page: Page, words: string) => changesOn(page).locator('> li').filter({ hasText: words })

describe.skipIf(!findChromium())('the change history of a record', () => {
  test('the pages of a group, a package, a campaign and a member tell each change with the values before and after, page by page', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    const { server, admin, upload } = world
    const group = await admin(endpoints.createGroup, { body: { name: '西日本' } })
    for (let n = 1; n <= 24; n++) {
      const body = { name: '西日本', phone_number: `06-0000-${1000 + n}`, address: n === 24 ? '<b>大阪</b>' : null }
      await admin(endpoints.updateGroup, { params: { id: group.id }, body })
    }
    await addSims(server.db, [{ group_id: group.id }, { group_id: group.id }])
    const { packageAID, otaVersion, label } = await upload(customCap(), 'stable')
    await admin(endpoints.updatePackage, { params: { packageAID, otaVersion, label }, body: { notes: '本番用' } })
    const campaign = await world.campaign({ appletType: 1, active: true, package: { packageAID, otaVersion, label } })
    await admin(endpoints.changeCampaign, { params: { id: campaign.id }, body: { action: 'pause' } })
    const root = await server.signIn('ROOT', 'en', true)
    const reader = await newAccount(server, 'MEMBER')
    await root(endpoints.updateMember, { params: { email: reader.email }, body: { name: '水野 葵' } })
    const { id: memberId } = await memberByEmail(root, reader.email)

    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, reader)
    await visit(page, `${server.url}/groups/${group.id}/history`)
    const newest = entry(page, '電話番号 06-0000-1023 → 06-0000-1024')
    await newest.getByText('住所 — → <b>大阪</b>').waitFor()
    expect(await changesOn(page).locator('> li').count()).toBe(20)
    await page.getByRole('button', { name: '次のページ' }).click()
    await entry(page, '電話番号 06-0000-1001 → 06-0000-1002').waitFor()
    expect(await changesOn(page).locator('> li').count()).toBe(5)
    await page.getByRole('button', { name: '前のページ' }).click()
    await newest.getByRole('link').click()
    await page.getByRole('complementary', { name: '記録の詳細' }).getByRole('cell', { name: '06-0000-1023' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: '2台' }).click()
    await page.getByRole('table').waitFor()
    expect(new URL(page.url()).search).toBe(`?group=${group.id}`)

    await visit(page, `${server.url}/otas/package/detail/${packageAID}/${otaVersion}/${label}`)
    await entry(page, 'メモ — → 本番用').waitFor()
    await visit(page, `${server.url}/otas/campaigns/${campaign.id}`)
    await entry(page, '状態 実行中 → 一時停止').waitFor()
    await visit(page, `${server.url}/members`)
    await page.getByRole('link', { name: '水野 葵' }).click()
    await entry(page, '名前 山田 花子 → 水野 葵').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/members/${memberId}`)

    await server.db
      .deleteFrom('role_permissions')
      .where('role_id', '=', roleIds.MEMBER)
      .where('permission', '=', 'LOGS_SYSTEM_LOG')
      .execute()
    await visit(page, `${server.url}/groups/${group.id}`)
    await page.getByRole('link', { name: '2台' }).waitFor()
    expect(await page.getByText('変更履歴').count()).toBe(0)
    for (const missing of ['/groups/999999', '/groups/x', '/members/999999']) {
      await visit(page, server.url + missing)
      await page.getByRole('heading', { level: 1, name: /が見つかりません/ }).waitFor()
    }
  })
})
