import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the content of a card in the browser', () => {
  test('one click reads the card, and differences from the records are marked', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const telemetry = await world.upload(telemetryCap(3))
    await world.finished((await world.install(telemetry)).id)
    const { nvm } = world.fleet.sims[0]!.card
    nvm.loadFiles.push({ ...nvm.loadFiles.at(-1)!, aid: 'f0f1f2f3f4f5', moduleAids: [] })
    nvm.applications = nvm.applications.filter(({ loadFileAid }) => loadFileAid.toUpperCase() !== telemetry.packageAID)

    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    await visit(page, `${url}/sims/${world.simIds[0]}/${world.profiles[0]!.iccid}`)
    await page.getByText('まだ取得していません').waitFor()
    await page.getByRole('button', { name: 'カードの内容を取得' }).click()
    const rows = page.getByRole('table', { name: /^(パッケージ|Packages)$/ }).getByRole('row')
    await rows.first().waitFor()
    const spaced = (aid: string) => (aid.match(/../g) ?? []).join(' ')
    const standingOf = async (aid: string) =>
      (
        await rows
          .filter({ hasText: spaced(aid) })
          .getByRole('cell')
          .last()
          .innerText()
      ).trim()
    expect(await standingOf(telemetry.packageAID)).toBe('記録と一致')
    expect(await standingOf('F0F1F2F3F4F5')).toBe('カードのみ（記録なし）')
    const applets = page.getByRole('table', { name: 'アプレット' }).getByRole('row')
    expect(await applets.filter({ hasText: '記録のみ（カードになし）' }).count()).toBe(1)
    await page.getByText('ほかに、カード自体の標準パッケージが').waitFor()
    await setAppearance(page, { language: 'en', theme: 'light', width: 390, height: 844 })
    expect(await standingOf('F0F1F2F3F4F5')).toBe('On the card, not recorded')
  })
})
