import type { Words } from './languages.ts'
import { sessionErrors } from './session-errors.ts'

type CatalogueEntry = Words & { status: number }

/**
 * Every failure that an API can answer, by its stable code. English texts of the specification's "Known server messages" are the same to
 * the letter; the Japanese texts are their translations.
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
  ...sessionErrors,
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
  emailInvalid: { status: 400, en: 'Email invalid', ja: 'メールアドレスが正しくありません' },
  linkInvalid: {
    status: 410,
    en: 'The link is no longer valid',
    ja: 'このリンクは無効です',
  },
  userExists: { status: 409, en: 'User already existed', ja: 'このメンバーはすでに登録されています' },
  userNotFound: { status: 404, en: 'User not existed', ja: 'メンバーが見つかりません' },
  lastRoot: {
    status: 409,
    en: 'The last active ROOT cannot be deleted, demoted or deactivated',
    ja: '有効な最後の最上位管理者は、削除、権限の変更、無効化ができません',
  },
  ownAccount: {
    status: 409,
    en: 'You cannot delete or deactivate your own account or change its role',
    ja: '自分自身のアカウントの削除、無効化、権限の変更はできません',
  },
  ownAccountSignIns: {
    status: 409,
    en: 'End your own sign-ins in your personal settings',
    ja: '自分のログインは「個人設定」で終了してください',
  },
  alreadyConfirmed: {
    status: 409,
    en: 'This member has already signed in',
    ja: 'このメンバーはすでに登録を完了しています',
  },
  memberInactive: {
    status: 409,
    en: 'This member is deactivated. Activate the member first',
    ja: 'このメンバーは無効です。先に有効にしてください',
  },
  apiCredentialLimit: {
    status: 409,
    en: 'There can be at most 10 API IDs',
    ja: 'API IDは10件までです',
  },
  apiCredentialNotFound: { status: 404, en: 'The API ID does not exist', ja: 'API IDが見つかりません' },
  invalidClient: { status: 401, en: 'The API ID or secret is incorrect', ja: 'API IDまたはシークレットが正しくありません' },
  unsupportedGrant: {
    status: 400,
    en: 'Only the grant type client_credentials is supported',
    ja: 'grant_typeはclient_credentialsのみ使用できます',
  },
  invalidScope: {
    status: 400,
    en: 'The scope goes beyond the role of the API ID',
    ja: 'スコープがAPI IDの権限を超えています',
  },
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
  signInNotFound: { status: 404, en: 'The sign-in has already ended', ja: 'このログインはすでに終了しています' },
  notFound: { status: 404, en: 'Not found', ja: '見つかりません' },
  payloadTooLarge: { status: 413, en: 'The file is too large', ja: 'ファイルが大きすぎます' },
  serverError: { status: 500, en: 'The server could not handle the request', ja: 'サーバーで処理できませんでした' },
  serverBusy: {
    status: 503,
    en: 'The server is busy. Please wait a while and try again',
    ja: 'サーバーが混み合っています。しばらく待ってから再試行してください',
  },
  searchTooSlow: {
    status: 400,
    en: 'The search for SIMs takes too long. Please narrow it down',
    ja: 'SIMの検索に時間がかかりすぎます。条件を絞り込んでください',
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
  otherPackageAid: {
    status: 400,
    en: 'The file is not a package of this AID',
    ja: 'ファイルは、このAIDのパッケージではありません',
  },
  packageInUse: {
    status: 409,
    en: 'The package is in use and cannot be deleted',
    ja: '使用中のパッケージは削除できません',
  },
  managedAidExists: { status: 409, en: 'This package AID is already there', ja: 'このパッケージAIDは登録済みです' },
  managedAidNotFound: { status: 404, en: 'The package AID does not exist', ja: 'パッケージAIDが見つかりません' },
  pollerAidStays: {
    status: 409,
    en: 'The AIDs of the poller cannot be deleted',
    ja: 'ポーラーのAIDは削除できません',
  },
  managedAidNotEmpty: {
    status: 409,
    en: 'Packages would be deleted with the package AID. Confirm their number',
    ja: 'パッケージAIDと一緒にパッケージも削除されます。件数を確認してください',
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
  dryRunNotFound: {
    status: 404,
    en: 'No dry run of this list of SIMs exists. Make one first',
    ja: 'この一覧のドライランはまだありません。先にドライランを実行してください',
  },
  startCountRequired: {
    status: 400,
    en: 'The campaign takes in more than 100 SIMs. Confirm their number',
    ja: '100台を超える配信です。対象の台数を確認してください',
  },
  startCountDiffers: {
    status: 409,
    en: 'The confirmed number is not the number of SIMs that would be changed',
    ja: '確認した台数が、対象のSIMの台数と一致しません',
  },
  removalsDiffer: {
    status: 409,
    en: 'Some SIMs would lose an applet that was not in the confirmation. Please check it again',
    ja: '確認した内容にないアプレットが削除されるSIMがあります。もう一度確認してください',
  },
  removalConsentRequired: {
    status: 409,
    en: 'SIMs would lose an applet or a library before they get the new one. Your consent to that is required',
    ja: '新しいものを書き込む前に、現在のアプレットまたはライブラリが削除されるSIMがあります。削除への同意が必要です',
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
  campaignEnded: { status: 409, en: 'The campaign has already ended', ja: 'この配信はすでに終了しています' },
  campaignNotEnded: {
    status: 409,
    en: 'Only campaigns that have ended can be archived',
    ja: 'アーカイブできるのは、終了した配信だけです',
  },
  campaignStillRunning: {
    status: 409,
    en: 'Pause the campaign before you roll it back',
    ja: 'ロールバックする前に、配信を一時停止してください',
  },
  rollbackNotPossible: {
    status: 409,
    en: 'Only campaigns that install or uninstall applets can be rolled back, not those of pollers, libraries or card contents',
    ja: 'ロールバックできるのは、アプレットをインストールまたはアンインストールする配信だけです（ポーラー、ライブラリ、カードの内容の取得は対象外）',
  },
  campaignNotRunning: {
    status: 409,
    en: 'A wave is released only while the campaign is running',
    ja: '段階を進められるのは、配信の実行中だけです',
  },
  noFurtherWave: {
    status: 409,
    en: 'This wave was released already, or is not the next one',
    ja: 'この段階は開始済みか、次の段階ではありません',
  },
  campaignAwaitsApproval: {
    status: 409,
    en: 'The campaign still needs the approval of a second person',
    ja: 'この配信は、別の人の承認を待っています',
  },
  noApprovalAsked: {
    status: 404,
    en: 'No approval was asked for this campaign',
    ja: 'この配信は承認を必要としません',
  },
  approvalDecided: {
    status: 409,
    en: 'It was decided already: approved, rejected, withdrawn or stopped',
    ja: 'すでに承認、差し戻し、取り下げ、または停止されています',
  },
  approvalByAsker: {
    status: 403,
    en: 'Another person must decide, because you asked for this campaign',
    ja: '依頼した人は承認も差し戻しもできません。別の人が判断してください',
  },
  notAsker: {
    status: 403,
    en: 'Only the person who asked for the approval can withdraw it',
    ja: '取り下げられるのは、承認を依頼した人だけです',
  },
  approvalExpired: {
    status: 409,
    en: 'The time at which the campaign should have started or ended has passed',
    ja: '開始日時または打ち切り日時を過ぎたため、承認できません',
  },
  approvedLimit: {
    status: 409,
    en: 'The campaign was approved with a tighter limit, and its limits cannot become looser than the approved ones',
    ja: '承認された上限より緩めることはできません',
  },
  startInPast: { status: 400, en: 'The start must be in the future', ja: '開始日時は現在より後にしてください' },
  endBeforeStart: { status: 400, en: 'The end must be after the start', ja: '打ち切り日時は開始日時より後にしてください' },
  campaignNotRepeatable: {
    status: 409,
    en: 'A rollback cannot be repeated with other SIMs. Roll back the first campaign again instead',
    ja: 'ロールバックの設定はほかのSIMには使えません。元の配信をもう一度ロールバックしてください',
  },
  noRollout: {
    status: 409,
    en: 'The campaign was started without options, so it has no limits to change',
    ja: 'この配信にはオプションがないため、制限を変更できません',
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
  levelWithoutKeys: {
    status: 409,
    en: 'Register the keys of the SIM first; its security level belongs to them',
    ja: '先にSIMの鍵を登録してください。セキュリティレベルは鍵と一緒に設定します',
  },
  simExists: { status: 409, en: 'A SIM with this ICCID already exists', ja: 'このICCIDのSIMはすでに登録されています' },
  simOtaOpen: {
    status: 409,
    en: 'An OTA of this SIM has not ended yet. Cancel it first',
    ja: 'このSIMには終わっていないOTAがあります。先に取り消してください',
  },
  groupExists: { status: 409, en: 'A group with this name already exists', ja: '同じ名前のグループがすでにあります' },
  groupNotFound: { status: 404, en: 'The group does not exist', ja: 'グループが見つかりません' },
  selectionNotFound: {
    status: 404,
    en: 'The selection of SIMs has expired. Please select them again',
    ja: 'SIMの選択の有効期限が切れました。もう一度選択してください',
  },
  selectionCount: {
    status: 409,
    en: 'The number of SIMs is not that of the selection',
    ja: 'SIMの台数が選択と一致しません',
  },
  taskNotFound: { status: 404, en: 'The task does not exist', ja: '処理が見つかりません' },
  taskEnded: { status: 409, en: 'The task has already ended', ja: 'この処理はすでに終了しています' },
  importNotChecked: {
    status: 409,
    en: 'This import has already been started or discarded',
    ja: 'このインポートはすでに開始されたか、破棄されています',
  },
  importBadLines: {
    status: 409,
    en: 'The file has lines that cannot be imported. Correct them, or choose to skip them',
    ja: '取り込めない行があります。修正するか、スキップを選んでください',
  },
  importNothing: { status: 409, en: 'The file has no line to import', ja: '取り込める行がありません' },
  importUnderWay: {
    status: 409,
    en: 'Another import is being written. Please wait until it has ended',
    ja: '別のインポートを書き込んでいます。終わるまでお待ちください',
  },
  importsOpen: {
    status: 409,
    en: 'Five of your files are being checked or wait to be started. Start or discard one first',
    ja: '確認中または開始待ちのファイルが5件あります。どれかを開始するか、破棄してください',
  },
  importStale: {
    status: 409,
    en: 'SIMs were added, changed or deleted since the file was checked. Check it again',
    ja: 'ファイルの確認後にSIMが追加、変更、または削除されました。もう一度確認してください',
  },
  importLost: {
    status: 409,
    en: 'The checked file is no longer there. Check it again',
    ja: '確認済みのファイルが残っていません。もう一度確認してください',
  },
  importNotUndoable: {
    status: 409,
    en: 'Only the last import can be undone',
    ja: '元に戻せるのは、最後のインポートだけです',
  },
  importTouched: {
    status: 409,
    en: 'Some of its SIMs have been changed since, so the import cannot be undone',
    ja: 'インポート後に変更されたSIMがあるため、元に戻せません',
  },
  templateNotFound: { status: 404, en: 'The template does not exist', ja: 'テンプレートが見つかりません' },
  templateExists: { status: 409, en: 'There is already a template with this name', ja: '同じ名前のテンプレートがすでにあります' },
  templateLimit: { status: 409, en: 'At most 200 templates can be kept', ja: '保存できるテンプレートは200件までです' },
  viewNotFound: { status: 404, en: 'The view does not exist', ja: 'ビューが見つかりません' },
  viewExists: { status: 409, en: 'You already have a view with this name', ja: '同じ名前のビューがすでにあります' },
  viewLimit: { status: 409, en: 'A member can keep at most 50 views', ja: '保存できるビューは50件までです' },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

/** The fault of one input field. `message` is in the caller's language. */
export type FieldError = { path: string; message: string }

