import { describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { enableMfa } from '@simdeck/server/testing/people.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { Secret, TOTP } from 'otpauth'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { fillLogin, isAt, isMarked, makePerson, markPage, newPage, chooseLanguage } from './testing/people.ts'
import { serversWithConsole } from './sign-in.fixture.ts'
import { visit } from './testing/visit.ts'

const { start, shared } = serversWithConsole()
const nextStep = (app: TOTP): string => app.generate({ timestamp: Date.now() + 30_000 })
const home = 'SIM一覧'

describe.skipIf(!findChromium())('signing in', () => {
  test('with MFA, wrong codes are reported in both languages, the wanted page opens, and a recovery code works', async () => {
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
    await chooseLanguage(page, 'English')
    await code.fill('000001')
    await page.getByRole('alert').getByText('Incorrect authentication code').waitFor()
    expect(await code.evaluate((input) => input === document.activeElement)).toBe(true)
    await code.fill('12')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('An authentication code has six digits').waitFor()
    await chooseLanguage(page, '日本語')
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
  })

  test('a sign-in starts again when its code comes too late or its page is reloaded', async () => {
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

  test('the keyboard alone suffices to sign in with MFA', async () => {
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

  test('a role that requires MFA sees only its set-up, without a websocket, and then continues without a reload', async () => {
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

    // The open console shows the set-up as soon as MFA becomes required.
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
  })

  test('a locked account is reported in both languages', async () => {
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
    await chooseLanguage(page, 'English')
    await page.locator('button[type="submit"]').click()
    await page.getByRole('alert').getByText('This account has been locked').waitFor()
  })
})
