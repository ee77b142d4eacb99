import { defineText } from '../words/text.ts'

export const mapText = defineText({
  noMap: {
    ja: '基地局の情報を取得できないため、地図を表示できません',
    en: 'Cannot display map because cellular base station information could not be retrieved',
  },
  noWebgl: {
    ja: 'このブラウザーではWebGLを使えません。',
    en: 'This browser cannot use WebGL.',
  },
})