const retryAfterSeconds: { readonly [status: number]: number } = { 429: 60, 503: 5 }

/** Maximum number of wrong fields that a failure names, and the maximum of their bytes. */
export const maxFields = 10
export const maxFieldBytes = 1400

/**
 * The uses that prevent a deletion: the numbers of SIMs that hold the package and that an open OTA writes it into or removes it from, and
 * the campaigns that have not ended, of which a failure names the newest.
 */
export type Uses = { simsHolding: number; simsAwaiting: number; campaigns: { id: number; name: string }[]; moreCampaigns: number }

/**
 * The body of every failure, of at most 2 kB. `moreFields` is the number of wrong fields that are not named. `uses` is there when something
 * in use cannot be deleted.
 */
export type ErrorBody = {
  message: string
  code: ErrorCode
  fields?: FieldError[]
  moreFields?: number
  detail?: string
  uses?: Uses
}

/**
 * A failure for the caller. `fieldCount` is the number of wrong fields, when not all are given. `detail`, which is never secret, adds to
 * the catalogue's sentence.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[] | undefined
  readonly fieldCount: number
  readonly detail: Words | undefined
  readonly uses: Uses | undefined
  /** The number of seconds after which another attempt may succeed. Null if waiting does not help. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    more: { fields?: FieldError[]; fieldCount?: number; detail?: Words; uses?: Uses; retryAfterSeconds?: number } = {},
  ) {
    super(errorCatalogue[code].en)
    this.name = 'ApiError'
    this.code = code
    this.fields = more.fields
    this.fieldCount = more.fieldCount ?? more.fields?.length ?? 0
    this.detail = more.detail
    this.uses = more.uses
    this.retryAfterSeconds = more.retryAfterSeconds ?? retryAfterSeconds[this.status] ?? null
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}
