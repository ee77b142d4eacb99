import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { pollerCap, pollerInstallParameters } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const { pollerA, pollerB } = fixedAids
/** A poller for the slot in which the factory has installed one. */
const olderSlotCap = { ...pollerCap, packageAid: fromHex(pollerA.packageAid), applets: [fromHex(pollerA.moduleAid)] }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the pollers of a SIM in the browser', () => {
  test('the page of a SIM leads to the standby poller, and to new keys, and says why it does not', async () => {
    const standby = { packageAid: pollerB.packageAid, moduleAid: pollerB.moduleAid, instanceAid: pollerB.moduleAid }
    const parameters = fromHex(pollerInstallParameters)
    await using world = await startWorld({
      sims: 2,
      consoleFolder,
      profile: (index) => ({ preloads: index === 0 ? [{ ...standby, version: { major: 2, minor: 0 }, parameters }] : [] }),
    })
    const { admin, server, simIds, profiles } = world
    await server.db
      .updateTable('sims')
      .set({ poller_instance_aid: pollerA.moduleAid, standby_poller_instance_aid: pollerB.moduleAid })
      .where('id', '=', simIds[0]!)
      .execute()
    await makeAccount(server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const address = (at: number) => `${server.url}/sims/${simIds[at]}/${profiles[at]!.iccid}`
    await signInByForm(page, server.url, account)

    await visit(page, address(1))
    await page.getByRole('button', { name: 'その他の操作' }).click()
    const refused = page.getByRole('menuitem', { name: '予備のポーラーに切り替え' })
    await refused.waitFor()
    expect(await refused.isDisabled()).toBe(true)
    expect(await refused.textContent()).toContain('予備のポーラーがありません')

    await visit(page, address(0))
    await page.getByRole('button', { name: 'その他の操作' }).click()
    await page.getByRole('menuitem', { name: '予備のポーラーに切り替え' }).click()
    await page.getByRole('button', { name: '1台で次へ' }).click()
    await page.getByText('予備のポーラーが自分でポーリングして').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.getByText('Once the standby poller itself has polled').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: /^Next/ }).click()
    await page.getByText('to the standby poller').first().waitFor()
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await page.getByText('のSIMを予備のポーラーに切り替えます').waitFor()
    await page.getByRole('button', { name: '1台に配信を開始' }).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    await page.getByRole('row', { name: /SIM 1/ }).getByText('成功').waitFor()
    await until(async () => (await admin(endpoints.getSim, { params: { id: simIds[0]! } })).poller_version === '2.0')

    await visit(page, address(0))
    await page.getByRole('link', { name: 'ポーラーの鍵を更新' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'ポーラーの鍵を更新' }).click()
    await page.getByRole('button', { name: '1台で次へ' }).click()
    await page.getByText('CAP_AUTH_KEY、ENCRYPT_KEY').waitFor()
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByText('のSIMのポーラーの鍵を更新します').waitFor()
    await page.getByRole('button', { name: '1台に配信を開始' }).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    await page.getByRole('row', { name: /SIM 1/ }).getByText('成功').waitFor()
    await visit(page, address(0))
    const keys = page.getByRole('table', { name: /ポーラーの鍵/ })
    await keys.getByRole('link', { name: /配信 #/ }).waitFor()
    await setAppearance(page, { language: 'en', theme: 'light', width: 390, height: 844 })
    await page.getByRole('table', { name: /Keys of the poller/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('an update that would replace the only poller ends as blocked: SIM, campaign and result CSV say so, and it can be run again', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    const { admin, server, simIds, profiles } = world
    world.fleet.stop()
    const { packageAID, otaVersion, label } = await world.upload(olderSlotCap, 'stable')
    const target = {
      appletType: 0,
      package: { packageAID, otaVersion, label },
      installParameters: pollerInstallParameters,
      active: true,
    } as const
    // A POLL from before the stop may still be recorded, and excludes the SIM.
    const { id } = await until(async () => {
      await server.db.updateTable('sims').set({ poller_instance_aid: null }).execute()
      return world.campaign(target).catch(() => null)
    })
    for (const sim of world.fleet.sims) sim.start()
    expect(await world.finished(id)).toMatchObject({ state: 'completedWithFailures', counts: { Blocked: 1 } })
    const { url } = await admin(endpoints.getResultCsvUrl, { params: { id } })
    expect(await (await fetch(new URL(url, server.url))).text()).toMatch(/,Blocked,Blocked,501,.*,501\r?\n/)

    await makeAccount(server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, account)
    await visit(page, `${server.url}/otas/campaigns/${id}`)
    await page.getByRole('row', { name: /SIM 1.*ブロック.*501.*ポーラーの更新をブロック/ }).waitFor()
    await visit(page, `${server.url}/sims/${simIds[0]}/${profiles[0]!.iccid}`)
    await page.getByText('ポーラーの更新をブロック（コード 501）').waitFor()
    const stopped = page.getByRole('listitem').filter({ hasText: /ポーリング受信\s*\d\d:/ })
    await stopped.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: '同じパッケージで再実行' }).click()
    await page.getByRole('button', { name: '1台で次へ' }).click()
    await page.getByRole('button', { name: '次へ', exact: true }).click()
    const excluded = page.getByRole('listitem').filter({ hasText: 'ポーラーの更新をブロック' })
    await excluded.getByText('もう一方のスロットのポーラーをインストールすると対象になります').waitFor()
  })
})
