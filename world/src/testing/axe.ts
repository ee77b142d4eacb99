import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Violations of WCAG 2.2 AA that axe finds in the page, or in a part of it, each with its rule and its elements. No frame of the page is of
 * another origin, so axe needs no second page for its result (its legacy mode), which takes half the processor time.
 */
export async function axeViolations(page: Page, { part, only = rules }: { part?: string; only?: string[] } = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ runOnly: only, resultTypes: ['violations'] })
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
