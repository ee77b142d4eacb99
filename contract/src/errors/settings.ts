/** Failures of the settings: access restrictions, mail and the logo. */
export const settingsErrors = {
  wouldShutOut: {
    status: 409,
    en: 'These rules would shut you out yourself',
    ja: 'この設定では、あなた自身がアクセスできなくなります',
  },
  mailNotSent: {
    status: 502,
    en: 'The mail server did not take the mail',
    ja: 'メールサーバーがメールを受け付けませんでした',
  },
  mailServerUnreachable: {
    status: 502,
    en: 'No mail server answered. Check the host, the port and the encryption',
    ja: 'メールサーバーに接続できませんでした。ホスト、ポート、暗号化を確認してください',
  },
  mailNotConfigured: {
    status: 409,
    en: 'No mail server is configured',
    ja: 'メールサーバーが設定されていません',
  },
  mailByEnvironment: {
    status: 409,
    en: 'The mail server is set by the environment (SMTP_URL)',
    ja: 'メールサーバーは環境変数（SMTP_URL）で設定されています',
  },
  mailUnconfirmed: {
    status: 409,
    en: 'A Root must confirm the mail server or the mail template first',
    ja: '先に最上位管理者がメールサーバーまたはメールのテンプレートを承認する必要があります',
  },
  mailChangedMeanwhile: {
    status: 409,
    en: 'It was changed again meanwhile. Please look at it once more',
    ja: '確認中に変更されました。もう一度内容を確認してください',
  },
  connectorNotFound: { status: 404, en: 'This account does not exist', ja: 'アカウントが見つかりません' },
  connectorNameTaken: { status: 409, en: 'Another account has this name', ja: 'この名前のアカウントはすでにあります' },
  connectorKeyRequired: {
    status: 409,
    en: 'Enter the API key again: the address or the user has changed',
    ja: '接続先またはユーザー名を変更したため、APIキーをもう一度入力してください',
  },
  smsGatewayNotSet: { status: 409, en: 'No gateway for short messages is set', ja: 'SMSの接続先が設定されていません' },
  invalidLogo: {
    status: 400,
    en: 'The logo must be a PNG, JPEG or WebP image of at most 1,000,000 bytes',
    ja: 'ロゴは1,000,000バイト以下のPNG、JPEG、WebP画像にしてください',
  },
} as const
