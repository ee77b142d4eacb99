import { defineText } from './text.ts'

/** A number with its counter word: 件 for rows, 名 for people, 台 for SIMs. */
export const countText = defineText({
  rows: { ja: (n: string) => `${n}件`, en: (n: string) => n },
  sims: { ja: (n: string) => `${n}台`, en: (n: string) => n },
  people: { ja: (n: string) => `${n}名`, en: (n: string) => n },
})
export type Counted = keyof typeof countText
