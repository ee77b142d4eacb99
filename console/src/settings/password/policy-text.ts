import { defineText } from '../../ui/words/text.ts'

export const policyText = defineText({
  title: { ja: 'パスワードの条件', en: 'Password rules' },
  words: {
    ja: 'これから設定されるパスワードに適用されます。今のパスワードはそのまま使えます。よく使われるパスワードは、この条件にかかわらず設定できません。',
    en: 'Apply to passwords that are set from now on; present ones stay good. Common passwords are refused whatever the rules are.',
  },
  minimum: { ja: '最小文字数', en: 'Minimum length' },
  minimumWords: { ja: '8–64文字', en: '8 to 64 characters' },
  minimumWrong: { ja: '8から64までの整数を入力してください', en: 'Enter a whole number from 8 to 64' },
  kinds: { ja: '必須にする文字の種類', en: 'Required kinds of characters' },
  upperCase: { ja: '英大文字', en: 'Upper-case letters' },
  lowerCase: { ja: '英小文字', en: 'Lower-case letters' },
  number: { ja: '数字', en: 'Digits' },
  symbol: { ja: '記号', en: 'Symbols' },
  preview: { ja: 'メンバーに表示される条件', en: 'As users will see it' },
  nist: {
    ja: 'NIST SP 800-63B-4では、多要素認証を使わない場合、15文字以上のパスワードが求められています。',
    en: 'NIST SP 800-63B-4 asks for at least 15 characters where there is no second factor.',
  },
  stronger: { ja: '15文字以上にする', en: 'Use 15 characters' },
  mfa: { ja: '多要素認証を必須にする権限', en: 'Roles that must use MFA' },
  mfaWords: {
    ja: '多要素認証を設定していないメンバーは、設定が終わるまでほかの画面を使えません。',
    en: 'Members who have not set it up can do nothing else until they have.',
  },
  saved: { ja: 'パスワードの設定を保存しました', en: 'The password settings were saved' },
  notSaved: { ja: 'パスワードの設定を保存できませんでした', en: 'The password settings could not be saved' },
})
