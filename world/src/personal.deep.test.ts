import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { enableMfa } from '@simdeck/server/testing/people.ts'
import { startTestServer, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { fillLogin, isAt, linkIn, makePerson, newestMail, newPage, pathOf } from './testing/people.ts'
import { sharedInFile } from './testing/shared-in-file.ts'
import { visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const shared = sharedInFile(() => startTestServer({}, consoleFolder))

async function signInAt(page: Page, url: string, person: { email: string; password: string }, path: string): Promise<void> {
  await page.goto(`${url}/login?redirect_uri=${encodeURIComponent(path)}`)
  await fillLogin(page, person)
  await isAt(page, path)
  await page.getByRole('heading', { name: '個人設定' }).waitFor()
}

/** Makes the last proof of identity too old for every action that requires one. */
async function proofIsOld(server: TestServer): Promise<void> {
  await server.db
    .updateTable('sign_ins')
    .set({ verified_at: new Date(0) })
    .execute()
}

describe.skipIf(!findChromium())('one’s own settings', () => {
  test('the password form shows each error at its field in both languages; a change ends the other sign-ins', async () => {
    const server = await shared()
    const person = await makePerson(server, 'MEMBER')
    const problems: string[] = []
    await using first = await openBrowser()
    await using second = await openBrowser()
    const page = await newPage(first.context, problems)
    const other = await newPage(second.context, problems)
    await signInAt(other, server.url, person, '/personal/setting')
    await signInAt(page, server.url, person, '/personal/setting/security')
    const old = page.locator('input[autocomplete="current-password"]')
    const passwords = page.locator('input[autocomplete="new-password"]')
    const change = page.getByRole('button', { name: 'パスワードを変更' })
    await change.click()
    await page.getByText('現在のパスワードを入力してください').waitFor()
    await page.getByText('新しいパスワードを入力してください', { exact: true }).waitFor()
    expect(await old.evaluate((input) => input === document.activeElement)).toBe(true)
    await old.fill('Not_the_one_1')
    await passwords.first().fill('Tsukimachi_8_kaze')
    await passwords.last().fill('Tsukimachi_8_kazE')
    await change.click()
    await page.getByText('確認用のパスワードが新しいパスワードと一致しません').waitFor()
    await passwords.last().fill('Tsukimachi_8_kaze')
    await change.click()
    await page.getByText('パスワードを変更できませんでした').waitFor()
    await page.getByText('現在のパスワードが正しくありません').waitFor()
    expect(await passwords.first().inputValue()).toBe('Tsukimachi_8_kaze')
    await old.fill(person.password)
    // The reason of the refusal is shown once: not in a toast, and not again beside the strength.
    for (const password of await passwords.all()) await password.fill('simdeck2026')
    const easy = page.getByText('推測されやすいため、強度に数えません')
    await easy.waitFor()
    await change.click()
    await page.locator('input[autocomplete="new-password"][aria-invalid="true"]').waitFor()
    expect(await easy.count()).toBe(1)
    expect(await page.getByText('推測されやすいパスワードです').count()).toBe(0)
    for (const password of await passwords.all()) await password.fill('Tsukimachi_8_kaze')
    await change.click()
    await page.getByText('パスワードを変更しました').waitFor()
    await isAt(other, '/login')
    await page.reload()
    await page.getByRole('heading', { name: '個人設定' }).waitFor()

    await page.getByRole('button', { name: 'ユーザーメニュー' }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await page.keyboard.press('Escape')
    await passwords.first().fill('Tsukimachi_8_kaze')
    await passwords.last().fill('x')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText("Your confirmation password doesn't match new password").waitFor()
    // Leaving the page with unsaved input asks first.
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await isAt(page, '/personal/setting')
    expect(problems).toEqual([])
  })

  test('multi-factor authentication is turned on after a proof, shows its codes once, renews them, and is turned off and on', async () => {
    const server = await shared()
    const person = await makePerson(server, 'MEMBER')
    const problems: string[] = []
    await using browser = await openBrowser()
    const page = await newPage(browser.context, problems)
    await signInAt(page, server.url, person, '/personal/setting/security')
    const proof = page.getByRole('dialog', { name: 'ご本人の確認' })
    const secretShown = async () =>
      (await page.getByRole('button', { name: 'セットアップキーをコピー' }).locator('..').innerText()).replaceAll(/\s/g, '')

    await proofIsOld(server)
    await page.getByRole('button', { name: '有効にする' }).click()
    await proof.getByRole('button', { name: 'キャンセル' }).click()
    expect(await page.getByRole('img', { name: '認証アプリ用のQRコード' }).count()).toBe(0)
    await page.getByRole('button', { name: '有効にする' }).click()
    await proof.locator('input').fill('wrong')
    await page.keyboard.press('Enter')
    await proof.getByText('現在のパスワードが正しくありません').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await proof.locator('input').fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor()
    // The header would cover a part of a button in the scrolled page, which axe reports as too small.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await axeViolations(page)).toEqual([])
    const secret = await secretShown()
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = page.getByRole('textbox', { name: '認証コード' })
    await code.fill('000000')
    await page.getByText('多要素認証を有効にできませんでした').waitFor()
    await page.getByRole('alert').getByText('ワンタイムパスワードが正しくありません').first().waitFor()
    await code.fill(app.generate())
    await page.getByText('多要素認証を有効にしました').waitFor()
    const codes = page.getByRole('group', { name: 'リカバリーコード' }).getByRole('listitem')
    expect(await codes.count()).toBe(10)
    expect(await axeViolations(page)).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'ダウンロード' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    // Leaving before the recovery codes are confirmed asks first.
    await page.getByRole('link', { name: 'プロフィール' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'この画面に残る' }).click()
    const [recoveryCode = '', another = ''] = await codes.allInnerTexts()
    await page.getByRole('checkbox', { name: '安全な場所に保管しました' }).check()
    await page.getByRole('button', { name: '完了' }).click()
    await page.getByText('未使用のリカバリーコード：10件').waitFor()

    await proofIsOld(server)
    await page.getByRole('button', { name: 'リカバリーコードを再発行' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '再発行', exact: true }).click()
    await proof.getByRole('textbox', { name: '認証コード' }).fill('000000')
    await proof.getByText('ワンタイムパスワードが正しくありません').waitFor()
    await proof.getByRole('button', { name: 'リカバリーコードを使用' }).click()
    await proof.getByRole('textbox').fill(recoveryCode)
    await page.keyboard.press('Enter')
    await page.getByText('リカバリーコードを再発行しました').waitFor()
    expect(await codes.allInnerTexts()).not.toContain(another)
    await page.getByRole('checkbox', { name: '安全な場所に保管しました' }).check()
    await page.getByRole('button', { name: '完了' }).click()

    await page.getByRole('button', { name: '無効にする' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '無効にする' }).click()
    await page.getByText('多要素認証を無効にしました').waitFor()
    await page.getByRole('button', { name: '有効にする' }).click()
    await page.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor()
    expect(await secretShown()).not.toBe(secret)

    // A server error is shown in words.
    await page.route('**/v1/password-setting/generate-mfa-qr', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('button', { name: 'キャンセル' }).click()
    await page.getByRole('button', { name: '有効にする' }).click()
    await page.getByText('データを取得できませんでした').waitFor()
    expect(problems).toEqual([])
  })

  test('a failure to turn off multi-factor authentication is shown in both languages', async () => {
    const server = await shared()
    const person = await makePerson(server, 'MEMBER')
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    await signInAt(page, server.url, person, '/personal/setting/security')
    await enableMfa(person.call)
    // The open page receives the change by the websocket.
    await page.getByRole('button', { name: '無効にする' }).click()
    await page.route('**/v1/password-setting/reset-mfa', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('dialog').getByRole('button', { name: '無効にする' }).click()
    await page.getByText('多要素認証を無効にできませんでした').waitFor()
    await page.getByRole('button', { name: 'ユーザーメニュー' }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Multi-factor authentication could not be turned off').waitFor()
  })

  test('a browser that another one signed out goes to login with a message', async () => {
    const server = await shared()
    const person = await makePerson(server, 'MEMBER')
    await using first = await openBrowser()
    await using second = await openBrowser()
    const page = await newPage(first.context, [])
    const other = await newPage(second.context, [])
    await signInAt(other, server.url, person, '/personal/setting')
    await signInAt(page, server.url, person, '/personal/setting/sign-ins')
    const rows = page.getByRole('region', { name: 'ログイン中のブラウザー' }).getByRole('row')
    // Four rows: the head, this browser, the other browser, and the client of the test.
    await until(async () => (await rows.count()) === 4)
    const own = rows.filter({ hasText: 'このブラウザー' })
    expect(await own.innerText()).toContain('Chrome（Linux）')
    expect(await own.getByRole('button').count()).toBe(0)
    await page.getByRole('button', { name: 'Chrome（Linux）をログアウトさせる' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'ログアウトさせる' }).click()
    await page.getByText('ログアウトさせました').waitFor()
    await other.getByText('このセッションは、管理者、パスワードの変更、またはほかのブラウザーの操作により終了しました').waitFor()
    await isAt(other, '/login')
    await until(async () => (await rows.count()) === 3)
    await page.getByRole('button', { name: 'ほかをすべてログアウトさせる' }).click()
    await page.getByRole('dialog').getByText('このブラウザー以外の1件のログインを終了します').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '1件をログアウトさせる' }).click()
    await until(async () => (await rows.count()) === 2)
    await page.getByRole('region', { name: 'ログイン履歴' }).getByRole('cell', { name: 'ログイン' }).first().waitFor()
  })

  test('a new e-mail address is valid once its link is confirmed, with or without a sign-in', async () => {
    const server = await shared()
    const root = await makePerson(server, 'ROOT')
    const person = await makePerson(server, 'MEMBER')
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    await signInAt(page, server.url, person, '/personal/setting')
    const ask = page.getByRole('dialog')
    const request = async (email: string): Promise<void> => {
      await page.getByRole('button', { name: '変更', exact: true }).click()
      await ask.getByRole('textbox').fill(email)
      await page.keyboard.press('Enter')
    }
    await request(person.email)
    await ask.getByText('現在と同じメールアドレスです').waitFor()
    await proofIsOld(server)
    await ask.getByRole('textbox').fill('first@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'ご本人の確認' }).locator('input').fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByText('first@example.com に確認のリンクを送信しました').waitFor()
    await page.getByText(person.email).waitFor()
    const link = linkIn(await newestMail(root.call, 'first@example.com'))
    await visit(page, server.url + link)
    await page.getByText('first@example.com に変更します').waitFor()
    await page.getByRole('button', { name: 'メールアドレスを変更' }).click()
    await page.getByText('メールアドレスを変更しました').waitFor()
    await isAt(page, '/personal/setting')
    await page.getByText('first@example.com', { exact: true }).waitFor()
    // The link has been used: it sends a signed-in member home with the reason.
    await page.goto(server.url + link)
    await isAt(page, '/')
    await page.getByText('このリンクは無効です').waitFor()

    await visit(page, `${server.url}/personal/setting`)
    await request('second@example.com')
    await page.getByText('second@example.com に確認のリンクを送信しました').waitFor()
    const next = linkIn(await newestMail(root.call, 'second@example.com'))
    await page.goto(`${server.url}/logout`)
    await isAt(page, '/login')
    await visit(page, server.url + next)
    await page.getByRole('button', { name: 'メールアドレスを変更' }).click()
    await isAt(page, '/login')
    expect(await page.locator('input[autocomplete="username"]').inputValue()).toBe('second@example.com')
    await page.locator('input[autocomplete="current-password"]').fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
  })

  test('the removal of a role takes effect at once: a page that needs it leads home', async () => {
    const server = await shared()
    const root = await makePerson(server, 'ROOT')
    const person = await makePerson(server, 'ROOT')
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    await page.goto(`${server.url}/login?redirect_uri=%2Fsettings%2Fpassword`)
    await fillLogin(page, person)
    await isAt(page, '/settings/password')
    await page.getByRole('button', { name: /ユーザーメニュー/ }).waitFor()
    await root.call(endpoints.updateMember, { params: { email: person.email }, body: { role_id: roleIds.MEMBER } })
    await until(() => pathOf(page) === '/')
    await page.getByRole('button', { name: /ユーザーメニュー/ }).click()
    await page.getByText('メンバー', { exact: true }).last().waitFor()
    await page.goto(`${server.url}/settings/password`)
    await isAt(page, '/')
  })
})
