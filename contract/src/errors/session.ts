/**
 * The failures that end a session. They are apart from the rest of the catalogue, so that the login page can show them in its own language.
 */
export const sessionErrors = {
  sessionExpired: {
    status: 401,
    en: 'Your session has expired. Please sign in again',
    ja: 'セッションの有効期限が切れました。もう一度ログインしてください',
  },
  sessionEnded: {
    status: 401,
    en: 'This session was ended by an administrator, by a password change or from another browser. Please sign in again',
    ja: 'このセッションは、管理者、パスワードの変更、またはほかのブラウザーの操作により終了しました。もう一度ログインしてください',
  },
  accountEnded: {
    status: 401,
    en: 'This account has been deactivated or deleted. Please ask an administrator',
    ja: 'このアカウントは無効化または削除されました。管理者に問い合わせてください',
  },
  addressNotAllowed: {
    status: 403,
    en: 'Access from this network is not allowed',
    ja: 'このネットワークからはアクセスできません',
  },
} as const
