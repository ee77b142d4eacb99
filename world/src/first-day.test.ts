import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '@simdeck/server/testing/smtp.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { Secret, TOTP } from 'otpauth'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { fillLogin, isAt, linkIn, newPage } from './testing/people.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const home = (page: Page) => page.getByRole('heading', { name: 'SIM一覧' }).waitFor()

async function choosePassword(page: Page, password: string, button: string): Promise<void> {
  await page.getByLabel('新しいパスワード', { exact: true }).fill(password)
  await page.getByLabel('新しいパスワード（確認）', { exact: true }).fill(password)
  await page.getByRole('button', { name: button }).click()
}

async function invite(page: Page, invited: { email: string; name: string; role?: string }): Promise<void> {
  await page.getByRole('button', { name: 'メンバーを招待' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'メンバーを招待' })
  await dialog.getByLabel('メールアドレス').fill(invited.email)
  await dialog.getByLabel('名前').fill(invited.name)
  if (invited.role) {
    await dialog.getByRole('combobox', { name: '権限' }).click()
    await page.getByRole('option', { name: invited.role, exact: true }).click()
  }
  await dialog.getByRole('button', { name: '招待を送信' }).click()
}

const invited = (page: Page, email: string) => page.getByText(`${email} を招待しました`).waitFor()

async function temporaryPasswordFor(smtp: TestSmtp, email: string): Promise<{ password: string; link: string; from: string | undefined }> {
  const mail = await smtp.mailTo(email)
  const [, password = ''] = /仮パスワード：(\S+)/.exec(mail.text) ?? []
  return { password, link: linkIn(mail.text), from: mail.from.address }
}

describe.skipIf(!findChromium())('a first day', () => {
  test('ROOT invites an ADMIN, who enables MFA and invites a member, who resets the password, with all mails sent over SMTP', async () => {
    await using smtp = await startSmtp()
    const env = { ROOT_PASSWORD: '', SMTP_URL: smtp.url, SMTP_FROM: 'simdeck@example.com' }
    await using server = await startTestServer(env, consoleFolder)
    const problems: string[] = []
    await using rootsBrowser = await openBrowser()
    await using adminsBrowser = await openBrowser()
    await using membersBrowser = await openBrowser({ width: 390, height: 844 })

    // ROOT: after sign-in with the printed password, ROOT must choose a new one.
    const root = await newPage(rootsBrowser.context, problems)
    await root.goto(server.url)
    await isAt(root, '/login')
    await fillLogin(root, server.firstRoot)
    await choosePassword(root, 'Mizu-no_oto_17'.replaceAll('-', '+'), '変更してログイン')
    await home(root)
    await root.goto(`${server.url}/settings/access-restrictions`)
    await root.getByLabel('許可するメールドメイン').fill('example.com')
    await root.getByRole('button', { name: '保存' }).click()
    await root.getByText('アクセス制限を保存しました').waitFor()
    await root.getByRole('link', { name: 'メンバー' }).click()
    await invite(root, { email: 'admin@example.com', name: '運用 管理者', role: '管理者' })
    await invited(root, 'admin@example.com')

    // The ADMIN signs in with the temporary password, chooses a password, enables MFA and signs in again.
    const admin = await newPage(adminsBrowser.context, problems)
    const invitation = await temporaryPasswordFor(smtp, 'admin@example.com')
    expect(invitation.from).toBe('simdeck@example.com')
    const adminAccount = { email: 'admin@example.com', password: 'Kawa_wo_wataru_5' }
    await admin.goto(`${server.url}/login`)
    await fillLogin(admin, { ...adminAccount, password: invitation.password })
    await choosePassword(admin, adminAccount.password, '変更してログイン')
    await home(admin)
    await admin.goto(`${server.url}/personal/setting/security`)
    await admin.getByRole('button', { name: '有効にする' }).click()
    await admin.getByAltText('認証アプリ用のQRコード').waitFor()
    const key =
      (await admin
        .getByText(/([A-Z2-7]{4} ){7}[A-Z2-7]{4}/)
        .first()
        .textContent()) ?? ''
    const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(/[^A-Z2-7]/g, '')) })
    await admin.getByLabel('認証コード').fill(app.generate())
    await admin.getByText('安全な場所に保管しました').click()
    await admin.getByRole('button', { name: '完了' }).click()
    await admin.goto(`${server.url}/logout`)
    await isAt(admin, '/login')
    await fillLogin(admin, adminAccount)
    await isAt(admin, '/verify_mfa')
    await admin.getByLabel('認証コード').fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await home(admin)

    // The ADMIN can invite only addresses of the allowed domain.
    await admin.getByRole('link', { name: 'メンバー' }).click()
    await invite(admin, { email: 'someone@elsewhere.example', name: '他社 太郎' })
    const refused = admin.getByRole('dialog', { name: 'メンバーを招待' })
    await refused.getByText('メールアドレスが正しくありません').waitFor()
    await refused.getByLabel('メールアドレス').fill('member@example.com')
    await refused.getByLabel('名前').fill('閲覧 担当')
    await refused.getByRole('button', { name: '招待を送信' }).click()
    await invited(admin, 'member@example.com')

    // The member, on a phone, follows the link in the mail, signs out, resets the password and signs in again.
    const member = await newPage(membersBrowser.context, problems)
    const { link } = await temporaryPasswordFor(smtp, 'member@example.com')
    await member.goto(server.url + link)
    await choosePassword(member, 'Aoi_sora_to_umi', '設定してログイン')
    await home(member)
    await member.goto(`${server.url}/logout`)
    await isAt(member, '/login')
    await member.getByRole('link', { name: 'パスワードを忘れた場合' }).click()
    // The login page, which has a field of that name too, stays until the next page is loaded.
    const sendCode = member.getByRole('button', { name: 'コードを送信' })
    await sendCode.waitFor()
    await member.getByLabel('メールアドレス').fill('member@example.com')
    await sendCode.click()
    const [code = ''] = /(?<!\d)\d{8}(?!\d)/.exec((await smtp.mailTo('member@example.com')).text) ?? []
    await member.getByLabel('確認コード').fill(code)
    await choosePassword(member, 'Yama_no_mukou_8', 'パスワードを変更')
    await isAt(member, '/login')
    expect((await smtp.mailTo('member@example.com')).subject).toContain('パスワード')
    await fillLogin(member, { email: 'member@example.com', password: 'Aoi_sora_to_umi' })
    await member.getByText('メールアドレスまたはパスワードが正しくありません').waitFor()
    await fillLogin(member, { email: 'member@example.com', password: 'Yama_no_mukou_8' })
    await home(member)

    // ROOT sees three confirmed members, and that the ADMIN has MFA.
    await root.goto(`${server.url}/members`)
    await root
      .getByRole('row', { name: /admin@example\.com/ })
      .getByText('オン')
      .waitFor()
    expect(await root.getByRole('row').getByText('確認済み').count()).toBe(3)
    expect(smtp.received.every(({ to }) => to.length === 1)).toBe(true)
    expect(problems).toEqual([])
  })
})
