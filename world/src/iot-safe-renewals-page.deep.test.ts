import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { makeCapFile } from '@simdeck/server/testing/cap-file.ts'
import { startTestServer, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { iotSafeCap } from './testing/recipes.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const due = 100_000

/** Adds SIMs that hold the IoT SAFE applet, each with an active certificate that is due for renewal. */
async function addDueCertificates({ databaseUrl }: TestServer, { packageId, templateId }: { packageId: number; templateId: number }) {
  const { pool, close } = openDatabase(databaseUrl, { max: 1 })
  await pool.query(
    `insert into sims (iccid, has_keys, status, other_package_id, other_instance_aid)
     select '89811' || lpad(n::text, 14, '0'), true, 'ACTIVATED', $2, 'A00000055101' from generate_series(1, $1::int) n`,
    [due, packageId],
  )
  await pool.query(
    `insert into sim_certificates (sim_id, is_open, template_id, template_name, identity, subject, csr_subject, label, slot_id, key_object_id,
       file_object_id, delivery, key_pair_status, csr_status, cert_status, valid_from, valid_to, renew_at, active_at)
     select id, false, $1, '検針器', '{"altNames": [], "serverAuth": false, "validDays": 365, "renewBeforeDays": 30}', '\\x3000', 'CN=meter',
       'device-tls', 1, '4B3141', '433141', 'Manual', 'Generated', 'Signed', 'Active', now() - interval '340 days', now() + interval '25 days',
       now() - interval '5 days', now() - interval '340 days' from sims`,
    [templateId],
  )
  await pool.query('analyze')
  await close()
}

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('renewals in the browser', () => {
  test('a renewal of 100,000 certificates is proposed, started in waves and paused', async () => {
    await using server = await startTestServer({}, consoleFolder)
    await makeAccount(server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const admin = await server.signIn('ADMIN', 'ja', true)
    const file = new File([Buffer.from(await makeCapFile(iotSafeCap))], 'iot-safe.cap')
    const { id: packageId } = await admin(endpoints.uploadPackage, { body: {}, file })
    const ca = await admin(endpoints.createAuthority, { body: { name: 'Root', confirmedName: 'Root', validDays: 3650 } })
    await admin(endpoints.setDefaultAuthority, { params: { id: ca.id } })
    const { id: templateId } = await admin(endpoints.createIdentityTemplate, {
      body: {
        name: '検針器',
        authorityId: null,
        commonName: 'meter-{{simId}}',
        appendIccid: false,
        country: null,
        state: null,
        locality: null,
        organization: null,
        unit: null,
        altNames: [],
        serverAuth: false,
        validDays: 365,
        renewBeforeDays: 30,
        slotId: 1,
        label: 'device-tls',
        delivery: 'Manual',
      },
    })
    await addDueCertificates(server, { packageId, templateId })
    await until(async () => (await admin(endpoints.listRenewals, {}))[0]?.last)

    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, account)
    await visit(page, `${server.url}/iot-safe/expiry`)
    await page.getByText('に100,000台の更新を提案').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.getByText('Proposed').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await page.getByRole('button', { name: '更新を始める' }).click()
    await page.waitForURL(/selectionId/)
    await page.getByRole('button', { name: '100,000台で次へ' }).click()
    expect(await page.getByRole('radio', { name: /^更新/ }).isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('combobox', { name: '証明書のテンプレート' }).inputValue()).toBe('検針器')
    await page.getByRole('button', { name: '次へ' }).click()
    await page.getByLabel('対象の台数').fill('100000')
    await page.getByRole('button', { name: '100,000台のうち5,000台から配信を開始' }).click()
    await page.getByRole('button', { name: '一時停止' }).click()
    await page.getByText('運用 太郎が一時停止しました').waitFor()
    const [campaign] = (await admin(endpoints.listCampaigns, { query: {} })).data
    expect(campaign).toMatchObject({ state: 'paused', total: due, action: 'certificate' })
    await until(async () => (await admin(endpoints.listRenewals, {}))[0]?.due === 0)
    await visit(page, `${server.url}/iot-safe/expiry`)
    await page.getByText('0台', { exact: true }).waitFor()
  })
})
