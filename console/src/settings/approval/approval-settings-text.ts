import { defineText } from '../../ui/words/text.ts'

export const approvalSettingsText = defineText({
  title: { ja: '配信の承認', en: 'Approval of campaigns' },
  words: {
    ja: '対象のSIMが多い一括OTAとロールバックは、別のメンバーが承認するまで始まりません。依頼した人は承認できません。',
    en: 'A bulk OTA or a rollback of many SIMs does not begin before another member approves it. The person who asked cannot approve.',
  },
  required: { ja: '別のメンバーの承認を必須にする', en: 'Require the approval of another member' },
  from: { ja: '承認が必要になる台数', en: 'SIMs from which on it is required' },
  fromWords: { ja: '1–9,999,999台。この台数を含みます', en: '1 to 9,999,999; this number is included' },
  fromWrong: { ja: '1から9,999,999までの整数を入力してください', en: 'Enter a whole number from 1 to 9,999,999' },
  later: {
    ja: 'すでに承認を待っている配信は、変更後も承認を待ちます。',
    en: 'Campaigns that already await approval still need it after a change.',
  },
})
