/** Failures that any call can have. */
export const requestErrors = {
  invalidInput: { status: 400, en: 'Invalid input', ja: '入力内容が正しくありません' },
  emptyParameters: { status: 400, en: 'Empty parameters', ja: 'パラメータがありません' },
  noPermission: {
    status: 403,
    en: 'You do not have permission to access this resource',
    ja: 'この操作を行う権限がありません',
  },
  tooManyRequests: {
    status: 429,
    en: 'Too many requests. Please wait a while and try again',
    ja: '要求が多すぎます。しばらく待ってから再試行してください',
  },
  notFound: { status: 404, en: 'Not found', ja: '見つかりません' },
  payloadTooLarge: { status: 413, en: 'The file is too large', ja: 'ファイルが大きすぎます' },
  serverError: { status: 500, en: 'The server could not handle the request', ja: 'サーバーで処理できませんでした' },
  serverBusy: {
    status: 503,
    en: 'The server is busy. Please wait a while and try again',
    ja: 'サーバーが混み合っています。しばらく待ってから再試行してください',
  },
  linkExpired: { status: 410, en: 'The link has expired', ja: 'リンクの有効期限が切れました' },
} as const
