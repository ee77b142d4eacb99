import { defineText } from '../../../ui/words/text.ts'

export const differingText = defineText({
  words: {
    ja: 'カードの内容が、あるはずの内容と異なるSIMが対象です。',
    en: 'The targets are the SIMs whose cards differ from what they should hold.',
  },
  none: { ja: '該当するSIMはもうありません。', en: 'There is no such SIM any more.' },
})
