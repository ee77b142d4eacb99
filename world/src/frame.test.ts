import { expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'
import { startWire } from './testing/wire.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }

test.skipIf(!findChromium())(
  'a lost connection is said in words, no page shows rows of another, and all is current again after the reconnect',
  { timeout: 120_000 },
  async () => {
    const consoleFolder = await builtConsole()
    await using world = await startWorld({ sims: 25, consoleFolder, fleet: { speed: 0.001 } })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await using wire = await startWire(world.server.url)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, wire.url, account)
    const indicator = page.getByRole('banner').getByRole('button', { name: /更新の状態/ })
    const names = () => page.locator('tbody tr').allTextContents()
    await page.getByText('25件中 1–20件').waitFor()
    await indicator.getByText('リアルタイム').waitFor()
    expect(await page.getByText('リアルタイム更新', { exact: true }).count()).toBe(1)

    await wire.cut()
    await indicator.getByText(/^\d\d:\d\dから停止$/).waitFor()
    await page.getByText(/^\d\d:\d\d時点$/).waitFor()
    expect(await page.getByText('リアルタイム更新', { exact: true }).count()).toBe(0)
    await world.admin(endpoints.updateSim, { params: { id: world.simIds[0]! }, body: { device_alias: '変更後の名前' } })

    await page.getByRole('button', { name: '次のページ' }).click()
    await page.getByText('読み込めませんでした').waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    expect(await names()).toEqual([])

    await indicator.click()
    const details = page.getByRole('dialog', { name: '更新の状態' })
    await details.getByText(/再接続し/).waitFor()
    await details.getByRole('button', { name: '今すぐ再接続' }).click()
    await wire.mend()
    await indicator.getByText('リアルタイム').waitFor()
    await page.getByText('25件中 21–25件').waitFor()
    expect((await names()).length).toBe(5)
    expect((await names()).filter((row) => row.includes('変更後の名前'))).toHaveLength(1)
  },
)
