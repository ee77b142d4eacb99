import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { RoleName } from '@simdeck/contract/permissions.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { makePerson, newPage } from './testing/people.ts'
import { signInByForm } from './testing/visit.ts'

/** Number of SIMs: 502 pages of five. */
export const count = 2510
export const ntt = 30
export const padded = (n: number, digits: number): string => String(n).padStart(digits, '0')
export const iccidOf = (n: number): string => `8981100000000${padded(n, 6)}`
export const imsiOf = (n: number): string => `44010${padded(n * 37, 10)}`
export const nameOf = (n: number): string => `SIM ${padded(n, 4)}`

/** A server with a large fleet, and the list of its SIMs in the browser of an ADMIN, with five SIMs on a page. */
export class LargeFleet {
  server!: TestServer
  admin!: TestCall
  page!: Page
  /** Errors of the pages, which each test begins without. */
  readonly problems: string[] = []
  readonly #browsers: Browser[] = []

  constructor() {
    beforeAll(() => this.#start(), 240_000)
    afterAll(async () => {
      for (const browser of this.#browsers) await browser[Symbol.asyncDispose]()
      await this.server?.[Symbol.asyncDispose]()
    })
    beforeEach(() => void this.problems.splice(0))
  }

  async #start(): Promise<void> {
    if (!findChromium()) return
    this.server = await startTestServer({}, await builtConsole())
    for (let from = 0; from < count; from += 502) {
      const rows = Array.from({ length: 502 }, (_, index) => from + index + 1).map((n) => ({
        iccid: iccidOf(n),
        imsi: imsiOf(n),
        device_alias: nameOf(n),
        operator: n <= ntt ? ('ntt' as const) : ('jasper' as const),
      }))
      await this.server.db.insertInto('sims').values(rows).execute()
    }
    const { page, call } = await this.signedIn('ADMIN')
    this.page = page
    this.admin = call
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('simdeck') ?? '{}') as { state: object }
      localStorage.setItem('simdeck', JSON.stringify({ ...stored, state: { ...stored.state, paginate: { sim: 5 } } }))
    })
  }

  /** A new member with that role, signed in in a browser of their own. */
  async signedIn(role: RoleName): Promise<{ page: Page; call: TestCall }> {
    const person = await makePerson(this.server, role)
    const browser = await openBrowser()
    this.#browsers.push(browser)
    const page = await newPage(browser.context, this.problems)
    await signInByForm(page, this.server.url, person)
    return { page, call: person.call }
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  }

  names(on = this.page): Promise<string[]> {
    return on.locator('tbody a').allTextContents()
  }

  shows(...expected: number[]): Promise<void> {
    return listsNames(this, expected.map(nameOf))
  }

  async go(path: string): Promise<void> {
    await this.page.goto(this.server.url + path)
    await this.page.locator('tbody a').first().waitFor()
  }

  /** Violations that axe finds; a menu over other content is checked on its own. */
  axe(part = 'body'): Promise<string[]> {
    return axeViolations(this.page, { part })
  }
}

export const inAddress = (name: string, on: Page): string | null => new URL(on.url()).searchParams.get(name)

async function listsNames(fleet: LargeFleet, expected: readonly string[]): Promise<void> {
  await expect.poll(() => fleet.names(), { timeout: 8000 }).toEqual(expected)
}
