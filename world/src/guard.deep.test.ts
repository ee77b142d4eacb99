import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { sharedInFile } from './testing/shared-in-file.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const shared = sharedInFile(() => startWorld({ sims: 1, consoleFolder }))

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const at = (page: Page, path: string) => until(() => pathOf(page) === path)

/** Makes the console call the server after the end of its session. The websocket may have ended the session in the console already. */
async function openOta(page: Page): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name: 'OTA' })
  await link.click({ timeout: 2_000 }).catch(() => undefined)
}

/** A browser with the list of SIMs, in which a new ADMIN has signed in. */
async function openedSimList() {
  const { server } = await shared()
  const account = await newAccount(server, 'ADMIN')
  const browser = await openBrowser()
  const page = await browser.context.newPage()
  await signInByForm(page, server.url, account)
  await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
  const { url, db } = server
  return { account, context: browser.context, db, page, url, [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose]() }
}

describe.skipIf(!findChromium())('the route guard and the start', () => {
  test('a protected page asks for sign-in and returns, /login leads home after sign-in, unknown pages are not found', async () => {
    const world = await shared()
    const account = await newAccount(world.server, 'ADMIN')
    const { url } = world.server
    await using browser = await openBrowser({ locale: 'fr-FR' })
    const page = await browser.context.newPage()
    await page.goto(`${url}/otas?search=x`)
    await at(page, `/login?redirect_uri=${encodeURIComponent('/otas?search=x')}`)
    // Before any choice the language is Japanese, even if the browser prefers another; there is no navigation.
    await page.getByRole('button', { name: 'ログイン' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('ja')
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByText(/©.*Simdeck/).waitFor()

    await page.locator('input[autocomplete="username"]').fill(account.email)
    await page.locator('input[autocomplete="current-password"]').fill('wrong-password')
    await page.locator('button[type="submit"]').click()
    await page.getByText('メールアドレスまたはパスワードが正しくありません').waitFor()
    await page.locator('input[autocomplete="current-password"]').fill(account.password)
    await page.locator('button[type="submit"]').click()
    await at(page, '/otas?search=x')

    // A signed-in user who opens the login page is sent home, also with a redirect_uri.
    for (const path of ['/login', '/login?redirect_uri=%2Fotas', '/forgot-password?redirect_uri=%2Fotas']) {
      await page.goto(url + path)
      await at(page, '/')
    }
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
    await page.goto(`${url}/sims`)
    await at(page, '/')
    await page.goto(`${url}/no/such/page`)
    await page.getByRole('heading', { name: 'ページが見つかりません' }).waitFor()
    await page.goto(`${url}/logout`)
    await until(() => pathOf(page).startsWith('/login'))
    await page.goto(`${url}/`)
    await until(() => pathOf(page).startsWith('/login'))
  })

  test('a foreign redirect_uri leads home', async () => {
    const world = await shared()
    const account = await newAccount(world.server, 'ADMIN')
    const { url } = world.server
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    for (const target of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      await page.goto(`${url}/login?redirect_uri=${encodeURIComponent(target)}`)
      await page.locator('input[autocomplete="username"]').fill(account.email)
      await page.locator('input[autocomplete="current-password"]').fill(account.password)
      await page.locator('button[type="submit"]').click()
      await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
      expect(new URL(page.url()).origin).toBe(new URL(url).origin)
      await page.goto(`${url}/logout`)
      await until(() => pathOf(page).startsWith('/login'))
    }
  })

  test('a failed start shows the busy page with a button to try again, and a 401 for the profile leads to login', async () => {
    await using opened = await openedSimList()
    const { page } = opened

    await page.route('**/v1/init', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await page.getByRole('heading', { name: 'サーバーが混み合っています' }).waitFor()
    await page.unroute('**/v1/init')
    await page.getByRole('button', { name: '再読み込み' }).click()
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()

    await page.route('**/v1/me', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await page.getByRole('heading', { name: 'サーバーが混み合っています' }).waitFor()
    await page.getByText('ユーザー情報を取得できませんでした').waitFor()
    await page.unroute('**/v1/me')
    await page.route('**/v1/user-config*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await page.getByText('ユーザー情報を取得できませんでした').waitFor()
    await page.getByText('データを取得できませんでした').waitFor()
    await page.unroute('**/v1/user-config*')
    const expired = '{"message":"セッションの有効期限が切れました。もう一度ログインしてください","code":"sessionExpired"}'
    await page.route('**/v1/me', (route) => route.fulfill({ status: 401, contentType: 'application/json', body: expired }))
    await page.reload()
    await until(() => pathOf(page).startsWith('/login'))
    await page.getByText('ユーザー情報を取得できませんでした').waitFor()
    await page.getByRole('main').getByRole('status').getByText('セッションの有効期限が切れました').waitFor()
    expect(await page.getByText('セッションの有効期限が切れました').count()).toBe(1)
  })

  test('an address refused for the profile or the settings shows the busy page with the reason once', async () => {
    await using opened = await openedSimList()
    const { page } = opened
    const body = '{"message":"このネットワークからはアクセスできません","code":"addressNotAllowed"}'
    for (const path of ['**/v1/me', '**/v1/user-config*']) {
      await page.route(path, (route) => route.fulfill({ status: 403, contentType: 'application/json', body }))
      await page.reload()
      await page.getByText('ユーザー情報を取得できませんでした').waitFor()
      await page.getByRole('heading', { name: 'サーバーが混み合っています' }).waitFor()
      expect(await page.getByText('このネットワークからはアクセスできません').count()).toBe(1)
      expect(pathOf(page)).toBe('/')
      await page.unroute(path)
    }
  })

  test('a mail link that is no longer valid leads home with a message when somebody is signed in', async () => {
    const world = await shared()
    const account = await newAccount(world.server, 'ADMIN')
    const { url } = world.server
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await page.goto(`${url}/change-password/${'x'.repeat(43)}`)
    await page.getByRole('heading', { name: 'このリンクは無効です' }).waitFor()
    await page.goto(`${url}/change-password/${'x'.repeat(4000)}`)
    await page.getByRole('heading', { name: 'このリンクは無効です' }).waitFor()
    expect(await page.getByRole('button', { name: '再試行' }).count()).toBe(0)
    await signInByForm(page, url, account)
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
    await page.goto(`${url}/change-password/${'x'.repeat(43)}`)
    await page.getByRole('alert').getByText('このリンクは無効です').waitFor()
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
    expect(pathOf(page)).toBe('/')

    // If the server cannot load the purpose of the link, the page offers to try again.
    await page.route('**/v1/**link*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(`${url}/change-password/${'x'.repeat(43)}`)
    await page.getByRole('button', { name: '再試行' }).waitFor()
  })

  test('an expired access token is renewed once for a call, and an ended sign-in leads to login', async () => {
    await using opened = await openedSimList()
    const { account, context, db, page, url } = opened
    let renewals = 0
    page.on('requestfinished', (request) => request.url().endsWith('/v1/refresh-token') && renewals++)
    let refused = false
    await page.route('**/ota-api/packages/list*', (route) => {
      if (refused) return route.continue()
      refused = true
      return route.fulfill({ status: 401, contentType: 'application/json', body: '{"message":"x","code":"sessionExpired"}' })
    })
    await page.getByRole('navigation').getByRole('link', { name: 'OTA' }).click()
    await page.getByText('CAPファイル').first().waitFor()
    await until(() => refused)
    await until(() => renewals === 1)
    expect(pathOf(page).startsWith('/otas')).toBe(true)

    await page.goto(`${url}/otas?search=x`)
    await page.getByText('CAPファイル').first().waitFor()
    await db.updateTable('sign_ins').set({ revoked_at: new Date() }).execute()
    await at(page, `/login?redirect_uri=${encodeURIComponent('/otas?search=x')}`)
    await page.getByText('ほかのブラウザーの操作により終了しました').waitFor()
    const second = await context.newPage()
    await second.goto(`${url}/login?redirect_uri=%2Fmembers`)
    expect(await second.getByText('終了しました').count()).toBe(0)
    await page.locator('input[autocomplete="username"]').fill(account.email)
    await page.locator('input[autocomplete="current-password"]').fill(account.password)
    await page.locator('button[type="submit"]').click()
    await at(page, '/otas?search=x')
    await at(second, '/')

    await page.goto(`${url}/logout`)
    await at(page, `/login?redirect_uri=${encodeURIComponent('/')}`)
    await page.getByRole('button', { name: 'ログイン' }).waitFor()
    expect(await page.getByText('終了しました').count()).toBe(0)
  })

  test('the login page distinguishes the reasons for the end of a session', async () => {
    await using world = await startWorld({ consoleFolder, env: { TRUST_PROXY: '127.0.0.1' } })
    const { url, db } = world.server
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const proxied = (ip: string) => page.setExtraHTTPHeaders({ 'x-forwarded-for': ip })
    const note = () => page.getByRole('status').innerText()
    await proxied('203.0.113.7')
    /** False: an open console notices at its next call. True: a browser returns after its access token has expired. */
    for (const comesBack of [false, true]) {
      const person = { email: `operator-${comesBack}@example.com`, password: 'Operator-pass-1' }
      await makeAccount(db, { ...person, name: '運用 太郎', role: 'ROOT' })
      const { id } = await db.selectFrom('members').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
      const noteAfter = async (change: () => Promise<unknown>): Promise<string> => {
        await signInByForm(page, url, person)
        await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
        if (comesBack) await page.goto('about:blank')
        await change()
        if (comesBack) {
          const lapsed = '{"message":"x","code":"sessionExpired"}'
          await page.route('**/v1/check', (route) => route.fulfill({ status: 401, contentType: 'application/json', body: lapsed }))
          await page.goto(url)
        } else await openOta(page)
        await page.getByRole('button', { name: 'ログイン' }).waitFor()
        await page.unroute('**/v1/check')
        return note()
      }
      const signIns = db.updateTable('sign_ins').where('member_id', '=', id)
      if (comesBack)
        expect(await noteAfter(() => signIns.set({ created_at: new Date(0) }).execute())).toBe(
          'セッションの有効期限が切れました。もう一度ログインしてください',
        )
      expect(await noteAfter(() => signIns.set({ revoked_at: new Date() }).execute())).toBe(
        'このセッションは、管理者、パスワードの変更、またはほかのブラウザーの操作により終了しました。もう一度ログインしてください',
      )
      expect(await noteAfter(() => db.deleteFrom('members').where('id', '=', id).execute())).toBe(
        'このアカウントは無効化または削除されました。管理者に問い合わせてください',
      )
    }
    await signInByForm(page, url, await newAccount(world.server, 'ROOT'))
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
    await proxied('198.51.100.1')
    const root = await world.server.signIn('ROOT')
    await root(endpoints.putAccessRestrictions, {
      body: { domains: [], console_ranges: ['127.0.0.1', '203.0.113.0/24'], api_ranges: [] },
    })
    await page.reload()
    await page.getByRole('button', { name: 'ログイン' }).waitFor()
    expect(await note()).toBe('このネットワークからはアクセスできません')
  })

  test('the login page gives the reason for the end of a session in the chosen language', async () => {
    await using opened = await openedSimList()
    const { account, context, db, page, url } = opened
    await db.updateTable('sign_ins').set({ revoked_at: new Date() }).execute()
    await openOta(page)
    const note = page.getByRole('status')
    await note.getByText('ほかのブラウザーの操作により終了しました').waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await note.getByText('This session was ended by an administrator').waitFor()
    expect(await note.innerText()).not.toMatch(/[ぁ-ん]/)
    // The note keeps a distance from the label of the first field.
    const [above, below] = [await note.boundingBox(), await page.locator('form').boundingBox()]
    expect(below!.y - above!.y - above!.height).toBeGreaterThanOrEqual(16)

    // Another tab ends the session.
    await page.getByRole('button', { name: '日本語' }).click()
    await signInByForm(page, url, account)
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
    const other = await context.newPage()
    await other.goto(`${url}/logout`)
    await note.getByText('ほかのタブでセッションが終了しました').waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await note.getByText('Your session was ended in another tab').waitFor()
  })
})
