import { defineText } from '../../../ui/words/text.ts'

export const unknownText = defineText({
  unknown: {
    ja: (n: string, of: string) => `${of}件の番号のうち${n}件は、どのSIMにも見つかりません：`,
    en: (n: string, of: string) => `${n} of the ${of} numbers belong to no SIM: `,
  },
  searching: { ja: (n: string) => `${n}件の番号のSIMを探しています…`, en: (n: string) => `Looking for the SIMs of ${n} numbers…` },
  pastedSims: { ja: (n: string) => `${n}台`, en: (n: string) => n },
  pastedGone: { ja: '期限切れ', en: 'expired' },
  andMore: { ja: (n: string) => `ほか${n}件`, en: (n: string) => `and ${n} more` },
  theUnknown: { ja: '見つからない番号', en: 'numbers not found' },
})
