/** Failures of preparing, starting and running campaigns and their OTAs. */
export const campaignErrors = {
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
  fleetBusy: {
    status: 409,
    en: 'A large campaign is being set up. Please try again in a minute',
    ja: '大きな配信の準備中です。1分ほど待ってから再試行してください',
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
  budgetBelowSim: {
    status: 400,
    en: 'The octets in all must be at least the octets per SIM',
    ja: '全体の通信量の上限は、1台の上限以上にしてください',
  },
  budgetSpent: {
    status: 409,
    en: 'The campaign has used up its budget of octets. Resume it with a larger one',
    ja: '全体の通信量の上限に達しています。上限を増やして再開してください',
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
  templateNotFound: { status: 404, en: 'The template does not exist', ja: 'テンプレートが見つかりません' },
  templateExists: { status: 409, en: 'There is already a template with this name', ja: '同じ名前のテンプレートがすでにあります' },
  templateLimit: { status: 409, en: 'At most 200 templates can be kept', ja: '保存できるテンプレートは200件までです' },
} as const
