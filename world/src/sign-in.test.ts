import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { enableMfa, invitationIn } from '@simdeck/server/testing/people.ts'
import { startTestServer, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { fillLogin, isAt, isMarked, linkIn, makePerson, markPage, newestMail, newPage, pathOf, speak } from './testing/people.ts'
import { sharedInFile } from './testing/shared-in-file.ts'
import { visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
}, 240_000)

const start = (): Promise<TestServer> => startTestServer({}, consoleFolder)
const shared = sharedInFile(start)
const nextStep = (app: TOTP): string => app.generate({ timestamp: Date.now() + 30_000 })
const home = 'SIM一覧'

describe.skipIf(!findChromium())('signing in', () => {
  test(
    'with MFA, wrong codes are reported in both languages, the wanted page opens, and a recovery code works',
    { timeout: 120_000 },
    async () => {
      const server = await shared()
      const person = await makePerson(server, 'ADMIN')
      const app = await enableMfa(person.call)
      const { recoveryCodes } = await person.call(endpoints.renewRecoveryCodes, {})
      const problems: string[] = []
      await using browser = await openBrowser()
      const page = await newPage(browser.context, problems)
      await page.goto(`${server.url}/personal/setting?tab=x`)
      await isAt(page, '/login')
      await fillLogin(page, person)
      await isAt(page, '/verify_mfa')
      expect(new URL(page.url()).searchParams.get('redirect_uri')).toBe('/personal/setting?tab=x')
      expect(await page.getByRole('navigation').count()).toBe(0)
      await page.getByText(/©.*Simdeck/).waitFor()
      expect(await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain(
        'oken\\":',
      )

      const code = page.locator('input[autocomplete="one-time-code"]')
      await code.fill('000000')
      await page.getByRole('alert').getByText('認証コードが正しくありません').waitFor()
      await speak(page, 'English')
      await code.fill('000001')
      await page.getByRole('alert').getByText('Incorrect authentication code').waitFor()
      expect(await code.evaluate((input) => input === document.activeElement)).toBe(true)
      await code.fill('12')
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByText('An authentication code has six digits').waitFor()
      await speak(page, '日本語')
      await code.fill(nextStep(app))
      await isAt(page, '/personal/setting')
      expect(new URL(page.url()).search).toBe('?tab=x')

      await page.goto(`${server.url}/logout`)
      await isAt(page, '/login')
      await fillLogin(page, person)
      await isAt(page, '/verify_mfa')
      await page.getByRole('button', { name: '認証', exact: true }).click()
      await page.getByText('認証コードは6桁の数字です').waitFor()
      await page.getByRole('button', { name: 'リカバリーコードを使用' }).click()
      const recovery = page.getByRole('textbox', { name: 'リカバリーコード' })
      expect(await recovery.getAttribute('aria-invalid')).toBeNull()
      await recovery.fill('nonsense')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('認証コードが正しくありません').waitFor()
      await recovery.fill(recoveryCodes[0]!)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: home }).waitFor()
      expect(problems).toEqual([])
    },
  )

  test('a sign-in starts again when its code comes too late or its page is reloaded', { timeout: 90_000 }, async () => {
    const server = await shared()
    const person = await makePerson(server, 'ADMIN')
    const app = await enableMfa(person.call)
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    await page.goto(`${server.url}/login`)
    await fillLogin(page, person)
    await isAt(page, '/verify_mfa')
    await server.db
      .updateTable('challenges')
      .set({ expires_at: new Date(0) })
      .execute()
    await page.getByRole('textbox', { name: '認証コード' }).fill(nextStep(app))
    await page.getByText('ワンタイムパスワードが正しくないか、有効期限が切れています').waitFor()
    await isAt(page, '/login')
    // The login page still shows the e-mail address.
    expect(await page.locator('input[autocomplete="username"]').inputValue()).toBe(person.email)

    await page.locator('input[autocomplete="current-password"]').fill(person.password)
    await page.keyboard.press('Enter')
    await isAt(page, '/verify_mfa')
    await page.reload()
    await isAt(page, '/login')
  })

  test('the keyboard alone suffices to sign in with MFA', { timeout: 90_000 }, async () => {
    const server = await shared()
    const person = await makePerson(server, 'MEMBER')
    const app = await enableMfa(person.call)
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    await visit(page, `${server.url}/login`)
    await page.keyboard.type(person.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await isAt(page, '/verify_mfa')
    await until(() => page.getByRole('textbox', { name: '認証コード' }).evaluate((input) => input === document.activeElement))
    await page.keyboard.type(nextStep(app))
    await page.getByRole('heading', { name: home }).waitFor()
  })

  test('a temporary password must be replaced, with mismatch and rules reported in both languages', { timeout: 120_000 }, async () => {
    const server = await shared()
    const root = await makePerson(server, 'ROOT')
    const invited = { email: 'invited@example.com', name: '招待 された人', role_id: 2 as const, language: 'ja' as const }
    await root.call(endpoints.createMember, { body: invited })
    const { password } = invitationIn({ body: await newestMail(root.call, invited.email) })
    const problems: string[] = []
    await using browser = await openBrowser()
    const page = await newPage(browser.context, problems)
    await page.goto(`${server.url}/login?redirect_uri=%2Fpersonal%2Fsetting`)
    await fillLogin(page, { email: invited.email, password })
    await page.getByRole('heading', { name: '新しいパスワードの設定' }).waitFor()
    expect(pathOf(page)).toMatch(/^\/change-password\/[\w-]+$/)
    const [first, again] = [
      page.locator('input[autocomplete="new-password"]').first(),
      page.locator('input[autocomplete="new-password"]').last(),
    ]
    await first.fill('Abc_123')
    await again.fill('Abc_1234')
    await page.locator('button[type="submit"]').click()
    await page.getByText('パスワードが条件を満たしていません').waitFor()
    await page.getByText('パスワードが一致しません').waitFor()
    await page.getByRole('list', { name: 'パスワードの条件' }).getByText('8文字以上 まだ満たしていません').waitFor()
    await speak(page, 'English')
    await page.getByText('Your passwords do not match.').waitFor()
    await first.fill('password1')
    await again.fill('password1')
    await page.getByText('Strength: easy to guess').waitFor()
    await page.locator('button[type="submit"]').click()
    await page.getByText('This password is too easy to guess').waitFor()
    await first.fill('Tsukimachi_8_kaze')
    await again.fill('Tsukimachi_8_kaze')
    await page.getByText('Strength: very strong').waitFor()
    await page.keyboard.press('Enter')
    await isAt(page, '/personal/setting')

    // The link of the mail no longer works after the change; the page has the member's language.
    await page.goto(`${server.url}/logout`)
    await isAt(page, '/login')
    await visit(page, server.url + linkIn(await newestMail(root.call, invited.email)))
    await page.getByRole('heading', { name: 'このリンクは無効です' }).waitFor()
    await page.getByRole('link', { name: 'ログイン画面へ戻る' }).click()
    await isAt(page, '/login')
    expect(problems).toEqual([])
  })

  test(
    'a forgotten password is reset with the code of the mail, and an unknown address gets the same answer',
    { timeout: 120_000 },
    async () => {
      const server = await shared()
      const root = await makePerson(server, 'ROOT')
      const person = await makePerson(server, 'MEMBER')
      await using browser = await openBrowser()
      const page = await newPage(browser.context, [])
      const said: string[] = []
      for (const email of ['nobody@example.com', person.email]) {
        await visit(page, `${server.url}/login`)
        await page.locator('input[autocomplete="username"]').fill(email)
        await page.getByRole('link', { name: 'パスワードを忘れた場合' }).click()
        await isAt(page, '/forgot-password')
        expect(await page.locator('input[autocomplete="username"]').inputValue()).toBe(email)
        await page.getByRole('button', { name: 'コードを送信' }).click()
        await page.getByLabel('確認コード').waitFor()
        said.push((await page.locator('main').innerText()).replace(email, ''))
      }
      expect(said[0]).toBe(said[1])
      const [code] = /\b\d{8}\b/.exec(await newestMail(root.call, person.email)) ?? []
      const digits = page.locator('input[autocomplete="one-time-code"]')
      const passwords = page.locator('input[autocomplete="new-password"]')
      await digits.fill('1234567')
      await passwords.first().fill('Tsukimachi_8_kaze')
      await passwords.last().fill('Tsukimachi_8_kazE')
      await page.getByRole('button', { name: 'パスワードを変更' }).click()
      await page.getByText('確認コードは8桁の数字です').waitFor()
      await page.getByText('パスワードが一致しません').waitFor()
      await passwords.last().fill('Tsukimachi_8_kaze')
      await digits.fill(code === '00000000' ? '00000001' : '00000000')
      await page.getByRole('button', { name: 'パスワードを変更' }).click()
      await page.getByText('ワンタイムパスワードが正しくないか、有効期限が切れています').waitFor()
      await digits.fill(code!)
      await page.getByRole('button', { name: 'パスワードを変更' }).click()
      await page.getByText('パスワードを変更しました').waitFor()
      await isAt(page, '/login')
      await fillLogin(page, { email: person.email, password: 'Tsukimachi_8_kaze' })
      await page.getByRole('heading', { name: home }).waitFor()
    },
  )

  test(
    'sign-up is closed without allowed domains, and leads by the link of the mail to the first password and home',
    { timeout: 120_000 },
    async () => {
      await using server = await start()
      const root = await makePerson(server, 'ROOT')
      await using browser = await openBrowser()
      const page = await newPage(browser.context, [])
      await visit(page, `${server.url}/login`)
      expect(await page.getByRole('link', { name: 'アカウントを作成' }).count()).toBe(0)
      await visit(page, `${server.url}/register`)
      await page.getByRole('heading', { name: '新規登録は受け付けていません' }).waitFor()

      await root.call(endpoints.putAccessRestrictions, { body: { domains: ['example.com'], console_ranges: [], api_ranges: [] } })
      await visit(page, `${server.url}/login`)
      await page.getByRole('link', { name: 'アカウントを作成' }).click()
      await isAt(page, '/register')
      await page.getByRole('button', { name: '登録' }).click()
      await page.getByText('名前を入力してください').waitFor()
      const email = page.getByRole('textbox', { name: 'メールアドレス' })
      await page.getByRole('textbox', { name: '名前' }).fill('<b>新規</b> 👩')
      await email.fill('new@elsewhere.example')
      await page.getByRole('button', { name: '登録' }).click()
      await page.getByRole('alert').getByText('メールアドレスが正しくありません').waitFor()
      await email.fill('new@example.com')
      await page.keyboard.press('Enter')
      await isAt(page, '/account/register/success')
      await page.getByText('new@example.com').waitFor()

      await visit(page, server.url + linkIn(await newestMail(root.call, 'new@example.com')))
      await page.getByRole('heading', { name: 'パスワードの設定' }).waitFor()
      const passwords = page.locator('input[autocomplete="new-password"]')
      await passwords.first().fill('Tsukimachi_8_kaze')
      await passwords.last().fill('Tsukimachi_8_kaze')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: home }).waitFor()
      await page.getByRole('button', { name: /<b>新規<\/b>/ }).waitFor()
    },
  )

  test(
    'a role that requires MFA sees only its set-up, without a websocket, and then goes on without a reload',
    { timeout: 120_000 },
    async () => {
      await using server = await start()
      const root = await makePerson(server, 'ROOT')
      const person = await makePerson(server, 'ADMIN')
      await root.call(endpoints.postUserConfig, { body: [{ key: 'system_mfa_required_roles', value: '2' }] })
      const problems: string[] = []
      await using browser = await openBrowser()
      const page = await newPage(browser.context, problems)
      let sockets = 0
      page.on('websocket', () => sockets++)
      await page.goto(`${server.url}/login?redirect_uri=%2Fotas`)
      await fillLogin(page, person)
      await page.getByRole('heading', { name: '多要素認証の設定' }).waitFor()
      await markPage(page)
      expect(await page.getByRole('navigation').count()).toBe(0)
      await page.getByRole('button', { name: '設定を始める' }).click()
      await page.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor()
      const secret = (await page.getByRole('button', { name: 'セットアップキーをコピー' }).locator('..').innerText()).replaceAll(/\s/g, '')
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      await page.getByRole('textbox', { name: '認証コード' }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
      await page.getByRole('checkbox', { name: '安全な場所に保管しました' }).waitFor()
      expect(sockets).toBe(0)
      expect(await page.getByRole('button', { name: '完了' }).isDisabled()).toBe(true)
      await page.getByRole('checkbox', { name: '安全な場所に保管しました' }).check()
      await page.getByRole('button', { name: '完了' }).click()
      await isAt(page, '/otas')
      await page.getByRole('heading', { name: 'OTA' }).first().waitFor()
      await until(() => sockets === 1)
      expect(await isMarked(page)).toBe(true)

      // When MFA becomes required during a session, the open console shows the set-up at once.
      const member = await makePerson(server, 'MEMBER')
      await using second = await openBrowser()
      const other = await newPage(second.context, problems)
      await other.goto(`${server.url}/login`)
      await fillLogin(other, member)
      await other.getByRole('heading', { name: home }).waitFor()
      await root.call(endpoints.postUserConfig, { body: [{ key: 'system_mfa_required_roles', value: '2,3' }] })
      await other.getByRole('heading', { name: '多要素認証の設定' }).waitFor()
      await other.getByRole('button', { name: 'ログアウト' }).click()
      await isAt(other, '/login')
      expect(problems).toEqual([])
    },
  )

  test('a locked account is reported in both languages', { timeout: 90_000 }, async () => {
    await using server = await start()
    const person = await makePerson(server, 'MEMBER')
    for (let tries = 0; tries < 10; tries++) {
      await server.anonymous(endpoints.login, { body: { email: person.email, password: 'wrong' } }).catch(() => undefined)
    }
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    await page.goto(`${server.url}/login`)
    await fillLogin(page, person)
    await page.getByRole('alert').getByText('このアカウントはロックされています').waitFor()
    await speak(page, 'English')
    await page.locator('button[type="submit"]').click()
    await page.getByRole('alert').getByText('This account has been locked').waitFor()
  })
})

