import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { fillLogin, isAt, makePerson, newPage, pathOf } from './testing/people.ts'
import { serversWithConsole } from './sign-in.fixture.ts'
import { visit } from './testing/visit.ts'

const { start, shared } = serversWithConsole()

/** Replaces the access token in these tabs of one browser by an invalid one. */
async function spoilAccessToken(tabs: readonly Page[]): Promise<void> {
  await tabs[0]?.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('simdeck')!) as { state: { auth: { accessToken: string } } }
    stored.state.auth.accessToken += 'x'
    localStorage.setItem('simdeck', JSON.stringify(stored))
  })
  await Promise.all(tabs.map((tab) => tab.evaluate(() => void dispatchEvent(new StorageEvent('storage', { key: 'simdeck' })))))
}

describe.skipIf(!findChromium())('a session', () => {
  test.each(['by an open screen', 'at the start'])('a reload during a token renewal %s keeps the user signed in', async (renewal) => {
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
      const { promise: givenUp, resolve } = Promise.withResolvers<void>()
      page.on('requestfailed', (failed) => failed.url().endsWith('/v1/refresh-token') && resolve())
      const renewing = page.waitForRequest('**/v1/refresh-token')
      if (renewal === 'at the start') await page.reload()
      else await page.getByRole('link', { name: 'ログイン' }).click()
      await renewing
      await page.reload()
      await givenUp
    })
    await page.getByRole('heading', { name: '個人設定' }).waitFor()
    expect(pathOf(page)).toMatch(/^\/personal\/setting/)
  })

  test('twenty tabs that renew their tokens together stay signed in', async () => {
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

  test('NotAuthorizedException counts as a 401, and a failed refresh shows the server’s message on the login page', async () => {
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
  })
})
