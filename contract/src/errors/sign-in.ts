/** Failures of signing in, passwords, one-time passwords and multi-factor authentication. */
export const signInErrors = {
  incorrectCredentials: {
    status: 401,
    en: 'Incorrect username or password',
    ja: 'メールアドレスまたはパスワードが正しくありません',
  },
  missingAuthorization: { status: 401, en: 'Authorization header seems missing', ja: '認証情報がありません' },
  accountLocked: { status: 403, en: 'This account has been locked', ja: 'このアカウントはロックされています' },
  otpIncorrectOrExpired: {
    status: 401,
    en: 'The one-time password is incorrect or expired',
    ja: 'ワンタイムパスワードが正しくないか、有効期限が切れています',
  },
  incorrectCode: { status: 401, en: 'Incorrect authentication code', ja: '認証コードが正しくありません' },
  invalidOtpCode: { status: 400, en: 'Invalid OTP Code', ja: 'ワンタイムパスワードが正しくありません' },
  invalidPassword: { status: 400, en: 'Invalid input password', ja: '現在のパスワードが正しくありません' },
  invalidTemporaryPassword: {
    status: 401,
    en: 'Invalid input temporary password',
    ja: '仮パスワードが正しくないか、有効期限が切れています',
  },
  passwordRules: {
    status: 400,
    en: 'The password does not meet the rules',
    ja: 'パスワードが条件を満たしていません',
  },
  passwordCommon: {
    status: 400,
    en: 'This password is too easy to guess. Choose another one',
    ja: '推測されやすいパスワードです。別のパスワードにしてください',
  },
  passwordReused: {
    status: 400,
    en: 'The new password must differ from the current one',
    ja: '現在のパスワードとは別のパスワードにしてください',
  },
  tooManyPasswordChanges: {
    status: 429,
    en: 'Too many password changes. Please wait a while and try again',
    ja: 'パスワードの変更回数が多すぎます。しばらく待ってから再試行してください',
  },
  verificationRequired: {
    status: 403,
    en: 'Please confirm that it is you',
    ja: 'ご本人であることを確認してください',
  },
  mfaRequired: {
    status: 403,
    en: 'Your role requires multi-factor authentication. Please set it up first',
    ja: 'この権限では多要素認証が必要です。先に設定してください',
  },
  mfaAlreadyEnabled: {
    status: 409,
    en: 'Multi-factor authentication is already enabled',
    ja: '多要素認証はすでに有効です',
  },
  mfaNotEnabled: { status: 409, en: 'Multi-factor authentication is not enabled', ja: '多要素認証は有効になっていません' },
  mfaNotStarted: {
    status: 409,
    en: 'Get a QR code first',
    ja: '先にQRコードを表示してください',
  },
  signUpClosed: { status: 403, en: 'Sign-up is closed', ja: '新規登録は受け付けていません' },
  linkInvalid: {
    status: 410,
    en: 'The link is no longer valid',
    ja: 'このリンクは無効です',
  },
  signInNotFound: { status: 404, en: 'The sign-in has already ended', ja: 'このログインはすでに終了しています' },
} as const
