import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { languages } from '@simdeck/contract/languages.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from '../console-build.ts'
import { openBrowser } from './browser.ts'
import { telemetryCap } from './recipes.ts'
import { screens } from './screens.ts'
import { startWorld } from './start-world.ts'
import { findScreenIds, type Look, setLook, signInByForm, visit } from './visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Text that is cut without a way to read it whole, what sticks out of the window, and a page that scrolls sideways. */
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
      // One pixel high: words for screen readers only.
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

/**
 * What is wrong with any screen in this look, in both languages: clipped text, sideways scrolling, and, in the language that is
 * `forAxe`, what axe finds. What axe looks at differs by theme and width, hardly by language.
 */
export async function screenFaults({ forAxe, ...look }: Omit<Look, 'language'> & { forAxe: Look['language'] }): Promise<string[]> {
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
    for (const language of languages) {
      await setLook(page, { ...look, language })
      for (const screen of screens) {
        if ((screen.anonymous ?? false) !== anonymous) continue
        await visit(page, url + screen.path(ids))
        const where = `${screen.name} ${language} ${look.width} ${look.theme}`
        faults.push(...(await layoutFaults(page)).map((fault) => `${where}: ${fault}`))
        if (language !== forAxe) continue
        const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
        faults.push(...violations.map(({ id, nodes }) => `${where}: axe ${id}: ${nodes[0]?.target.join(' ')}`))
      }
    }
  }
  return faults
}
