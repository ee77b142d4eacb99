import { defineText } from '../ui/words/text.ts'

/** Texts of the search box in the header, which are needed before the palette is loaded. */
export const fieldText = defineText({
  open: { ja: '検索・移動', en: 'Search or go to' },
  placeholder: { ja: 'SIM、配信、パッケージ、メンバー', en: 'SIM, campaign, package or member' },
})
