import type { Words } from './languages.ts'

type CatalogueEntry = Words & { status: number }

/**
 * Every failure an API can answer, by its stable code. English texts of the specification's "Known server messages"
 * are kept to the letter; the Japanese ones are their translations.
 */
export const errorCatalogue = {
  invalidInput: { status: 400, en: 'Invalid input', ja: '入力内容が正しくありません' },
  emptyParameters: { status: 400, en: 'Empty parameters', ja: 'パラメータがありません' },
  incorrectCredentials: {
    status: 401,
    en: 'Incorrect username or password',
    ja: 'メールアドレスまたはパスワードが正しくありません',
  },
  missingAuthorization: { status: 401, en: 'Authorization header seems missing', ja: '認証情報がありません' },
  sessionExpired: {
    status: 401,
    en: 'Your session has expired. Please sign in again',
    ja: 'セッションの有効期限が切れました。もう一度ログインしてください',
  },
  noPermission: {
    status: 403,
    en: 'You do not have permission to access this resource',
    ja: 'この操作を行う権限がありません',
  },
  accountLocked: { status: 403, en: 'This account has been locked', ja: 'このアカウントはロックされています' },
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
  invalidCapAuthKey: { status: 400, en: 'Invalid CAP_AUTH_KEY', ja: 'CAP_AUTH_KEYが正しくありません' },
  invalidEncryptKey: { status: 400, en: 'Invalid ENCRYPT_KEY', ja: 'ENCRYPT_KEYが正しくありません' },
  invalidZip: { status: 400, en: 'Invalid structure of zip file', ja: 'zipファイルの構造が正しくありません' },
  invalidLogo: {
    status: 400,
    en: 'The logo must be a PNG, JPEG or WebP image of at most 1,000,000 bytes',
    ja: 'ロゴは1,000,000バイト以下のPNG、JPEG、WebP画像にしてください',
  },
  packageExists: {
    status: 409,
    en: 'A package with this AID, version and label already exists',
    ja: '同じAID、バージョン、ラベルのパッケージが登録済みです',
  },
  packageNotFound: { status: 404, en: 'The package does not exist', ja: 'パッケージが見つかりません' },
  libraryPackage: {
    status: 400,
    en: 'This package holds no applet, so it cannot be installed by itself',
    ja: 'アプレットを含まないパッケージのため、単独ではインストールできません',
  },
  unknownModule: {
    status: 400,
    en: 'The package holds no such applet',
    ja: '指定されたアプレットはパッケージに含まれていません',
  },
  snapshotNotFound: {
    status: 404,
    en: 'The list of target SIMs does not exist or has already been used',
    ja: '対象SIMの一覧が見つからないか、すでに使用されています',
  },
  noTargetSims: { status: 400, en: 'No SIM would be changed', ja: '対象になるSIMがありません' },
  severalActiveTargets: {
    status: 400,
    en: 'Only one target per applet type can be active',
    ja: '有効にできる対象は、アプレットの種類ごとに1つだけです',
  },
  nothingReady: {
    status: 409,
    en: 'Only an OTA that is Ready can be cancelled',
    ja: '取り消せるのは待機中のOTAだけです',
  },
  otaInProgress: {
    status: 409,
    en: 'An OTA for this SIM and applet type is already under way',
    ja: 'このSIMの同じ種類のOTAがすでに進行中です',
  },
  campaignNotFound: { status: 404, en: 'The campaign does not exist', ja: '配信が見つかりません' },
  simNotFound: { status: 404, en: 'The SIM does not exist', ja: 'SIMが見つかりません' },
  linkExpired: { status: 410, en: 'The link has expired', ja: 'リンクの有効期限が切れました' },
  csvInvalid: {
    status: 400,
    en: 'The file has lines that cannot be imported. Nothing was written',
    ja: '取り込めない行があります。何も書き込まれていません',
  },
  csvHeader: {
    status: 400,
    en: 'The file is not a CSV with the columns of a SIM import',
    ja: 'SIMインポート用の列を持つCSVファイルではありません',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

/** What was wrong with one input field; `message` is in the caller's language. */
export type FieldError = { path: string; message: string }

/** The body of every failure. */
export type ErrorBody = { message: string; code: ErrorCode; fields?: FieldError[]; detail?: string }

/** A failure meant for the caller. `detail` (English, never secret) says more than the catalogue's sentence. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[] | undefined
  readonly detail: string | undefined

  constructor(code: ErrorCode, more: { fields?: FieldError[]; detail?: string } = {}) {
    super(errorCatalogue[code].en)
    this.name = 'ApiError'
    this.code = code
    this.fields = more.fields
    this.detail = more.detail
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}
