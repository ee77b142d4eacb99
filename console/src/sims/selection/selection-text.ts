import { defineText } from '../../ui/words/text.ts'

export const selectionText = defineText({
  outside: {
    ja: (n: string) => `うち${n}台は現在の条件に一致しません`,
    en: (n: string) => `${n} of them outside this filter`,
  },
  outsideUncounted: { ja: '別の条件で選択したSIMを含みます', en: 'Selected under another filter' },
  dropOutside: { ja: '一致しないSIMの選択を解除', en: 'Deselect those' },
})
