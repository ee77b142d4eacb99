import type { Words } from '@simdeck/contract/languages.ts'

export const campaignText = {
  rollback: { ja: 'のロールバック', en: ', rollback' },
  onlyOneChoice: { ja: 'SIMの指定方法は1つだけにしてください', en: 'Name the SIMs in one way only' },
} as const satisfies Record<string, Words>
