import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { OpenSsl } from '@simdeck/server/testing/openssl.ts'
import { admin, worldsWithPeople } from './people-settings.fixture.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount, newPage } from './testing/people.ts'
import { signInByForm, visit } from './testing/visit.ts'

const withPeople = worldsWithPeople()
const reachable = { PUBLIC_URL: 'https://simdeck.example' }
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })

/** Clicks, and returns the octets of the file that the browser saves. */
async function saved(page: Page, click: () => Promise<void>): Promise<{ name: string; octets: Uint8Array }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: download.suggestedFilename(), octets: new Uint8Array(await readFile(await download.path())) }
}

/** Downloads the certificate of the open CA in a form. */
async function downloaded(page: Page, form: string) {
  await page.getByRole('button', { name: '証明書をダウンロード' }).click()
  return saved(page, () => page.getByRole('menuitem', { name: form, exact: true }).click())
}

async function chooseAct(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'その他の操作' }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** Fills in the form of a new CA, whose place is chosen already, and types its name in the ceremony. */
async function make(page: Page, name: string, act: string): Promise<void> {
  await field(page, '名前').fill(name)
  await press(page, '内容を確認')
  const typed = field(page, `確認のため、名前「${name}」を入力`)
  await typed.fill(name.slice(1))
  expect(await dialog(page).getByRole('button', { name: act }).isDisabled()).toBe(true)
  await typed.fill(name)
  await press(page, act)
  await page.getByRole('heading', { name, exact: true }).waitFor()
}

