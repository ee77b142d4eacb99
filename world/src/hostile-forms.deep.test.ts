import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { hostileTexts } from '@simdeck/server/testing/hostile.ts'
import { invitationIn, mailsTo } from '@simdeck/server/testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { builtConsole } from './console-build.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { fillLogin, isAt, makePerson } from './testing/people.ts'

/** A screen whose forms are filled. `path` is a function if the address differs at each visit. `open` opens the form on the page. */
type Screen = { path: string | (() => Promise<string>); anonymous?: true; open?: (page: Page) => Promise<void> }

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

const screens: Record<string, Screen> = {
  'sign-in': { path: '/login', anonymous: true },
  'forgotten password': { path: '/forgot-password', anonymous: true },
  'reset with a code': { path: '/forgot-password-confirm', anonymous: true },
  'first password': { path: invitedPath, anonymous: true },
  'sign-up': { path: '/register', anonymous: true },
  'own name': { path: '/personal/setting' },
  'own password and address': { path: '/personal/setting/security' },
  'a new SIM': {
    path: '/',
    open: async (page) => {
      await press('SIMを追加')(page)
      await page.getByRole('checkbox', { name: '鍵を登録' }).check()
    },
  },
  'invite a member': { path: '/members', open: press('メンバーを招待') },
  'password rules': { path: '/settings/password' },
  'a new API ID': { path: '/settings/generate', open: press('API IDを発行') },
  'access restrictions': { path: '/settings/access-restrictions' },
  'a request for an external CA': { path: '/settings/private-ca', open: press('外部CA用のCSRを作成') },
  'mail server, destinations and system mail': { path: '/settings/mail' },
  'mails on passwords': { path: '/settings/notify-password' },
  'application name': { path: '/settings/theme' },
}

let server: TestServer
let root: TestCall
const browsers: Browser[] = []
let rootPage: Page
let anonymousPage: Page
let shown: { screen: Screen; url: string } | null = null
const problems: string[] = []
const openRequests = new Map<Page, Set<Request>>()

async function invitedPath(): Promise<string> {
  const email = 'invited@example.com'
  await server.db.deleteFrom('members').where('email', '=', email).execute()
  await root(endpoints.createMember, { body: { email, name: 'Invited', role_id: 3 } })
  const [mail] = await mailsTo(root, email)
  return `/change-password/${invitationIn(mail!).token}`
}

async function newPage(): Promise<Page> {
  const browser = await openBrowser()
  browsers.push(browser)
  const page = await browser.context.newPage()
  const requests = new Set<Request>()
  openRequests.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  page.on('pageerror', (error) => problems.push(`error in the page: ${error.message}`))
  page.on('response', (response) => response.status() >= 500 && problems.push(`${response.status()} ${response.url()}`))
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') problems.push(`a dialog: ${dialog.message()}`)
    void dialog.accept()
  })
  return page
}

beforeAll(async () => {
  if (!findChromium()) return
  server = await startTestServer({}, await builtConsole())
  const person = await makePerson(server, 'ROOT')
  root = person.call
  await root(endpoints.putAccessRestrictions, { body: { domains: ['example.com'], console_ranges: [], api_ranges: [] } })
  rootPage = await newPage()
  await rootPage.goto(`${server.url}/login`)
  await fillLogin(rootPage, person)
  await isAt(rootPage, '/')
  anonymousPage = await newPage()
  await anonymousPage.addInitScript(() => localStorage.clear())
})
afterAll(async () => {
  for (const browser of browsers) await browser[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const fields = (page: Page): Locator => page.locator('form:visible').locator('input, textarea').filter({ visible: true })

/** Puts the text into every field at once, cut to the length that the field allows. */
async function fillAll(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form input, form textarea')) {
      if (field.offsetParent === null || field.disabled || field.readOnly || field.getAttribute('role') === 'combobox') continue
      if (['checkbox', 'radio', 'file'].includes(field.type)) continue
      const pasted = field.maxLength < 0 ? value : value.slice(0, field.maxLength)
      // React overrides the property `value` of the element, so only the setter of its prototype makes React notice the input.
      Reflect.set(Object.getPrototypeOf(field) as object, 'value', field.type === 'number' ? '99999999999' : pasted, field)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, text)
}

/** Opens the screen, unless its form is still open after the previous text. */
async function show(page: Page, screen: Screen): Promise<void> {
  if (shown?.screen === screen && page.url() === shown.url && (await fields(page).count()) > 0) return
  const path = typeof screen.path === 'string' ? screen.path : await screen.path()
  await page.goto(server.url + path)
  await settled(page)
  await screen.open?.(page)
  await page.locator('form:visible').first().waitFor()
  shown = { screen, url: page.url() }
}

/** Presses the submit button of a form by its index; false when the page has no form with that index. */
function submit(page: Page, index: number): Promise<boolean> {
  return page.evaluate((at) => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('form button[type="submit"]')].filter((one) => one.offsetParent)
    buttons[at]?.click()
    return at < buttons.length
  }, index)
}

/** Waits until all requests are answered and their results are shown. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => openRequests.get(page)!.size, { interval: 10 }).toBe(0)
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-skeleton]'))
}

describe.skipIf(!findChromium())('hostile texts in every field of', () => {
  describe.each(Object.entries(screens))('%s', (_name, screen) => {
    test.each(Object.keys(hostileTexts))('%s', async (text) => {
      await server.db.deleteFrom('sign_in_attempts').execute()
      await server.db.deleteFrom('sign_in_locks').execute()
      await server.db.deleteFrom('api_credentials').execute()
      const page = screen.anonymous ? anonymousPage : rootPage
      await show(page, screen)
      await fillAll(page, hostileTexts[text]!)
      for (let index = 0; await submit(page, index); index++) await settled(page)
      expect(await page.locator('h1').count()).toBeGreaterThan(0)
      expect(await page.getByText(/画面を(表示|読み込め)/).count()).toBe(0)
      expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
      expect(problems.splice(0)).toEqual([])
    })
  })
})
