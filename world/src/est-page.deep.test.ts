import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { addDevice, enrolBy, startEstServer } from '@simdeck/server/est/est.fixture.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('certificates of EST in the browser', () => {
  test('a certificate that its device has asked for is shown with its origin, and the setting ends this', async () => {
    await using est = await startEstServer(consoleFolder)
    const { server, admin } = est
    await makeAccount(server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const device = await addDevice(est)
    expect((await enrolBy(est, device)).status).toBe(200)
    const [renewed] = (await admin(endpoints.listSimCertificates, { params: { simId: device.simId }, query: {} })).data
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, account)

    await visit(page, `${server.url}/iot-safe/certificates?origin=EST`)
    await page.getByRole('cell', { name: 'EST', exact: true }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'device certificate' }).click()
    await page.getByText('デバイスが取得済み').waitFor()
    await page.getByText('デバイスの要求（EST）').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: '更新前の証明書を開く' }).click()
    await page.waitForURL(`**/certificates/${device.certId}`)
    await page.getByText('書き込み済み、読み戻し一致').waitFor()

    await visit(page, `${server.url}/iot-safe/signing-history`)
    await page.getByRole('cell', { name: 'EST', exact: true }).waitFor()

    await visit(page, `${server.url}/settings/setting-iot-safe`)
    const box = page.getByLabel('デバイスの要求に応じる')
    expect(await box.isChecked()).toBe(true)
    await box.uncheck()
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('設定を保存しました').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect((await enrolBy(est, device)).status).toBe(503)
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.getByLabel('Answer the requests of devices').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await visit(page, `${server.url}/iot-safe/${device.simId}/certificates/${renewed!.id}`)
    await page.getByText('Asked by the device (EST)').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})
