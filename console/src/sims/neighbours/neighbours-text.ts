import { defineText } from '../../ui/words/text.ts'

export const neighboursText = defineText({
  place: {
    ja: (total: string, place: string) => `${total}台中${place}台目`,
    en: (total: string, place: string) => `${place} of ${total} SIMs`,
  },
  label: { ja: '一覧の前後のSIM', en: 'SIMs before and after in the list' },
  previous: { ja: '一覧の前のSIM', en: 'Previous SIM of the list' },
  next: { ja: '一覧の次のSIM', en: 'Next SIM of the list' },
})
