import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const rollout: RolloutInput = { waves: [{ sims: 2 }], order: 'id', maxFailedPercent: 40, minResults: 3, maxAtOnce: 7 }

/** A campaign by a filter for three SIMs: the first and the second failed for different reasons, and the second is set aside. */
async function failedCampaign() {
  const world = await startWorld({ consoleFolder })
  const { db } = world.server
  await makeAccount(db, { ...account, name: '運用 太郎', role: 'ADMIN' })
  const ids = await addSims(
    db,
    [1, 2, 3].map((n) => ({ has_keys: true, external_device_id: 'meter', device_alias: `検針器 ${n}` })),
  )
  const { packageAID, otaVersion, label } = await world.upload(customCap(), 'stable')
  const key = { packageAID, otaVersion, label }
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { filter: { external_device_id: 'meter' } } })
  const targets = [{ appletType: 1 as const, package: key, installParameters: 'C0FFEE', active: true }]
  const { id } = await world.admin(endpoints.putBulkOta, { body: { snapshotId, targets, name: '検針器の更新', rollout } })
  await world.admin(endpoints.changeCampaign, { params: { id }, body: { action: 'setLimits', limits: { maxPerCell: 3 } } })
  const end = (sim: number, result: object) =>
    db
      .updateTable('ota_jobs')
      .set({ finished_at: new Date(), ...result })
      .where('campaign_id', '=', id)
      .where('sim_id', '=', sim)
      .execute()
  const [first = 0, second = 0, third = 0] = ids
  await end(first, { status: 'Failed', code: 500, sw: '6A84' })
  await end(second, { status: 'Failed', code: 402, reason: 'quarantined' })
  await end(third, { status: 'Succeeded' })
  await db.updateTable('campaigns').set({ state: 'completedWithFailures', finished_at: new Date() }).where('id', '=', id).execute()
  await db.insertInto('quarantined_sims').values({ sim_id: second, campaign_id: id, code: 402 }).execute()
  await db.updateTable('sim_contacts').set({ last_poll: new Date() }).where('sim_id', '=', first).execute()
  return { world, id, ids, key }
}

const picture = async (page: Page, name: string) => {
  if (process.env['AGAIN_PICTURES']) await page.screenshot({ path: `${process.env['AGAIN_PICTURES']}/${name}.png`, fullPage: true })
}

