import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { themeNames } from '@simdeck/contract/settings.ts'

type Rgb = [red: number, green: number, blue: number]
type Pair = [front: string, ground: string]

const sheet = readFileSync(new URL('../../console/src/ui/theme/tokens.css', import.meta.url), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
const rules = [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors = '', body = '']) => ({
  selectors: selectors.split(',').map((selector) => selector.trim()),
  values: [...body.matchAll(/--sd-([\w-]+)\s*:\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()] as const),
}))

/** Tokens of a theme. All selectors have the same specificity, so the later rule wins. */
function tokensOf(theme: string): Map<string, string> {
  const mine = [':root', '[data-theme]', `[data-theme='${theme}']`, ...(theme === 'light' ? [':root:not([data-theme])'] : [])]
  return new Map(rules.filter(({ selectors }) => selectors.some((selector) => mine.includes(selector))).flatMap(({ values }) => values))
}

/** Colour of a CSS value; resolves `var()` and `color-mix()`. */
function colour(value: string, tokens: Map<string, string>): Rgb {
  const variable = /^var\(--sd-([\w-]+)\)$/.exec(value)?.[1]
  if (variable) return colour(tokens.get(variable) ?? `--sd-${variable}`, tokens)
  const mix = /^color-mix\(in srgb, (.+?) (\d+)%, (.+)\)$/.exec(value)
  if (mix) {
    const [front, ground] = [colour(mix[1] ?? '', tokens), colour(mix[3] ?? '', tokens)]
    const part = Number(mix[2]) / 100
    return front.map((channel, index) => channel * part + (ground[index] ?? 0) * (1 - part)) as Rgb
  }
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(value)
  if (!hex) throw new Error(`${value} is no colour`)
  return hex.slice(1).map((pair) => Number.parseInt(pair, 16)) as Rgb
}

/** Relative luminance by WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const across = (fronts: readonly string[], grounds: readonly string[]): Pair[] =>
  fronts.flatMap((front) => grounds.map((ground): Pair => [front, ground]))

const states = ['ready', 'started', 'succeeded', 'failed', 'interrupted', 'blocked', 'notfound', 'online', 'offline', 'ota']
const grounds = ['bg', 'bg-subtle', 'bg-raised']
const rows = [...grounds, 'accent-soft']

/** Text colours on their backgrounds (WCAG 1.4.3: 4.5:1). */
const textPairs: Pair[] = [
  ...across(['text', 'text-2', 'text-3'], [...rows, 'bg-inset']),
  ...across(['accent-text'], [...grounds, 'bg-inset']),
  ['accent-soft-text', 'accent-soft'],
  ...across(['on-accent'], ['accent', 'accent-hover']),
  ...across(['header-text', 'header-text-2'], ['header-bg', 'header-hover']),
  ['header-text-2', 'header-field'],
  ['header-badge-text', 'header-badge'],
  ['map-label', 'map-land'],
  ['on-solid', 'failed-solid'],
  ...states.flatMap((state) => across([`${state}-text`], [...rows, `${state}-bg`])),
]

/** Edges, icons, bars and the focus outline on their backgrounds (WCAG 1.4.11: 3:1). */
const controlPairs: Pair[] = [
  ...across(['line-control', 'focus', 'accent'], grounds),
  ...across(['header-mark', 'header-badge', 'header-text'], ['header-bg']),
  ...across(['chart-1', 'chart-2'], ['bg']),
  ...states.flatMap((state) => [...across([`${state}-solid`], [...rows, `${state}-bg`]), ['on-solid', `${state}-solid`] as Pair]),
]

test.each(themeNames)('every colour pair of theme %s for text or controls meets WCAG 2.2 AA', (theme) => {
  const tokens = tokensOf(theme)
  const weak = [...textPairs.map((pair) => ({ pair, least: 4.5 })), ...controlPairs.map((pair) => ({ pair, least: 3 }))].flatMap(
    ({ pair: [front, ground], least }) => {
      const ratio = contrast(colour(`var(--sd-${front})`, tokens), colour(`var(--sd-${ground})`, tokens))
      return ratio < least ? [`${front} on ${ground}: ${ratio.toFixed(2)} < ${least}`] : []
    },
  )
  expect(weak).toEqual([])
})

test('every theme has a rule, and every colour named as text or background is in a pair', () => {
  const selectors = rules.flatMap((rule) => rule.selectors)
  expect(themeNames.filter((theme) => !selectors.includes(`[data-theme='${theme}']`))).toEqual([])
  const used = new Set([...textPairs, ...controlPairs].flat())
  const paired = [...tokensOf('light').keys()].filter((name) => /(^|-)(text(-\d)?|on|solid)$|^on-/.test(name))
  expect(paired.filter((name) => !used.has(name))).toEqual([])
})

test('contrast of black on white is 21, and a known grey lies at the limit of 4.5', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
  expect(contrast([0x76, 0x76, 0x76], [255, 255, 255])).toBeGreaterThanOrEqual(4.5)
  expect(contrast([0x77, 0x77, 0x77], [255, 255, 255])).toBeLessThan(4.5)
})
