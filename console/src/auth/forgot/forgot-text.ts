import { defineText } from '../../ui/words/text.ts'

export const forgotText = defineText({
  title: { ja: 'パスワードの再設定', en: 'Reset your password' },
  words: {
    ja: '登録されているメールアドレスを入力してください。再設定用のコードをメールで送信します。',
    en: 'Enter the address of your account. A code to reset the password is sent to it.',
  },
  send: { ja: 'コードを送信', en: 'Send the code' },
  haveCode: { ja: 'コードをお持ちの方', en: 'I have a code' },
  confirmWords: {
    ja: 'メールアドレスが登録されている場合、8桁のコードを送信しました。コードは30分間有効です。',
    en: 'If the address belongs to an account, a code of eight digits was sent to it. It works for 30 minutes.',
  },
  code: { ja: '確認コード', en: 'Code' },
  codeWords: { ja: 'メールに記載されている8桁の数字', en: 'The eight digits in the mail' },
  codeWrong: { ja: '確認コードは8桁の数字です', en: 'The code has eight digits' },
  again: { ja: 'コードが届かない場合', en: 'No mail?' },
  sendAgain: { ja: 'コードを再送', en: 'Send the code again' },
  sentAgain: { ja: 'コードを送信しました', en: 'The code was sent' },
  sentWords: { ja: 'メールアドレスが登録されている場合に届きます。', en: 'It arrives if the address belongs to an account.' },
  notSent: { ja: 'コードを送信できませんでした', en: 'The code could not be sent' },
  change: { ja: 'パスワードを変更', en: 'Change the password' },
  changed: { ja: 'パスワードを変更しました', en: 'Your password was changed' },
  signInAgain: { ja: '新しいパスワードでログインしてください。', en: 'Sign in with your new password.' },
})
