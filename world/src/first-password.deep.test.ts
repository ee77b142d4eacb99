import { describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { invitationIn } from '@simdeck/server/testing/people.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { fillLogin, isAt, linkIn, makePerson, newestMail, newPage, pathOf, chooseLanguage } from './testing/people.ts'
import { serversWithConsole } from './sign-in.fixture.ts'
import { visit } from './testing/visit.ts'

const { start, shared } = serversWithConsole()
const home = 'SIM一覧'

describe.skipIf(!findChromium())('getting a password', () => {
  test('a temporary password must be replaced, with mismatch and rules reported in both languages', async () => {
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
    await chooseLanguage(page, 'English')
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

  test('a forgotten password is reset with the code of the mail, and an unknown address gets the same answer', async () => {
    const server = await shared()
    const root = await makePerson(server, 'ROOT')
    const person = await makePerson(server, 'MEMBER')
    await using browser = await openBrowser()
    const page = await newPage(browser.context, [])
    const answers: string[] = []
    for (const email of ['nobody@example.com', person.email]) {
      await visit(page, `${server.url}/login`)
      await page.locator('input[autocomplete="username"]').fill(email)
      await page.getByRole('link', { name: 'パスワードを忘れた場合' }).click()
      await isAt(page, '/forgot-password')
      expect(await page.locator('input[autocomplete="username"]').inputValue()).toBe(email)
      await page.getByRole('button', { name: 'コードを送信' }).click()
      await page.getByLabel('確認コード').waitFor()
      answers.push((await page.locator('main').innerText()).replace(email, ''))
    }
    expect(answers[0]).toBe(answers[1])
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
  })

  test('sign-up is closed without allowed domains, and leads by the link of the mail to the first password and home', async () => {
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
  })
})
