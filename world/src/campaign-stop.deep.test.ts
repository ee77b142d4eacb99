import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { closeFinishedCampaigns } from '@simdeck/server/campaigns/campaigns.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const sims = 102

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the stop of a campaign in the browser', () => {
  test('a stop of many SIMs needs their number; the page and the list then show what is cancelled and what continues', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    const { db, url } = world.server
    await makeAccount(db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const added = await addSims(
      db,
      Array.from({ length: sims }, (_, n) => ({ iccid: `89811000007${String(n).padStart(8, '0')}`, has_keys: true })),
    )
    const { packageAID, otaVersion, label } = await world.upload(customCap(), 'stable')
    const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: added } })
    const targets = [{ appletType: 1 as const, package: { packageAID, otaVersion, label }, active: true }]
    const { id } = await world.admin(endpoints.putBulkOta, {
      body: { snapshotId, targets, confirmedCount: sims, rollout: { waves: [{ sims: 100 }], order: 'id' } },
    })
    await db.updateTable('ota_jobs').set({ status: 'Started' }).where('sim_id', '=', added[0]!).execute()

    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/campaigns/${id}`)
    await page.getByRole('button', { name: '停止', exact: true }).click()
    const condition = page.getByText('95%が終了したら次へ進みます')
    await condition.waitFor()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: '101台を取り消して停止' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('確認のため、取り消す台数 101 を入力').fill('101')
    await confirm.click()
    await page.getByText('途中まで進んだ1台は最後まで進めます。').waitFor()
    await page.getByText('停止処理中').first().waitFor()
    await page.getByText('未配信のまま2台を取り消し').waitFor()
    expect(await condition.count()).toBe(0)
    expect(await page.getByRole('button', { name: '停止', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: '一時停止' }).count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await visit(page, `${url}/otas/campaigns?state=stopping`)
    await page.getByRole('row', { name: /停止処理中/ }).waitFor()

    await db.updateTable('ota_jobs').set({ status: 'Succeeded' }).where('sim_id', '=', added[0]!).execute()
    await closeFinishedCampaigns(db, [id])
    await visit(page, `${url}/otas/campaigns/${id}`)
    await page.getByText('配信を停止しました。101台は取り消し（未実行）、1台が成功').waitFor()
    await page.getByText('1/ 102台が終了取り消し 101台').waitFor()
    await visit(page, `${url}/otas/campaigns`)
    await page.getByText('1 / 102台').waitFor()
  })

  test('a campaign whose SIMs have all begun cannot be stopped, but paused', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    const { db, url } = world.server
    await makeAccount(db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { id } = await world.install(await world.upload(customCap(), 'stable'))
    await db.updateTable('ota_jobs').set({ status: 'Started' }).where('campaign_id', '=', id).execute()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/campaigns/${id}`)
    const stop = page.getByRole('button', { name: '停止', exact: true })
    await stop.click()
    await page.getByRole('dialog').getByText('残りの1台は途中まで進んでいるため、取り消せません。').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '一時停止' }).click()
    await page.getByText('実行中・中断の1台は、途中で止まっています。').waitFor()
    expect(await stop.isDisabled()).toBe(true)
    await page.getByRole('note', { name: /^待機中のSIMはありません。/ }).waitFor()
  })

  test('the page and the list show how far the set-up of a campaign is, and why it did not start', async () => {
    await using world = await startWorld({ sims: 2, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    const { db, url } = world.server
    await makeAccount(db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const { id } = await world.install(await world.upload(customCap(), 'stable'))
    const setup = { campaign_id: id, request: '{}', written: 430_000, otas: 1_000_000 }
    await db.insertInto('campaign_setups').values(setup).execute()

    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/campaigns/${id}`)
    await page.getByText('OTAを書き込んでいます（430,000 / 1,000,000件）。').waitFor()
    await page.getByText('準備中 43%').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await visit(page, `${url}/otas/campaigns`)
    await page.getByText('OTA 430,000 / 1,000,000件').waitFor()

    await db.updateTable('campaign_setups').set({ problem: 'removalsDiffer' }).where('campaign_id', '=', id).execute()
    await db.updateTable('campaigns').set({ state: 'stopped', total: 0, finished_at: new Date() }).where('id', '=', id).execute()
    await visit(page, `${url}/otas/campaigns/${id}`)
    await page.getByText('確認したより多くのSIMがアプレットを失うため、配信を開始しませんでした。').waitFor()
  })
})
