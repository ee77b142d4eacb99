import { defineText } from '../ui/words/text.ts'

/** What the header shows before the palette itself has been loaded. */
export const fieldText = defineText({
  open: { ja: '検索・移動', en: 'Search or go to' },
  placeholder: { ja: 'SIMの番号や名前、配信、画面、操作', en: 'SIM number or name, campaign, page or action' },
})
