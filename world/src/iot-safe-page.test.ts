import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { iotSafeCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('IoT SAFE in the browser', () => {
  test('from the tab to the objects on a card: found in the list, read with one click, shown live', async () => {
    await using world = await startWorld({ sims: 2, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.finished((await world.install(await world.upload(iotSafeCap), world.simIds.slice(0, 1))).id)
    const application = world.fleet.sims[0]!.card.nvm.applications.find(({ aid }) => aid.toUpperCase() === fixedAids.iotSafe.moduleAid)!
    const usual = { content: '04'.repeat(65), isUpdating: false, file: null }
    application.safeObjects = [
      { ...usual, kind: 'privateKey', id: '01', label: '端末の鍵', access: 0 },
      { ...usual, kind: 'file', id: 'c0', label: 'client certificate', access: 1, content: '', file: { size: 1200, usage: 2 } },
    ]

    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    await page.getByRole('navigation').getByRole('link', { name: 'IoT SAFE' }).click()
    await page.getByRole('heading', { level: 1, name: 'IoT SAFE' }).waitFor()
    await page.getByRole('link', { name: 'SIM 1' }).waitFor()
    expect(await page.getByRole('link', { name: 'SIM 2' }).count()).toBe(0)
    await page.getByPlaceholder('デバイス名、ICCID、シリアル').fill('777777')
    await page.getByText('条件に一致するSIMはありません').waitFor()
    await page.getByPlaceholder('デバイス名、ICCID、シリアル').fill('')
    await page.getByRole('link', { name: 'SIM 1' }).click()
    await page.getByText('まだ取得していません').waitFor()
    await page.getByRole('button', { name: 'オブジェクトを取得' }).click()
    const row = (label: string) => page.getByRole('row').filter({ hasText: label })
    await row('端末の鍵').waitFor()
    expect(await row('端末の鍵').innerText()).toMatch(/秘密鍵.*01.*有効.*なし/s)
    expect(await row('client certificate').innerText()).toMatch(/証明書ファイル（1\.2 KBまで）.*C0.*空.*読み取り/s)
    expect(await axeViolations(page)).toEqual([])
    await setAppearance(page, { language: 'en', theme: 'light', width: 390, height: 844 })
    await row('client certificate').getByText('Certificate file, up to 1.2 KB').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await visit(page, `${url}/iot-safe/${world.simIds[1]}`)
    await page.getByRole('heading', { level: 1, name: 'SIM with IoT SAFE not found' }).waitFor()
  })
})
