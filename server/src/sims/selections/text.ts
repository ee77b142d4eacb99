import type { Words } from '@simdeck/contract/languages.ts'

export const selectionText = {
  onlyOne: {
    ja: 'フィルター、SIMの一覧、選択のうち1つだけを指定してください',
    en: 'Give only one of a filter, a list of SIMs and a selection',
  },
} as const satisfies Record<string, Words>
