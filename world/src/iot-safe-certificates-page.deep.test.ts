import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
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

describe.skipIf(!findChromium())('certificates on SIMs in the browser', () => {
  test('from a template to a certificate that is approved, delivered and revoked', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.finished((await world.install(await world.upload(iotSafeCap))).id)
    const ca = await world.admin(endpoints.createAuthority, { body: { name: 'Root', confirmedName: 'Root', validDays: 3650 } })
    await world.admin(endpoints.setDefaultAuthority, { params: { id: ca.id } })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)

    await visit(page, `${url}/settings/identity-template`)
    await page.getByRole('link', { name: 'テンプレートを追加' }).first().click()
    await page.getByLabel('名前').fill('検針器')
    await page.getByLabel('共通名（CN）').fill('meter-{{serial}}')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('差し込み項目の名前を確認してください').waitFor()
    await page.getByLabel('共通名（CN）').fill('meter-{{simId}}')
    await page.getByText('手動', { exact: true }).click()
    await page.getByText(`CN=meter-${world.simIds[0]}`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('保存しました').waitFor()

    await visit(page, `${url}/iot-safe/${world.simIds[0]}`)
    await page.getByRole('button', { name: '証明書を発行' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '証明書を発行' }).click()
    await dialog.getByText('テンプレートを選択してください').waitFor()
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: '検針器' }).click()
    await dialog.getByRole('button', { name: '証明書を発行' }).click()
    await page.getByText('承認待ち').waitFor()
    await visit(page, `${url}/iot-safe/certificates`)
    await page.getByRole('checkbox', { name: /device-tls-01/ }).click()
    await page.getByRole('button', { name: '1件を承認' }).click()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: '1件を承認' }).click()
    await page.getByText('承認1件、対象外0件、失敗0件').waitFor()
    await page.getByRole('link', { name: 'device-tls-01' }).click()
    await page.getByRole('button', { name: 'カードに配布' }).click()
    await page.getByText('書き込み済み、読み戻し一致').waitFor()
    await page.getByText('365日').or(page.getByText('364日')).waitFor()
    await page.getByRole('heading', { name: '有効期間' }).waitFor()
    await page.getByText(/^所要 /).waitFor()
    const steps = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
    expect(await steps.locator('time').count()).toBe(4)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: '失効' }).click()
    const act = page.getByRole('dialog').getByRole('button', { name: '失効' })
    expect(await act.isDisabled()).toBe(true)
    await page.getByRole('dialog').getByRole('textbox').last().fill('device-tls-01')
    await act.click()
    await page.getByText('失効1件、対象外0件、失敗0件').waitFor()
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.getByText('Revoked: Unspecified').waitFor()
    expect(await axeViolations(page)).toEqual([])

    await visit(page, `${url}/iot-safe/signing-history`)
    await page.getByText(`CN=meter-${world.simIds[0]}`).first().waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect(readFileSync(await (await saving).path(), 'utf8')).toMatch(/^\uFEFFid,status,csrSubject,serial,.*\r\n\d+,Revoked,/)

    await visit(page, `${url}/iot-safe/${world.simIds[0]}?tab=signings`)
    await page.getByRole('rowheader', { name: `CN=meter-${world.simIds[0]}` }).waitFor()
    await page.getByText('device-tls-01: revoked').waitFor()
    await page.getByText('Nothing is planned.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await visit(page, `${url}/iot-safe`)
    await page.getByRole('link', { name: /^Needs attention ?1$/ }).click()
    await page.waitForURL('**/iot-safe?segment=attention')
    await page.getByRole('link', { name: 'SIM 1' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: /^Active ?0$/ }).click()
    await page.getByText('No SIM matches').waitFor()
    await visit(page, `${url}/iot-safe/certificates?certStatus=Active`)
    await page.getByText('No certificate matches').waitFor()
  })
})