describe.skipIf(!findChromium())('the private CA in the browser', () => {
  test('a root and an intermediate CA are made, downloaded, backed up, restored, made the default, revoked and deleted', async () => {
    await using world = await withPeople(reachable)
    await using browser = await openBrowser()
    using openssl = new OpenSsl()
    const { url, db } = world.server
    const problems: string[] = []
    const page = await newPage(browser.context, problems)
    await signInByForm(page, url, admin)
    await visit(page, `${url}/settings/private-ca`)
    await page.getByRole('heading', { name: '認証局はまだありません' }).waitFor()
    await page.getByRole('button', { name: '認証局を作成' }).click()
    await make(page, 'Root 試験', 'ルートCAを作成')
    await page.getByText('鍵の控えがありません').waitFor()
    await chooseAct(page, '下位に中間CAを作成')
    await field(page, '有効日数').fill('7301')
    await field(page, '名前').fill('x')
    await press(page, '内容を確認')
    await dialog(page)
      .getByText(/1から7,\d{3}までの整数/)
      .waitFor()
    await field(page, '有効日数').fill('3,650')
    await make(page, 'Device', '中間CAを作成')

    const chain = await downloaded(page, 'チェーン全体（PEM）')
    const pem = await downloaded(page, 'PEM')
    const der = await downloaded(page, 'DER')
    expect([chain.name, pem.name, der.name]).toEqual(['Device-chain.pem', 'Device.pem', 'Device.der'])
    for (const { name, octets } of [chain, pem, der]) openssl.file(name, octets)
    openssl.run('x509', '-inform', 'DER', '-in', 'Device.der', '-out', 'again.pem')
    expect(openssl.read('again.pem')).toEqual(openssl.read('Device.pem'))
    const [fingerprint = ''] =
      /[0-9A-F:]{95}/.exec(openssl.run('x509', '-in', 'Device.pem', '-noout', '-fingerprint', '-sha256').text) ?? []
    const shown = fingerprint.replaceAll(':', '').match(/.{4}/g)?.join(' ') ?? 'none'
    await page.getByRole('region', { name: '証明書', exact: true }).getByText(shown).waitFor()
    await page.getByText('https://simdeck.example/ca/').first().waitFor()
    await page.getByRole('region', { name: '証明書チェーン' }).getByRole('link', { name: 'CN=Root 試験' }).click()
    await page.getByRole('heading', { name: 'Root 試験' }).waitFor()
    const root = await downloaded(page, 'PEM')
    openssl.file('root.pem', root.octets)
    expect(openssl.run('verify', '-x509_strict', '-CAfile', 'root.pem', 'Device.pem').text).toBe('Device.pem: OK\n')

    await page.getByRole('list', { name: 'この認証局で確認が必要なこと' }).getByRole('button', { name: '控えを作成' }).click()
    await press(page, '控えを作成')
    await dialog(page).getByText('前半と後半を別の2名が書き留め').waitFor()
    const passphrase = await dialog(page)
      .getByText(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
      .allTextContents()
    expect(await dialog(page).getByRole('button', { name: '保管したので閉じる' }).isDisabled()).toBe(true)
    const backup = await saved(page, () => press(page, '控えのファイルを保存'))
    expect(await axeViolations(page)).toEqual([])
    await press(page, '保管したので閉じる')
    openssl.file('backup.pem', backup.octets)
    const opened = openssl.run('pkey', '-in', 'backup.pem', '-passin', `pass:${passphrase.join('-')}`, '-noout', '-check').text
    expect(opened).toContain('Key is valid')
    expect(await page.content()).not.toContain(passphrase[0])
    await page.getByText('最新の控えは、まだ確認していません').waitFor()

    await db
      .updateTable('certificate_authorities')
      .set({ private_key: Buffer.alloc(80) })
      .where('name', '=', 'Root 試験')
      .execute()
    await page.reload()
    await page.getByText('鍵を開けないため、証明書もCRLも作れません').waitFor()
    await page.getByRole('list', { name: 'この認証局で確認が必要なこと' }).getByRole('button', { name: '控えから復元' }).first().click()
    await press(page, '鍵を復元')
    await dialog(page).getByText('ファイルを選択してください').waitFor()
    await dialog(page)
      .locator('input[type="file"]')
      .setInputFiles({ name: 'b.pem', mimeType: 'text/plain', buffer: Buffer.from(backup.octets) })
    await field(page, 'パスフレーズ').fill('wrong')
    await press(page, '鍵を復元')
    await dialog(page).getByText('控えをこのパスフレーズで開けないか、別の認証局の控えです').waitFor()
    await field(page, 'パスフレーズ').fill(passphrase.join('-'))
    await press(page, '鍵を復元')
    await page.getByText('控えから鍵を復元しました').waitFor()
    await page.getByText('開けます', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'プライベートCAの一覧' }).click()
    await page.getByRole('table').getByRole('link', { name: 'Device' }).click()
    await chooseAct(page, '既定にする')
    await press(page, '既定にする')
    await page.getByText('既定の認証局を変更しました').waitFor()
    await page.getByRole('button', { name: 'CRLを今すぐ作成' }).click()
    await press(page, 'CRLを作成')
    await page.getByText('CRLを作成しました').waitFor()
    await chooseAct(page, '認証局を失効')
    await dialog(page).getByRole('combobox', { name: '失効の理由' }).click()
    await page.getByRole('option', { name: '鍵の漏えい' }).click()
    await field(page, '「Device」と入力').fill('Device')
    await press(page, '認証局を失効')
    await page.getByText('失効の理由').waitFor()
    await page.getByText('鍵の漏えい').first().waitFor()
    const device = (await world.admin(endpoints.listAuthorities, {})).find(({ name }) => name === 'Device')
    expect(device).toMatchObject({ state: 'revoked', revocationReason: 'keyCompromise', isDefault: false })
    await chooseAct(page, '認証局を削除')
    await field(page, '「Device」と入力').fill('Device')
    await press(page, '認証局を削除')
    await page.getByText('認証局を削除しました').waitFor()
    await expect.poll(() => page.getByRole('table').getByRole('link', { name: 'Device' }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('an external CA signs the request, and wrong answers and names are refused at their fields', async () => {
    await using world = await withPeople(reachable)
    await using browser = await openBrowser()
    using openssl = new OpenSsl()
    const { url } = world.server
    await world.admin(endpoints.createAuthority, { body: { name: 'Taken', validDays: 90, confirmedName: 'Taken' } })
    const page = await newPage(browser.context, [])
    await signInByForm(page, url, admin)
    await visit(page, `${url}/settings/private-ca`)
    await page.getByRole('button', { name: '外部CA用のCSRを作成' }).click()
    await press(page, 'CSRを作成')
    await dialog(page).getByText('名前を入力してください').waitFor()
    await field(page, '組織').fill('x'.repeat(65))
    await field(page, '名前').fill('taken')
    await press(page, 'CSRを作成')
    await dialog(page).getByText('64文字以内で入力してください').waitFor()
    await field(page, '組織').fill('Example')
    await press(page, 'CSRを作成')
    await dialog(page).getByText('同じ名前の認証局がすでにあります').waitFor()
    expect(await field(page, '組織').inputValue()).toBe('Example')
    await field(page, '名前').fill('Issuing')
    await press(page, 'CSRを作成')
    await page.getByText('外部CAの回答を待っています').waitFor()
    const request = await saved(page, () => page.getByRole('button', { name: 'CSRをダウンロード' }).click())
    expect(request.name).toBe('Issuing.csr')
    openssl.file('ca.csr', request.octets)
    expect(openssl.run('req', '-in', 'ca.csr', '-noout', '-verify').text).toMatch(/verify OK/i)
    const outer = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'up.key', '-subj', '/CN=Outer', '-days', '900']
    openssl.run('req', '-x509', ...outer, '-addext', 'keyUsage=critical,keyCertSign,cRLSign', '-out', 'up.pem')
    openssl.file('x.cnf', 'basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n')
    const by = ['-CA', 'up.pem', '-CAkey', 'up.key', '-CAcreateserial', '-extfile', 'x.cnf', '-days', '800']
    openssl.run('x509', '-req', '-in', 'ca.csr', ...by, '-outform', 'DER', '-out', 'good.der')

    await page.getByRole('button', { name: '回答を登録' }).click()
    await field(page, '証明書（PEM）').fill('hello')
    await press(page, '登録')
    await dialog(page).getByText('PEM形式の証明書として読み取れません').waitFor()
    expect(await field(page, '証明書（PEM）').inputValue()).toBe('hello')
    await field(page, '証明書（PEM）').fill(new TextDecoder().decode(openssl.read('up.pem')))
    await press(page, '登録')
    await dialog(page).getByText('証明書の鍵が、CSRの鍵と異なります').waitFor()
    const answer = { name: 'good.der', mimeType: 'application/pkix-cert', buffer: Buffer.from(openssl.read('good.der')) }
    await dialog(page).locator('input[type="file"]').setInputFiles(answer)
    await expect.poll(() => field(page, '証明書（PEM）').inputValue()).toMatch(/^-----BEGIN CERTIFICATE-----/)
    await press(page, '登録')
    await page.getByText('外部CAの回答を登録しました').waitFor()
    await page.getByRole('region', { name: '証明書', exact: true }).getByText('CN=Outer').waitFor()
  })

  test('the list warns of what would hurt, follows another console, and is closed to members', async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const { url, db } = world.server
    const page = await newPage(browser.context, [])
    await signInByForm(page, url, admin)
    await visit(page, `${url}/settings/private-ca`)
    await page.getByText('公開アドレス（PUBLIC_URL）が設定されていません').waitFor()
    const create = (name: string, parentId?: number) =>
      world.admin(endpoints.createAuthority, {
        body: { name, validDays: parentId ? 90 : 900, confirmedName: name, ...(parentId && { parentId }) },
      })
    const { id } = await create('Root')
    await create('Below', id)
    const table = page.getByRole('table')
    await table.getByRole('link', { name: 'Below' }).waitFor()
    expect(await table.getByRole('link').allTextContents()).toEqual(['Root', 'Below'])
    const long = new Date(Date.now() - 86_400_000 * 3)
    await db.updateTable('certificate_authorities').set({ valid_from: long, valid_to: long }).where('name', '=', 'Below').execute()
    await page.reload()
    const attention = page.getByRole('list', { name: '確認が必要な認証局' })
    await attention.getByText('期限が切れました。この認証局の証明書は').waitFor()
    expect((await attention.getByRole('listitem').first().textContent())?.startsWith('Below')).toBe(true)
    await table.getByText('期限切れ').waitFor()
    expect(await axeViolations(page)).toEqual([])

    await using other = await openBrowser({ width: 390, height: 844 })
    const phone = await newPage(other.context, [])
    await signInByForm(phone, url, await newAccount(world.server, 'MEMBER'))
    await visit(phone, `${url}/settings/private-ca/${id}`)
    await phone.getByRole('heading', { name: 'この設定を変更する権限がありません' }).waitFor()
  })
})
