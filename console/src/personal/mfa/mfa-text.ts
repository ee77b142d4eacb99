import { defineText } from '../../ui/words/text.ts'

export const recoveryText = defineText({
  title: { ja: 'リカバリーコード', en: 'Recovery codes' },
  words: {
    ja: '認証アプリが使えないときに、認証コードの代わりに入力できます。それぞれ一度だけ使用できます。',
    en: 'Use one in place of a code when you do not have your authenticator app. Each works once.',
  },
  once: {
    ja: 'この画面を閉じると、二度と表示されません。パスワードとは別の安全な場所に保管してください。',
    en: 'They are shown only now. Keep them in a safe place, apart from your password.',
  },
  copy: { ja: 'コピー', en: 'Copy' },
  copied: { ja: 'リカバリーコードをコピーしました', en: 'The recovery codes were copied' },
  notCopied: { ja: 'コピーできませんでした', en: 'They could not be copied' },
  download: { ja: 'ダウンロード', en: 'Download' },
  kept: { ja: '安全な場所に保管しました', en: 'I have kept them in a safe place' },
  done: { ja: '完了', en: 'Done' },
  leaveTitle: { ja: 'リカバリーコードを保管しましたか', en: 'Have you kept the recovery codes?' },
  leaveWords: {
    ja: 'この画面を離れると、表示されているリカバリーコードは二度と表示されません。',
    en: 'They are not shown again once you leave this page.',
  },
  leave: { ja: '移動', en: 'Leave' },
  stay: { ja: 'この画面に残る', en: 'Stay' },
})

export const mfaText = defineText({
  title: { ja: '多要素認証', en: 'Multi-factor authentication' },
  words: {
    ja: 'ログイン時に、パスワードに加えて認証アプリのワンタイムパスワードを確認します。',
    en: 'Signing in then takes a one-time password of an authenticator app besides your password.',
  },
  on: { ja: '有効', en: 'On' },
  off: { ja: '無効', en: 'Off' },
  left: { ja: (n: number) => `未使用のリカバリーコード：${n}件`, en: (n: number) => `Recovery codes left: ${n}` },
  few: {
    ja: '未使用のリカバリーコードが少なくなっています。新しいコードを発行してください。',
    en: 'Few recovery codes are left. Make new ones.',
  },
  enable: { ja: '有効にする', en: 'Turn on' },
  disable: { ja: '無効にする', en: 'Turn off' },
  newCodes: { ja: 'リカバリーコードを再発行', en: 'New recovery codes' },
  scan: {
    ja: '認証アプリ（Google Authenticator、Microsoft Authenticatorなど）でQRコードを読み取ります。',
    en: 'Scan the QR code with an authenticator app (Google Authenticator, Microsoft Authenticator or another).',
  },
  qr: { ja: '認証アプリ用のQRコード', en: 'QR code for the authenticator app' },
  byHand: { ja: '読み取れない場合は、このキーを入力してください', en: 'If it cannot be scanned, type in this key' },
  key: { ja: 'セットアップキー', en: 'Set-up key' },
  code: { ja: '認証コード', en: 'Authentication code' },
  codeWords: { ja: '認証アプリに表示された6桁の数字', en: 'The six digits that the app then shows' },
  codeWrong: { ja: '認証コードは6桁の数字です', en: 'An authentication code has six digits' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  enabled: { ja: '多要素認証を有効にしました', en: 'Multi-factor authentication was turned on' },
  notEnabled: { ja: '多要素認証を有効にできませんでした', en: 'Multi-factor authentication could not be turned on' },
  disabled: { ja: '多要素認証を無効にしました', en: 'Multi-factor authentication was turned off' },
  notDisabled: { ja: '多要素認証を無効にできませんでした', en: 'Multi-factor authentication could not be turned off' },
  renewed: { ja: 'リカバリーコードを再発行しました', en: 'There are new recovery codes' },
  notRenewed: { ja: 'リカバリーコードを再発行できませんでした', en: 'New recovery codes could not be made' },
  disableTitle: { ja: '多要素認証を無効にしますか', en: 'Turn off multi-factor authentication?' },
  disableWords: {
    ja: 'パスワードだけでログインできるようになります。認証アプリの登録とリカバリーコードは使えなくなり、再び有効にするときは新しいQRコードの読み取りが必要です。',
    en: 'Your password alone will be enough to sign in. The entry in your app and the recovery codes stop working; turning it on again takes a new QR code.',
  },
  disableRequired: {
    ja: 'この権限では多要素認証が必須です。無効にすると、設定し直すまでほかの画面を使用できません。',
    en: 'Your role requires it: once it is off, you can use nothing else until it is set up again.',
  },
  renewTitle: { ja: 'リカバリーコードを再発行しますか', en: 'Make new recovery codes?' },
  renewWords: { ja: '以前のリカバリーコードは使えなくなります。', en: 'The ones that you have stop working.' },
  renew: { ja: '再発行', en: 'Make new codes' },
  required: { ja: '多要素認証の設定', en: 'Set up multi-factor authentication' },
  requiredWords: {
    ja: 'この権限では多要素認証が必須です。設定が完了すると、続けて利用できます。',
    en: 'Your role requires it. Once it is set up you can go on.',
  },
  begin: { ja: '設定を始める', en: 'Set it up' },
  logout: { ja: 'ログアウト', en: 'Sign out' },
})
