import { defineText } from '../words/text.ts'

export const mapText = defineText({
  noMap: {
    ja: '基地局の情報を取得できないため、地図を表示できません',
    en: 'Cannot display map because cellular base station information could not be retrieved',
  },
  unreadable: {
    ja: '地図のファイル（MAP_FILE）を読めないため、陸地の輪郭だけを表示しています。',
    en: 'The map file (MAP_FILE) cannot be read, so only the outlines of land are shown.',
  },
  noWebgl: {
    ja: 'このブラウザーではWebGLを使えません。',
    en: 'This browser cannot use WebGL.',
  },
})
