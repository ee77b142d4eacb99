import type { Words } from '@simdeck/contract/languages.ts'

export const indexText = {
  tooManyWaiting: {
    ja: 'SIMの検索が多数、処理待ちになっています。',
    en: 'Too many of your searches for SIMs are still waiting.',
  },
} as const satisfies Record<string, Words>
