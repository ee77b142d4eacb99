import { defineText } from '../../ui/words/text.ts'

export const unknownText = defineText({
  unknown: {
    ja: (n: string, of: string) => `${of}件の番号のうち${n}件は、どのSIMにも見つかりません：`,
    en: (n: string, of: string) => `${n} of the ${of} numbers belong to no SIM: `,
  },
  andMore: { ja: (n: string) => `ほか${n}件`, en: (n: string) => `and ${n} more` },
  theUnknown: { ja: '見つからない番号', en: 'numbers not found' },
})
