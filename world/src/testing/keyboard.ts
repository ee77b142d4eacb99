import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const mostPresses = 90

/** Returns the names of the focused element, and `seen` if a ring or frame shows the focus; runs in the page. */
function focused(): { names: string[]; seen: boolean } {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body) return { names: [], seen: false }
  const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent.trim())
  const names = [element.getAttribute('aria-label') ?? '', element.textContent.trim(), ...labels].filter((name) => name !== '')
  const shown = (one: Element, ring: CSSStyleDeclaration = getComputedStyle(one)): boolean =>
    (ring.outlineStyle !== 'none' && ring.outlineWidth !== '0px') || ring.boxShadow !== 'none' || one.matches('input')
  return { names, seen: shown(element) || (element.parentElement !== null && shown(element.parentElement)) }
}

/** The names of the element with the focus; none if the focus is lost. */
export const focusedNames = async (page: Page): Promise<string[]> => (await page.evaluate(focused)).names

/**
 * Presses a key until the element with that name, or with one that begins with it, has the focus, and checks that its focus is visible.
 * Throws with the names that it passed if none does.
 */
export async function tabTo(page: Page, name: string, { key = 'Tab', begins = false } = {}): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < mostPresses; presses++) {
    const { names, seen } = await page.evaluate(focused)
    if (names.some((one) => one === name || (begins && one.startsWith(name)))) {
      expect([name, seen]).toEqual([name, true])
      return
    }
    passed.push(names.join(' / '))
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reaches "${name}"; it passed ${passed.join(', ')}`)
}