/** Replaces the access token in these tabs of one browser by an invalid one. */
async function spoilAccessToken(tabs: readonly Page[]): Promise<void> {
  await tabs[0]?.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('simdeck')!) as { state: { auth: { accessToken: string } } }
    kept.state.auth.accessToken += 'x'
    localStorage.setItem('simdeck', JSON.stringify(kept))
  })
  await Promise.all(tabs.map((tab) => tab.evaluate(() => void dispatchEvent(new StorageEvent('storage', { key: 'simdeck' })))))
}

describe.skipIf(!findChromium())('a session', () => {
  test.each(['by an open screen', 'at the start'])(
    'a reload during a token renewal %s keeps the user signed in',
    { timeout: 90_000 },
    async (renewal) => {
      await using server = await start()
      const person = await makePerson(server, 'MEMBER')
      await using browser = await openBrowser()
      const page = await newPage(browser.context, [])
      await page.goto(`${server.url}/login?redirect_uri=%2Fpersonal%2Fsetting`)
      await fillLogin(page, person)
      await page.getByRole('heading', { name: '個人設定' }).waitFor()
      await spoilAccessToken([page])
      await server.db.transaction().execute(async (trx) => {
        // The server cannot answer the renewal while another transaction locks the sign-in.
        await trx.selectFrom('sign_ins').select('id').forUpdate().execute()
        const renewing = page.waitForRequest('**/v1/refresh-token')
        if (renewal === 'at the start') await page.reload()
        else await page.getByRole('link', { name: 'ログイン' }).click()
        const { promise: givenUp, resolve } = Promise.withResolvers<void>()
        const request = await renewing
        page.on('requestfailed', (failed) => failed === request && resolve())
        await page.reload()
        await givenUp
      })
      await page.getByRole('heading', { name: '個人設定' }).waitFor()
      expect(pathOf(page)).toMatch(/^\/personal\/setting/)
    },
  )

  test('twenty tabs that renew their tokens together stay signed in', { timeout: 240_000 }, async () => {
    const server = await shared()
    const person = await makePerson(server, 'MEMBER')
    await using browser = await openBrowser()
    const first = await newPage(browser.context, [])
    await first.goto(`${server.url}/login?redirect_uri=%2Fpersonal%2Fsetting`)
    await fillLogin(first, person)
    await first.getByRole('heading', { name: '個人設定' }).waitFor()
    let renewals = 0
    browser.context.on('request', (request) => request.url().endsWith('/v1/refresh-token') && renewals++)
    const tabs = [first]
    while (tabs.length < 20) {
      const tab = await browser.context.newPage()
      await visit(tab, `${server.url}/personal/setting`)
      tabs.push(tab)
    }
    // Every tab now has an invalid access token.
    await spoilAccessToken(tabs)
    // Tabs in the background draw nothing, so the test waits for elements and not for their visibility.
    const link = 'a[href="/personal/setting/sign-ins"]'
    await Promise.all(tabs.map((tab) => tab.locator(link).evaluate((found: HTMLElement) => found.click())))
    await Promise.all(tabs.map((tab) => tab.getByText('過去90日間').waitFor({ state: 'attached' })))
    await Promise.all(tabs.map((tab) => tab.locator('tbody time').first().waitFor({ state: 'attached' })))
    expect(tabs.map(pathOf)).toEqual(tabs.map(() => '/personal/setting/sign-ins'))
    // One renewal would suffice. A tab that does not yet know the new tokens renews with the previous ones, which the server still accepts.
    expect(renewals).toBeGreaterThan(0)
  })

  test(
    'NotAuthorizedException counts as a 401, and a failed refresh shows the server’s message on the login page',
    { timeout: 90_000 },
    async () => {
      await using server = await start()
      const person = await makePerson(server, 'MEMBER')
      await using browser = await openBrowser()
      const page = await newPage(browser.context, [])
      await page.goto(`${server.url}/login?redirect_uri=%2Fpersonal%2Fsetting`)
      await fillLogin(page, person)
      await page.getByRole('heading', { name: '個人設定' }).waitFor()
      let refused = 0
      const body = JSON.stringify({ message: 'Access Token has been revoked', code: 'NotAuthorizedException' })
      await page.route('**/v1/me/sign-ins', (route) =>
        refused++ === 0 ? route.fulfill({ status: 400, contentType: 'application/json', body }) : route.continue(),
      )
      await page.getByRole('link', { name: 'ログイン' }).click()
      await page.getByText('このブラウザー').waitFor()
      expect(refused).toBe(2)

      await page.getByRole('link', { name: 'セキュリティ' }).click()
      await server.db.updateTable('sign_ins').set({ revoked_at: new Date() }).execute()
      refused = 0
      await page.getByRole('link', { name: 'ログイン' }).click()
      await page.getByText('このセッションは、管理者、パスワードの変更、またはほかのブラウザーの操作により終了しました').waitFor()
      await isAt(page, '/login')
    },
  )
})