describe.skipIf(!findChromium())('after a campaign with failures', () => {
  test('its page opens the confirmation of a campaign for the SIMs that failed, of all causes or of one, with its options', async () => {
    const { world, id, ids, key } = await failedCampaign()
    await using _ = world
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    await page.goto(`${url}/otas/campaigns/${id}`)
    await page.getByRole('heading', { name: '失敗した2台' }).waitFor()
    await page.getByText('1台がポーリングしました').waitFor()
    await page.getByText('設定の変更、1セルの同時実行台数 制限なし → 3').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await picture(page, 'campaign')

    await page.getByRole('link', { name: '隔離中のSIMの一覧' }).click()
    await page.getByRole('row', { name: /検針器 2/ }).waitFor()
    await page.getByRole('row', { name: /検針器 1/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /もう一度：カードの空き容量が不足/ }).click()
    await page.getByRole('heading', { name: '前回の失敗' }).waitFor()
    await page.getByText('選択した1台').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: '破棄して移動' }).click()

    await page.getByRole('link', { name: '2台をもう一度' }).click()
    await page.getByText('選択した2台').waitFor()
    await page.getByText('カードの空き容量が不足').waitFor()
    await page.getByText('C9 03 C0 FF EE').or(page.getByText('C0 FF EE')).first().waitFor()
    await page.getByText('1台は隔離中のため対象外です。').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await picture(page, 'confirm')
    await page.getByRole('button', { name: '隔離から戻して対象にする' }).click()
    await page.getByText('1台は隔離中のため対象外です。').waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: '第1段階の大きさ（台）' }).inputValue()).toBe('2')
    await page.getByRole('button', { name: /配信を開始/ }).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    await page.getByRole('heading', { name: '検針器の更新（再実行）' }).waitFor()

    const [again] = (await world.admin(endpoints.listCampaigns, { query: {} })).data
    expect(again).toMatchObject({ total: 2, rollout, package: key })
    const logs = await world.logsOf(again!.id)
    expect(logs.map(({ sim_id: sim }) => sim).toSorted((a, b) => a - b)).toEqual(ids.slice(0, 2))
    expect(logs[0]?.install).toMatchObject({ installParameters: 'C0FFEE' })
  })

  test('options are saved as a template by name, and another campaign starts from it for SIMs that are chosen anew', async () => {
    const { world, id } = await failedCampaign()
    await using _ = world
    const { url } = world.server
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const dialog = page.getByRole('dialog')
    await signInByForm(page, url, account)
    await page.goto(`${url}/otas/campaigns/${id}`)
    for (const name of ['検針器', '夜間']) {
      await button('テンプレートに保存').click()
      await dialog.getByRole('textbox', { name: 'テンプレート名' }).fill('検針器')
      await dialog.getByRole('button', { name: '保存' }).click()
      if (name === '検針器') continue
      await dialog.getByText('同じ名前のテンプレートがすでにあります').first().waitFor()
      await dialog.getByRole('textbox', { name: 'テンプレート名' }).fill(name)
      await dialog.getByRole('button', { name: '保存' }).click()
    }
    await page.getByText('「夜間」を保存しました').waitFor()

    await page.goto(`${url}/otas/campaigns`)
    await page.getByRole('link', { name: '終了 1' }).waitFor()
    await picture(page, 'list')
    await button('テンプレート').click()
    await dialog.getByRole('button', { name: '夜間の名前を変更' }).click()
    await dialog.getByRole('textbox', { name: 'テンプレート名' }).fill('深夜')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByRole('button', { name: '深夜を削除' }).click()
    await dialog.getByRole('button', { name: '削除', exact: true }).click()
    await dialog.getByRole('button', { name: '深夜を削除' }).waitFor({ state: 'detached' })
    expect(await axeViolations(page, { part: '[role=dialog]' })).toEqual([])
    await picture(page, 'templates')
    await dialog.getByRole('link', { name: '検針器' }).click()
    await page.getByRole('checkbox', { name: 'すべてのSIM（3台）を対象にする' }).check()
    await button('3台で次へ').click()
    expect(await page.getByRole('radio', { name: /stable/ }).isChecked()).toBe(true)
    await button('次へ').click()
    expect(await page.getByRole('textbox', { name: '第1段階の大きさ（台）' }).inputValue()).toBe('2')
    await button('テンプレートに保存').waitFor()
    await button(/配信を開始/).click()
    await page.getByRole('link', { name: '配信を開く' }).waitFor()
    const [started] = (await world.admin(endpoints.listCampaigns, { query: {} })).data
    expect(started).toMatchObject({ rollout })

    // A search without a match in the list names the archived campaigns that match.
    await world.admin(endpoints.archiveCampaigns, { body: { ids: [id], archived: true } })
    await page.goto(`${url}/otas/campaigns?search=${encodeURIComponent('検針器の更新')}`)
    await page.getByRole('link', { name: 'アーカイブに一致する配信が1件あります' }).click()
    await page.getByRole('link', { name: '検針器の更新' }).waitFor()
  })

  test('a copy has its options and the filter of its SIMs, and a deleted package must be replaced by another one', async () => {
    const { world, id, key } = await failedCampaign()
    await using _ = world
    const { url, db } = world.server
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    await signInByForm(page, url, account)
    await page.goto(`${url}/otas/campaigns/${id}`)
    await button('コピーして作成').click()
    await page.getByText('条件に一致する3台が対象です').waitFor()
    expect(new URL(page.url()).searchParams.get('external_device_id')).toBe('meter')
    await button('3台で次へ').click()
    expect(await page.getByRole('radio', { name: /stable/ }).isChecked()).toBe(true)
    await button('次へ').click()
    expect(await page.getByRole('textbox', { name: '第1段階の大きさ（台）' }).inputValue()).toBe('2')
    expect(await page.getByRole('textbox', { name: '配信名' }).inputValue()).toBe('検針器の更新')
    await picture(page, 'copy')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    // A package that a SIM holds cannot be deleted.
    await db.updateTable('ota_jobs').set({ status: 'Failed', code: 402 }).where('status', '=', 'Succeeded').execute()
    await world.admin(endpoints.deletePackage, { params: key })
    await world.upload(customCap(), 'next')
    const later = await browser.context.newPage()
    await later.goto(`${url}/otas/campaigns/${id}`)
    await later.getByRole('link', { name: /台をもう一度/ }).click()
    await later.getByText(/（stable）は削除されています。ほかのパッケージを選んでください。/).waitFor()
    await picture(later, 'gone')
    await later.getByRole('radio', { name: /next/ }).check()
    await later.getByText('は削除されています', { exact: false }).waitFor({ state: 'detached' })
  })
})
