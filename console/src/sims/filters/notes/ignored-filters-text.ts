import { defineText } from '../../../ui/words/text.ts'

export const ignoredText = defineText({
  ignored: {
    ja: (names: string) => `URLに含まれる条件「${names}」は値を読み取れないため、絞り込みに使われていません。`,
    en: (names: string) => `The address has filters whose values are not understood. They are left out: ${names}.`,
  },
  comma: { ja: '」「', en: ', ' },
  remove: { ja: 'URLから外す', en: 'Remove from the address' },
})
