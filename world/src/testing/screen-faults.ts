import type { Page } from 'playwright-core'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from '../console-build.ts'
import { axeViolations } from './axe.ts'
import { openBrowser } from './browser.ts'
import { telemetryCap } from './recipes.ts'
import type { Screen } from './screens.ts'
import { startWorld } from './start-world.ts'
import { findScreenIds, type Appearance, setAppearance, settled, signInByForm, visit } from './visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }

/** Faults of the layout: clipped text without a title or label, elements outside the window, and a page that scrolls sideways. */
function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width) faults.push(`the page is ${document.documentElement.scrollWidth} wide`)
    const scrolls = (element: Element | null): boolean =>
      element !== null && (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      const box = element.getBoundingClientRect()
      // Elements of one pixel are texts for screen readers only.
      if (!own || box.width <= 1 || box.height <= 1 || element.closest('[aria-hidden="true"], [inert]')) continue
      const style = getComputedStyle(element)
      const name = `<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 40)}`
      const cut =
        style.overflowX !== 'visible' && !['auto', 'scroll'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1
      const readable = element.closest('[title], [aria-label]') !== null || element instanceof HTMLInputElement
      if (cut && !readable) faults.push(`clipped: ${name}`)
      if (box.right > width + 1 && !scrolls(element)) faults.push(`outside the window: ${name}`)
    }
    return [...new Set(faults)]
  })
}

/** Results of axe depend on theme and width, hardly on language, so axe runs once for each theme. */
type Checked = Appearance & { axe: boolean }

/** The appearance that the usual tests check. */
export const firstAppearance: Checked = { language: 'ja', theme: 'light', width: 1440, height: 900, axe: true }

/** The appearances that only the deep tests check. */
export const furtherAppearances: readonly Checked[] = [
  { language: 'en', theme: 'light', width: 1440, height: 900, axe: false },
  { language: 'en', theme: 'dark', width: 390, height: 844, axe: true },
  { language: 'ja', theme: 'dark', width: 390, height: 844, axe: false },
]

/** Faults of these screens in each of the appearances: clipped text, sideways scrolling, and axe violations. */
export async function screenFaults(checked: readonly Screen[], appearances: readonly Checked[]): Promise<string[]> {
  const consoleFolder = await builtConsole()
  await using world = await startWorld({
    sims: 8,
    consoleFolder,
    profile: (index) => ({ freeMemory: index === 0 ? 1500 : undefined, imei: '352099001761481' }),
  })
  await makeAccount(world.server.db, { ...account, name: '運用 管理者', role: 'ROOT' })
  await world.finished((await world.install(await world.upload(telemetryCap(4), 'stable'))).id)
  const { url } = world.server
  const ids = await findScreenIds(url, account)
  await using browser = await openBrowser()
  const page = await browser.context.newPage()
  const faults: string[] = []
  for (const anonymous of [true, false]) {
    if (anonymous) await page.goto(`${url}/login`)
    else await signInByForm(page, url, account)
    for (const screen of checked.filter((one) => (one.anonymous ?? false) === anonymous)) {
      await setAppearance(page, firstAppearance)
      await visit(page, url + screen.path(ids))
      for (const { axe, ...appearance } of appearances) {
        await setAppearance(page, appearance)
        await settled(page)
        const where = `${screen.name} ${appearance.language} ${appearance.width} ${appearance.theme}`
        const shownLanguage = await page.locator('html').getAttribute('lang')
        if (shownLanguage !== appearance.language) faults.push(`${where}: the page is in ${shownLanguage}`)
        faults.push(...(await layoutFaults(page)).map((fault) => `${where}: ${fault}`))
        if (axe) faults.push(...(await axeViolations(page)).map((violation) => `${where}: axe ${violation}`))
      }
    }
  }
  return faults
}
