import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const { telemetry } = fixedAids

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('drift in the browser', () => {
  test('the fleet view shows what cards lack, follows inventories, and repairs or accepts SIMs', async () => {
    await using world = await startWorld({ sims: 4, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.finished((await world.install(await world.upload(telemetryCap(3)))).id)
    const read = async () => {
      const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
      await world.finished((await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'inventory' } })).id)
    }
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
})
