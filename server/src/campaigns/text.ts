import type { Words } from '@simdeck/contract/languages.ts'

export const campaignText = {
  rollback: { ja: 'のロールバック', en: ', rollback' },
  onlyOneChoice: { ja: 'SIMの指定方法は1つだけにしてください', en: 'Name the SIMs in one way only' },
  /** The first of several names, and the number of the others. */
  names: (names: readonly string[], others: number): Words => ({
    ja: `「${names.join('」、「')}」${others > 0 ? ` ほか${others}件` : ''}`,
    en: `“${names.join('”, “')}”${others > 0 ? ` and ${others} more` : ''}`,
  }),
} as const satisfies Record<string, Words | ((names: readonly string[], others: number) => Words)>
