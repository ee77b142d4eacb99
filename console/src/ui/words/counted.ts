import { defineText } from './text.ts'

/** A number with what it counts: rows by 件, people by 名. */
export const countText = defineText({
  rows: { ja: (n: string) => `${n}件`, en: (n: string) => n },
  people: { ja: (n: string) => `${n}名`, en: (n: string) => n },
})
export type Counted = keyof typeof countText
