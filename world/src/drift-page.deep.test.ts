import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'
import { setAppearance, settled, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const { telemetry } = fixedAids

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

/** Reads the content of all cards by one campaign. */
async function readAll(world: World): Promise<void> {
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  await world.finished((await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'inventory' } })).id)
}

describe.skipIf(!findChromium())('drift in the browser', () => {
  test('the fleet view shows what cards lack, follows inventories, and repairs or accepts SIMs', async () => {
    await using world = await startWorld({ sims: 4, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.finished((await world.install(await world.upload(telemetryCap(3)))).id)
    const read = () => readAll(world)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/drift`)
    await page.getByText('まだどのカードの内容も確かめていません').waitFor()

    for (const at of [0, 1, 2]) {
      const { nvm } = world.fleet.sims[at]!.card
      nvm.applications = nvm.applications.filter(({ aid }) => aid !== telemetry.moduleAid)
      if (at < 2) nvm.loadFiles = nvm.loadFiles.filter(({ aid }) => aid !== telemetry.packageAid)
    }
    await read()
    const figure = (name: RegExp) => page.getByRole('button', { name })
    await figure(/カードにない\s*3/).waitFor()
    await page.getByText('ロードファイルだけ').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await figure(/カードにない/).click()
    expect(await figure(/カードにない/).getAttribute('aria-pressed')).toBe('true')

    await page.getByRole('link', { name: 'SIM 1', exact: true }).click()
    const panel = page.getByRole('complementary', { name: '差分の詳細' })
    await panel.getByText('ありません').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await panel.getByRole('button', { name: /Telemetry 2.3を書き戻す/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /書き戻す/ })
      .click()
    await page.getByText(/配信 #\d+ を開始しました/).waitFor()
    world.fleet.sims[0]!.pollNow()
    await figure(/カードにない\s*2/).waitFor()

    await page.getByRole('link', { name: 'SIM 2', exact: true }).click()
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    const details = page.getByRole('complementary', { name: 'Details of the difference' })
    await details.getByRole('button', { name: 'Accept as it is' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await details.getByRole('button', { name: 'Accept as it is' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept as it is' }).click()
    await figure(/Not on the card\s*1/).waitFor()
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await csv).suggestedFilename()).toMatch(/^drift-\d+\.csv$/)
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })

    await page.getByRole('link', { name: '1台の差分をなくす' }).click()
    await page.getByRole('button', { name: /1台に配信を開始|開始/ }).waitFor()
    await page
      .getByText(/Telemetry 2.3/)
      .first()
      .waitFor()
    await visit(page, `${url}/sims/${world.simIds[2]}/${world.profiles[2]!.iccid}`)
    await page.getByRole('button', { name: /Telemetry 2.3を書き戻す/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('extra content goes after a confirmation that names it, from one SIM and by a campaign from many', async () => {
    const left = { packageAid: 'D276000118544553', moduleAid: 'D27600011854455301' }
    const preload = { packageAid: left.packageAid, moduleAid: left.moduleAid, instanceAid: left.moduleAid, version: { major: 3, minor: 1 } }
    await using world = await startWorld({ sims: 3, consoleFolder, profile: () => ({ preloads: [preload] }) })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await readAll(world)
    const holding = () => world.fleet.sims.filter((sim) => sim.registry().loadFiles.some(({ aid }) => aid === left.packageAid)).length
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/drift?row=${world.simIds[0]}`)
    await page.getByRole('button', { name: `${left.packageAid} 3.1を削除` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`アプレット ${left.moduleAid} も削除されます`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(holding()).toBe(3)
    await dialog.getByRole('button', { name: `${left.packageAid} 3.1を削除` }).click()
    await until(() => holding() === 2)
    await page.getByRole('link', { name: `${left.packageAid} 3.1を2台から削除する` }).waitFor()

    const answer = Promise.withResolvers<void>()
    await page.route('**/drift/remedies*', (route) => answer.promise.then(() => route.continue()))
    const extras = page.waitForResponse(/drift\/extras/)
    await visit(page, `${url}/otas/drift`)
    await (await extras).finished()
    await page.getByRole('button', { name: /余分\s*2/ }).click()
    await settled(page)
    expect(await page.getByRole('button', { name: '差分をなくす方法を選ぶ' }).isDisabled()).toBe(true)
    expect(await page.getByRole('link', { name: /台から削除する/ }).count()).toBe(0)
    answer.resolve()
    await page.getByRole('link', { name: `${left.packageAid} 3.1を2台から削除する` }).click()
    await page.getByRole('button', { name: /次へ/ }).click()
    expect(await page.getByRole('radio', { name: new RegExp(left.packageAid) }).isChecked()).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: /次へ/ }).click()
    await page.getByText(`${left.packageAid} 3.1をカードから削除します。次のアプレットも一緒に削除されます。`).waitFor()
    await page.getByText(`${left.moduleAid}（2台）`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: /2台.*開始/ }).click()
    await until(() => holding() === 0)
  })

  test('a card without the recorded keys and a second poller are named, and no poll is promised for what is not sent', async () => {
    const { packageAid, moduleAid } = fixedAids.pollerB
    const second = { packageAid, moduleAid, instanceAid: moduleAid, version: { major: 1, minor: 2 } }
    await using world = await startWorld({
      sims: 2,
      consoleFolder,
      profile: (index) => (index === 0 ? { keyVersionNumber: 0x31 } : { preloads: [second] }),
      row: (index) => (index === 0 ? { kvn: '0x30' } : {}),
    })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await readAll(world)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    await visit(page, `${url}/otas/drift?row=${world.simIds[0]}`)
    const panel = page.getByRole('complementary', { name: '差分の詳細' })
    await panel.getByText('鍵バージョン番号 0x30').waitFor()
    await panel.getByText('この鍵はない').waitFor()
    expect(await panel.getByText('次のポーリングで実行します').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'SIM 2', exact: true }).click()
    await panel.getByText('ポーラー（スロットB） 1.2').waitFor()
    await panel.getByRole('button', { name: '今の状態を正とする' }).waitFor()
    expect(await panel.getByText('次のポーリングで実行します').count()).toBe(0)
  })
})
