import { defineText } from '../ui/words/text.ts'

/** Texts of the search box in the header, which are needed before the palette is loaded. */
export const fieldText = defineText({
  open: { ja: '検索・移動', en: 'Search or go to' },
  placeholder: { ja: 'SIMの番号や名前、配信、画面、操作', en: 'SIM number or name, campaign, page or action' },
})
