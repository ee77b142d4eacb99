import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

/** Number of toasts, and the buttons of the page's title row that they cover. */
const coveredActions = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[role="region"] [role="status"]')].map((one) => one.getBoundingClientRect())
    const covered = [...document.querySelectorAll<HTMLElement>('main h1 ~ div button')].filter((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return toasts.some((toast) => toast.left < right && toast.right > left && toast.top < bottom && toast.bottom > top)
    })
    return { toasts: toasts.length, covered: covered.map((button) => button.innerText) }
  })

/** Texts of the page in the colours of a failure. */
const inFailureColours = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    const colours = ['--sd-failed-text', '--sd-failed-solid'].map((name) => {
      probe.style.color = `var(${name})`
      return getComputedStyle(probe).color
    })
    probe.remove()
    const shown = [...document.querySelectorAll<HTMLElement>('main *')].filter((one) => colours.includes(getComputedStyle(one).color))
    return shown.map((one) => one.textContent)
  })

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('campaigns in the browser', () => {
  test('a list that is not reloaded shows a pause by one click and a stop confirmed in a dialog', async () => {
    await using world = await startWorld({ sims: 3, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const chosen = await world.upload(customCap(), 'stable')
    await using browser = await openBrowser()
    const list = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(list, url, account)
    await visit(list, `${url}/otas/campaigns`)
    await list.getByText('配信はまだありません').waitFor()

    const { id } = await world.install(chosen)
    const row = list.getByRole('row', { name: new RegExp(`#${id}`) })
    await row.getByText('実行中 0%').waitFor()

    const page = await browser.context.newPage()
    await visit(page, `${url}/otas/campaigns/${id}`)
    await page.getByRole('button', { name: '配信IDをコピー' }).waitFor()
    await page.getByRole('button', { name: '一時停止' }).click()
    await page.getByText('運用 太郎が一時停止しました').waitFor()
    await row.getByText('一時停止 0%').waitFor()

    await page.getByRole('button', { name: '停止', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '3台を取り消して停止' }).click()
    await page.getByText('配信を停止しました。3台は取り消し').waitFor()
    // Nothing was sent, so there is nothing to take back.
    expect(await page.getByRole('button', { name: 'ロールバック' }).count()).toBe(0)
    await row.getByText('停止', { exact: true }).waitFor()
    const cells = await row.getByRole('cell').allTextContents()
    const heads = await list.getByRole('columnheader').allTextContents()
    const shown = (name: string) => cells[heads.findIndex((head) => head.trim() === name)]
    expect([shown('成功'), shown('失敗'), shown('取り消し')]).toEqual(['0', '0', '3'])
    await page.getByRole('link', { name: '取り消し' }).click()
    await page.getByRole('row', { name: /SIM 2 .*取り消し/ }).waitFor()
    await page.getByRole('link', { name: /^失敗/ }).click()
    await page.getByText('この状態のSIMはありません').waitFor()
    expect(await world.admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ state: 'stopped', cancelled: 3 })

    // The package is deleted. List and page say so, and do not lead to another package of its key.
    await page.getByRole('link', { name: 'com.example.agent 1.0' }).waitFor()
    const { packageAID, otaVersion, label } = chosen
    await world.admin(endpoints.deletePackage, { params: { packageAID, otaVersion, label } })
    await visit(page, `${url}/otas/campaigns/${id}`)
    await page.getByText('com.example.agent 1.0 削除済み').waitFor()
    expect(await page.getByRole('link', { name: 'com.example.agent 1.0' }).count()).toBe(0)
    await visit(list, `${url}/otas/campaigns?packageDeleted=true`)
    await row.getByText('削除済み').waitFor()
    await list.getByRole('button', { name: 'パッケージの状態 削除済み' }).waitFor()
    await visit(list, `${url}/otas/campaigns`)

    // Tabs of the packages: each type has one tab under its own name. The page size belongs to the list of campaigns.
    await visit(page, `${url}/otas/poller`)
    const tabs = page.getByRole('navigation', { name: 'パッケージの種類' }).getByRole('link')
    expect(await tabs.filter({ hasText: 'ポーラー' }).count()).toBe(1)
    expect(await tabs.filter({ hasText: 'ポーラー' }).getAttribute('aria-current')).toBe('page')
    await list.getByRole('button', { name: /件ずつ表示/ }).click()
    await list.getByRole('menuitem', { name: /^50/ }).click()
    await visit(list, `${url}/otas/campaigns`)
    expect(await list.evaluate(() => JSON.parse(localStorage.getItem('simdeck') ?? '{}').state.paginate)).toEqual({ otaLog: 50 })
  })

  test('a second click right after a pause does not resume the campaign, and a later one does', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { url } = world.server
    const { id } = await world.install(await world.upload(customCap(), 'stable'))
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await page.clock.install()
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/campaigns/${id}`)
    const pause = page.getByRole('button', { name: '一時停止' })
    const resume = page.getByRole('button', { name: '再開' })
    const { x = 0, y = 0, width = 0, height = 0 } = (await pause.boundingBox()) ?? {}
    // The page's clock is stopped; each look advances it by a few milliseconds, so a slow machine makes no difference.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    const untilInPageTime = (look: () => Promise<boolean>) =>
      until(async () => {
        await page.clock.runFor(5)
        return look()
      })
    await page.mouse.click(x + width - 20, y + height / 2)
    await untilInPageTime(async () => (await page.getByText('運用 太郎が一時停止しました').count()) === 1)
    await untilInPageTime(async () => (await resume.getAttribute('aria-busy')) === null)
    expect(await resume.isDisabled()).toBe(true)
    await page.mouse.click(x + width - 20, y + height / 2)
    await page.clock.runFor(50)
    expect(await resume.count()).toBe(1)
    expect(await world.admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ state: 'paused' })

    await page.clock.runFor(2000)
    await page.mouse.click(x + width - 20, y + height / 2)
    await untilInPageTime(async () => (await pause.count()) === 1)
    expect(await world.admin(endpoints.getCampaign, { params: { id } })).toMatchObject({ state: 'running' })
  })

  test('a pause names the SIMs it holds, a stop cancels the SIMs that wait, and a pause can still hold the rest', async () => {
    await using world = await startWorld({ sims: 4, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { url, db } = world.server
    const { id } = await world.install(await world.upload(customCap(), 'stable'))
    const [begun = 0, interrupted = 0, waiting = 0] = world.simIds
    await db.updateTable('ota_jobs').set({ status: 'Started' }).where('sim_id', '=', begun).execute()
    await db.updateTable('ota_jobs').set({ status: 'Interrupted', code: 401 }).where('sim_id', '=', interrupted).execute()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/campaigns/${id}`)
    await page.getByRole('button', { name: '一時停止' }).click()
    await page.getByText('再開するまで、どのSIMにも送信しません。実行中・中断の2台は、途中で止まっています。続けるには再開、').waitFor()
    await page.getByRole('listitem').filter({ hasText: '実行中' }).getByText('再開するまで保留').waitFor()

    // The page of a SIM names the paused campaign until the campaign resumes.
    const sim = await browser.context.newPage()
    await visit(sim, `${url}/sims/${waiting}/${world.profiles[2]?.iccid}`)
    await sim.getByText('配信が一時停止中です。再開するまで、このSIMには何も送信しません。').waitFor()
    expect(await sim.getByText('次のポーリングで始まります').count()).toBe(0)
    await sim.getByRole('link', { name: `配信 #${id} を開く` }).waitFor()
    await page.getByRole('button', { name: '再開' }).click()
    await sim.getByText('次のポーリングで始まります').waitFor()
    expect(await sim.getByText('一時停止中').count()).toBe(0)

    const stop = page.getByRole('button', { name: '停止', exact: true })
    await stop.click()
    await page.getByRole('dialog').getByRole('button', { name: '2台を取り消して停止' }).click()
    await page.getByText('2台を取り消しました').hover()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.mouse.move(0, 0)
      await expect.poll(() => coveredActions(page)).toEqual({ toasts: 1, covered: [] })
      await page.getByText('2台を取り消しました').hover()
    }
    await sim.getByText('待機中に取り消されました').waitFor()
    expect(await inFailureColours(sim)).toEqual([])

    // The stop is not offered again, but a pause still holds the SIMs that have begun.
    await page.getByText('途中まで進んだ2台は最後まで進めます。').waitFor()
    expect(await stop.count()).toBe(0)
    await page.getByRole('button', { name: '一時停止' }).click()
    await page.getByText('途中まで進んだ2台は、再開するまで止まっています。').waitFor()
  })

  test('the table of SIMs fits a window of 1440 pixels in both languages and shows each cause in full', async () => {
    await using world = await startWorld({
      sims: 3,
      consoleFolder,
      profile: () => ({ poller: { intervalMinutes: 5940 } }),
      row: () => ({ device_alias: 'エレベーター監視-東京都千代田区-0075' }),
    })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { url, db } = world.server
    const { id } = await world.install(await world.upload(customCap(), 'stable'))
    const [interrupted = 0, failed = 0] = world.simIds
    const jobs = db.updateTable('ota_jobs')
    await jobs.set({ started_at: new Date(), interruptions: 12, acked: 100, total: 120 }).execute()
    await jobs.set({ status: 'Interrupted', code: 401, kind: 'remove' }).where('sim_id', '=', interrupted).execute()
    await jobs.set({ status: 'Failed', code: 500, sw: '6438', finished_at: new Date() }).where('sim_id', '=', failed).execute()
    await using browser = await openBrowser({ width: 1440 })
    const page = await browser.context.newPage()
    await signInByForm(page, url, account)
    for (const language of ['ja', 'en'] as const) {
      await setAppearance(page, { language, theme: 'light', width: 1440, height: 900 })
      await visit(page, `${url}/otas/campaigns/${id}`)
      const table = page.getByRole('table').last()
      expect(await table.getByRole('row').count()).toBe(4)
      const beyond = await table.evaluate((one: HTMLElement) => one.offsetWidth - (one.parentElement?.clientWidth ?? 0))
      expect([language, Math.max(beyond, 0)]).toEqual([language, 0])
      const cutLines = await table
        .getByRole('cell', { name: /^500 · 6438/ })
        .locator('> span')
        .evaluateAll((cells) => cells.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      expect(cutLines).toEqual([0])
    }
  })

  test('a wave that waits for a member is listed under 要対応, and its table of replacements fits a window of 1440 pixels', async () => {
    await using world = await startWorld({ sims: 3, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { url, db } = world.server
    const { packageAID, otaVersion, label } = await world.upload(customCap(), 'stable')
    const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { filter: {} } })
    const rollout = { waves: [{ sims: 1 }], order: 'id' as const, endedPercent: 100, next: 'manual' as const }
    const targets = [{ appletType: 1 as const, active: true, package: { packageAID, otaVersion, label } }]
    const { id } = await world.admin(endpoints.putBulkOta, { body: { snapshotId, targets, rollout } })
    await using browser = await openBrowser({ width: 1440 })
    const page = await browser.context.newPage()
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/campaigns`)
    await page.getByRole('link', { name: '要対応 0' }).waitFor()
    const jobs = await db.selectFrom('ota_jobs').select(['sim_id', 'wave', 'applet_type', 'package_id', 'package_aid']).execute()
    const ended = { started_at: new Date(), finished_at: new Date(), interruptions: 12, acked: 100, total: 120 }
    const removals = jobs.map((job) => ({
      ...job,
      ...ended,
      campaign_id: id,
      kind: 'remove' as const,
      step: 0,
      status: 'Succeeded' as const,
    }))
    await db.updateTable('ota_jobs').set({ step: 1 }).execute()
    await db.insertInto('ota_jobs').values(removals).execute()
    const first = db.updateTable('ota_jobs').where('sim_id', '=', world.simIds[0]!)
    await first.set({ ...ended, status: 'Succeeded' }).execute()
    await page.getByRole('link', { name: '要対応 1' }).click()
    await page.getByRole('row', { name: /1 \/ 2 開始待ち/ }).waitFor()
    for (const language of ['ja', 'en'] as const) {
      await setAppearance(page, { language, theme: 'light', width: 1440, height: 900 })
      await visit(page, `${url}/otas/campaigns/${id}`)
      const table = page.getByRole('table').last()
      expect(await table.getByRole('row').count()).toBe(4)
      const beyond = await table.evaluate((one: HTMLElement) => one.offsetWidth - (one.parentElement?.clientWidth ?? 0))
      expect([language, Math.max(beyond, 0)]).toEqual([language, 0])
    }
  })

  test('the palette finds a campaign by its number, with and without the sign, and by its name', async () => {
    await using world = await startWorld({ sims: 2, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const chosen = await world.upload(customCap(), 'stable')
    const { id, name } = await world.install(chosen, world.simIds.slice(0, 1))
    await world.install(chosen, world.simIds.slice(1))
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    for (const typed of [`#${id}`, `＃${id}`, String(id), name.toLowerCase()]) {
      await visit(page, world.server.url)
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').fill(typed)
      const found = page.getByRole('option', { name: new RegExp(`${name} *#${id} 実行中 0%`) })
      await found.waitFor()
      await until(async () => typed === name.toLowerCase() || (await found.getAttribute('aria-selected')) === 'true')
      await found.click()
      await page.waitForURL(`**/otas/campaigns/${id}`)
      await page.getByRole('heading', { name }).waitFor()
    }
    // Enter right after typing opens the campaign that was typed.
    await visit(page, world.server.url)
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill(`#${id}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/otas/campaigns/${id}`)
  })
})
