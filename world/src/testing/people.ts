import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { RoleName } from '@simdeck/contract/permissions.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { mailsTo } from '@simdeck/server/testing/people.ts'
import type { TestCall, TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'

export type Account = { email: string; password: string }

/** Makes a member with a known password. */
export async function newAccount(server: TestServer, role: RoleName): Promise<Account> {
  const account = { email: `${role.toLowerCase()}-${randomBytes(4).toString('hex')}@example.com`, password: 'Kazemachi_7_tsuki' }
  await makeAccount(server.db, { ...account, name: '山田 花子', role })
  return account
}

/** Makes a member with a known password, and returns the typed client of a sign-in. */
export async function makePerson(server: TestServer, role: RoleName): Promise<Account & { call: TestCall }> {
  const account = await newAccount(server, role)
  const { accessToken } = tokensOf(await server.anonymous(endpoints.login, { body: account }))
  const headers = { authorization: `Bearer ${accessToken}` }
  return { ...account, call: createClient({ baseUrl: (api) => server.url + basePaths[api], headers: () => ({ ...headers }) }) }
}

/** Opens a page and collects its errors and the violations of its content security policy. */
export async function newPage(context: BrowserContext, problems: string[]): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) problems.push(message.text())
  })
  return page
}

/** Fills in the login form of the current page. */
export async function fillLogin(page: Page, { email, password }: Account): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(email)
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

export const pathOf = (page: Page): string => new URL(page.url()).pathname
export const isAt = (page: Page, path: string): Promise<unknown> => until(() => pathOf(page) === path)

/** Marks the page; a reload removes the mark. */
export const markPage = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(globalThis, { notReloaded: true }))
export const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'notReloaded' in globalThis)

/** Newest mail to the address, as ROOT reads it in the outbox. */
export async function newestMail(root: TestCall, to: string): Promise<string> {
  return until(async () => (await mailsTo(root, to))[0]?.body)
}

/** Path of the link in a mail. */
export function linkIn(mail: string): string {
  const [path] = /\/change-password\/[\w-]+/.exec(mail) ?? []
  if (!path) throw new Error(`no link: ${mail}`)
  return path
}

/** Chooses the language on a page without sign-in. */
export async function chooseLanguage(page: Page, language: '日本語' | 'English'): Promise<void> {
  await page.getByRole('button', { name: language }).click()
}
