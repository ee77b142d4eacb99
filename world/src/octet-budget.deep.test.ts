import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, settled, signInByForm } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('a budget of octets in all', () => {
  test('the wizard sets it and tells for how many SIMs it suffices; the campaign pauses at it, and resumes with a larger one', async () => {
    await using world = await startWorld({ sims: 4, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    const { url, db } = world.server
    await makeAccount(db, { ...account, name: '運用 太郎', role: 'ROOT' })
    const { packageAID, otaVersion, label } = await world.upload(customCap({ codeSize: 12_000 }), 'stable')
    await db.updateTable('sim_contacts').set({ receive_buffer: 1024 }).execute()
    const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
    const targets = [{ appletType: 1 as const, package: { packageAID, otaVersion, label }, active: true }]
    const { bytesPerSim } = await world.admin(endpoints.dryRunBulkOta, { body: { snapshotId: snapshot.id, targets } })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const field = (name: string) => page.getByRole('textbox', { name })
    const pictures = process.env['BUDGET_PICTURES']
    const picture = async (name: string) => {
      if (!pictures) return
      for (const language of ['ja', 'en'] as const)
        for (const width of [1440, 390]) {
          await setAppearance(page, { language, theme: 'light', width, height: 900 })
          await settled(page)
          await page.screenshot({ path: `${pictures}/${name}-${language}-${width}.png`, fullPage: true })
        }
      await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    }
    await signInByForm(page, url, account)
    await page.goto(`${url}/otas/execute`)
    await page.getByRole('checkbox', { name: 'すべてのSIM（4台）を対象にする' }).check()
    await button('4台で次へ').click()
    await page.getByText('カスタム', { exact: true }).click()
    await page.getByRole('radio', { name: /stable/ }).check()
    await button('次へ').click()
    await page.getByText('同時実行・再試行・通信量', { exact: true }).click()
    const inAll = field('全体の通信量の上限（バイト）')
    await field('1台の通信量の上限（バイト）').fill('90000')
    await inAll.fill('89999')
    await page.getByText('1台の通信量の上限以上にしてください').waitFor()
    expect(await button(/配信を開始/).isDisabled()).toBe(true)
    await field('1台の通信量の上限（バイト）').fill('')
    await inAll.fill('10000000000001')
    await page.getByText('1–10,000,000,000,000の整数で入力してください').waitFor()
    await inAll.fill('25000')
    await page.getByText('25 KB · 約1台分（全4台）').waitFor()
    await picture('wizard')
    await button(/4台に配信を開始/).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    await page.getByText('0 B / 25 KB（0%）').waitFor()

    const [campaign] = (await world.admin(endpoints.listCampaigns, { query: {} })).data
    const { id } = campaign!
    const read = () => world.admin(endpoints.getCampaign, { params: { id } })
    const sims = world.fleet.sims
    const poll = (at: number) => sims[at]!.pollNow()
    const first = await until(async () => {
      poll(0)
      const now = await read()
      return now.counts.Succeeded === 1 && now
    })
    expect(first).toMatchObject({ state: 'running' })
    // The octets are those of the messages, and those that the dry run expects of one SIM.
    const sent = () =>
      db
        .selectFrom('raw_ota_service_logs')
        .select((log) => log.fn.sum<number>('bytes').as('octets'))
        .where('session_id', '<>', 0)
        .executeTakeFirstOrThrow()
    await until(async () => Number((await sent()).octets) === first.octets)
    expect(Math.abs(first.octets! - bytesPerSim) / bytesPerSim).toBeLessThan(0.02)
    await page.getByText(/1\d\.\d KB \/ 25 KB/).waitFor()

    const paused = await until(async () => {
      poll(1)
      poll(2)
      const now = await read()
      return now.state === 'paused' && now
    })
    expect(paused).toMatchObject({ paused: { cause: 'octets' } })
    expect(paused.octets).toBeGreaterThanOrEqual(25_000)
    await page.getByText(/全体の通信量の上限に達したため、自動で一時停止しました/).waitFor()
    await page.getByText(/通信量の上限で一時停止：/).waitFor()
    expect(await button(/^再開$/).count()).toBe(0)
    expect(await button('上限を増やして再開').isDisabled()).toBe(true)
    await picture('paused')
    await field('新しい上限（バイト）').fill('25001')
    await page.getByText(/使用した.*バイトより大きい整数で入力してください/).waitFor()
    await field('新しい上限（バイト）').fill('900000')
    await button('上限を増やして再開').click()
    await page.getByText(/KB \/ 900 KB（/).waitFor()
    await until(async () => {
      for (const at of sims.keys()) poll(at)
      return (await read()).finishedAt
    })
    const ended = await world.finished(id)
    expect(ended).toMatchObject({ state: 'completed', counts: { Succeeded: 4 } })
    await page.getByText('全体の通信量の上限 25 KB → 900 KB').waitFor()
    await picture('ended')
  })
})
