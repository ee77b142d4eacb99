import { defineText } from '../../ui/words/text.ts'

export const wizardText = defineText({
  title: { ja: '一括OTA', en: 'Bulk OTA' },
  ota: { ja: 'OTA', en: 'OTA' },
  steps: { ja: '一括OTAの手順', en: 'Steps of the bulk OTA' },
  filterSims: { ja: 'SIMの絞り込み', en: 'Filter SIMs' },
  selectApplets: { ja: 'アプレットの選択', en: 'Select applets' },
  confirm: { ja: '確認', en: 'Confirm' },
  result: { ja: '結果', en: 'Result' },
  close: { ja: '閉じる', en: 'Close' },
  next: { ja: '次へ', en: 'Next' },
  leaveTitle: { ja: '一括OTAの設定を破棄しますか', en: 'Discard this bulk OTA?' },
  leaveWords: {
    ja: 'まだ配信は始まっていません。移動すると、選んだ内容は失われます。',
    en: 'Nothing has started yet. What you chose is lost when you leave.',
  },
  leaveAct: { ja: '破棄して移動', en: 'Discard and leave' },
  stay: { ja: '設定を続ける', en: 'Keep editing' },

  mayNot: { ja: '一括OTAを行う権限がありません', en: 'Your role does not allow a bulk OTA' },
  mayNotWords: {
    ja: '最上位管理者または管理者の権限が必要です。配信の進み具合と結果は閲覧できます。',
    en: 'It takes the role Root or Admin. You can follow campaigns and see their results.',
  },
  filterOrAll: {
    ja: '条件で絞り込むか、すべてのSIMを選択してください',
    en: 'Set a filter, or choose all SIMs',
  },
  allSims: { ja: (n: string) => `すべてのSIM（${n}台）を対象にする`, en: (n: string) => (n === '1' ? 'The only SIM' : `All ${n} SIMs`) },

  nextWith: { ja: (n: string) => `${n}台で次へ`, en: (n: string) => (n === '1' ? 'Next with 1 SIM' : `Next with ${n} SIMs`) },
  matching: {
    ja: (n: string) => (
      <>
        条件に一致する<b>{n}台</b>が対象です
      </>
    ),
    en: (n: string) => (
      <>
        <b>{n}</b> {n === '1' ? 'SIM matches' : 'SIMs match'}
      </>
    ),
  },
  matchingNote: {
    ja: '実行できないSIMは、確認の手順で理由とともに除かれます',
    en: 'SIMs that cannot be updated are left out at the confirmation, with the reason',
  },
  simTable: { ja: '対象のSIM', en: 'Target SIMs' },
  noMatch: { ja: '条件に一致するSIMはありません', en: 'No SIM matches' },
  noMatchWords: { ja: '条件を変更するか、すべて解除してください。', en: 'Change the filters, or clear them.' },
  clear: { ja: 'すべて解除', en: 'Clear' },
  chosen: { ja: (n: string) => `選択した${n}台`, en: (n: string) => (n === '1' ? '1 selected SIM' : `${n} selected SIMs`) },
  chosenWords: { ja: '次のSIMが対象です。', en: 'These SIMs are the targets.' },
  frozenWords: {
    ja: 'SIM一覧で選択した時点のSIMが対象です。その後に条件に一致するようになったSIMは含まれません。',
    en: 'The targets are the SIMs as they were selected in the SIM list. SIMs that came to match later are not among them.',
  },
  withoutWords: {
    ja: '前の配信でアプレットが削除されたままのSIMが対象です。以前と同じアプレットを書き込みます。',
    en: 'The targets are the SIMs that an earlier campaign left without their applet. They get the same one again.',
  },
  noneWithout: {
    ja: '該当するSIMはもうありません。すでに復元されたか、復元中です。',
    en: 'There is no such SIM any more: they have been restored, or are being restored.',
  },
  failedWords: {
    ja: '前の配信で失敗したSIMが対象です。その後に成功したSIMなどは、確認の手順で理由とともに除かれます。',
    en: 'The targets are the SIMs that failed in an earlier campaign. Those that succeeded since are left out at the confirmation, with the reason.',
  },
  noneFailed: { ja: '失敗したSIMはありません。', en: 'There is no SIM that failed.' },
  repeated: {
    ja: (name: string) => `${name.slice(0, 94)}（再実行）`,
    en: (name: string) => `${name.slice(0, 92)} (again)`,
  },
  gone: {
    ja: (name: string, label: string) => `${name}（${label}）は削除されています。ほかのパッケージを選んでください。`,
    en: (name: string, label: string) => `${name} (${label}) was deleted. Choose another package.`,
  },
  noTemplate: { ja: 'テンプレートが見つかりません', en: 'The template does not exist' },
  chooseByFilter: { ja: '条件で選び直す', en: 'Choose by filter instead' },

  action: { ja: '操作', en: 'Action' },
  packageType: { ja: 'パッケージの種類', en: 'Kind of package' },
  versionWords: { ja: '配信するバージョン', en: 'Version to install' },
  label: { ja: 'ラベル', en: 'Label' },
  bytes: { ja: (n: string) => `${n}バイト`, en: (n: string) => `${n} bytes` },
  noPackages: { ja: 'この種類のパッケージはありません', en: 'No package of this kind' },
  noPackagesWords: { ja: 'CAPファイルを登録すると、ここで選べます。', en: 'Upload a CAP file, and it can be chosen here.' },
  toPackages: { ja: 'パッケージを登録', en: 'Upload a package' },
  noApplet: { ja: 'アプレットを含まないため選択できません', en: 'Holds no applet, so it cannot be chosen' },
  library: { ja: 'ライブラリ', en: 'Library' },
  libraryWords: {
    ja: 'アプレットを含まないライブラリです。SIMに書き込むだけで、現在のアプレットはそのまま残ります。SIMにある別のバージョンは、どのパッケージからもインポートされていない場合に限り、先に削除します。',
    en: 'A library without applets. It is only loaded; the present applet stays. Another version on the SIM is removed first, unless a package there imports it.',
  },
  firstPackages: { ja: (n: string) => `新しい順に${n}件を表示しています`, en: (n: string) => `The latest ${n} are shown` },
  module: { ja: 'アプレット（モジュールAID）', en: 'Applet (module AID)' },
  instance: { ja: 'インスタンスAID', en: 'Instance AID' },
  instanceNote: { ja: '通常はモジュールAIDと同じです', en: 'Usually the same as the module AID' },
  instanceFixed: { ja: 'ポーラーのインスタンスAIDは固定です', en: 'Fixed for a poller' },
  aidWrong: { ja: '5–16バイトの16進数で入力してください', en: 'Give 5 to 16 bytes in hex' },
  parameters: { ja: 'インストールパラメータ', en: 'Install parameters' },

  checking: { ja: '対象のSIMを確認しています', en: 'Checking the target SIMs' },
  read: { ja: '取得', en: 'read' },
  noneSentence: { ja: '実行できるSIMがありません。', en: 'No SIM would be changed.' },
  targetSims: { ja: '対象のSIM', en: 'Target SIMs' },
  update: {
    ja: (from: string) => (from ? `更新（${from}から）` : '更新'),
    en: (from: string) => (from ? `updated (from ${from})` : 'updated'),
  },
  fresh: { ja: '新規', en: 'new' },
  removed: { ja: (from: string) => (from ? `削除（${from}）` : '削除'), en: (from: string) => (from ? `removed (${from})` : 'removed') },
  andMore: { ja: 'など', en: ' and others' },
  excluded: { ja: '対象外', en: 'excluded' },
  matched: { ja: (n: string) => `条件に一致 ${n}台`, en: (n: string) => `${n} match` },
  excludedTitle: { ja: (n: string) => `対象外のSIM ${n}台`, en: (n: string) => `Excluded: ${n === '1' ? '1 SIM' : `${n} SIMs`}` },
  sims: { ja: (n: string) => `${n}台`, en: (n: string) => n },
  list: { ja: '一覧', en: 'List' },
  hide: { ja: '閉じる', en: 'Close' },
  listOf: { ja: (act: string, reason: string) => `${act}：${reason}`, en: (act: string, reason: string) => `${act}: ${reason}` },
  noKeys: { ja: 'SIMの鍵が未登録', en: 'Keys not registered' },
  noKeysWords: { ja: 'エラー 101。鍵をインポートすると対象になります', en: 'Error 101. Import the keys to include them' },
  quarantined: { ja: '隔離中', en: 'Set aside' },
  quarantinedWords: {
    ja: '再試行をすべて失敗したSIMです。SIMの画面か、失敗した配信の画面で戻すと対象になります',
    en: 'All retries of these SIMs failed. Take them back on the page of the SIM or of that campaign to include them',
  },
  sameVersion: { ja: '同じバージョンを導入済み', en: 'Already on this version' },
  sameVersionWords: { ja: '変更の必要はありません', en: 'Nothing to change' },
  otherVersion: { ja: '同じAIDの別のパッケージを導入済み', en: 'Another package of the same AID is there' },
  otherVersionWords: {
    ja: 'SIMにあるパッケージを先にアンインストールすると対象になります',
    en: 'Uninstall the one on the SIM first to include them',
  },
  imported: { ja: 'ほかのパッケージが使用中', en: 'Another package uses it' },
  importedWords: {
    ja: 'SIMにある次のパッケージがインポートしています。先にアンインストールすると対象になります',
    en: 'These packages on the SIM import it. Uninstall them first to include the SIMs',
  },
  otaInProgress: { ja: '別のOTAが進行中', en: 'Another OTA is under way' },
  otaInProgressWords: { ja: '終わってから実行すると対象になります', en: 'Run it again once that is over' },
  notInstalled: { ja: 'アンインストールの対象なし', en: 'Nothing to uninstall' },
  notInstalledWords: { ja: '該当するアプレットまたはライブラリがSIMにありません', en: 'No such applet or library is on the SIM' },
  pollerBlocked: { ja: 'ポーラーがブロック中', en: 'Poller is Blocked' },
  pollerBlockedWords: {
    ja: 'エラー 501。実行すると、動作するポーラーがなくなります',
    en: 'Error 501. It would leave the SIM without a working poller',
  },
  bufferTooSmall: { ja: '受信バッファに収まらない', en: 'Does not fit the receive buffer' },
  bufferTooSmallWords: {
    ja: 'エラー 101。インストールパラメータを短くすると対象になります（バッファ未報告のSIMは255バイトとみなします）',
    en: 'Error 101. Shorter install parameters include them. An unreported buffer counts as 255 bytes',
  },
  overBudget: { ja: '1台の通信量の上限を超える', en: 'Over the octets per SIM' },
  overBudgetWords: {
    ja: '上限を大きくするか、パッケージを縮小すると対象になります',
    en: 'A larger limit or a smaller package includes them',
  },
  missingImport: { ja: '必要なパッケージがない', en: 'An imported package is missing' },
  missingImportWords: {
    ja: 'インポートするパッケージをSIMが持つことを確認できません',
    en: 'These SIMs are not known to hold what the package imports',
  },
  notEnoughMemory: { ja: '空き容量が不足する見込み', en: 'Likely too little memory' },
  notEnoughMemoryWords: { ja: '前回の応答から計算', en: 'From the card’s last answer' },
  labelled: { ja: (name: string, label: string) => `${name}（${label}）`, en: (name: string, label: string) => `${name} (${label})` },
  loses: {
    ja: (n: string, old: string, wanted: string) => `${n}台のSIMは、${wanted}を書き込む前に${old}が削除されます。`,
    en: (n: string, old: string, wanted: string) => `${n === '1' ? '1 SIM loses' : `${n} SIMs lose`} ${old} before ${wanted} is written.`,
  },
  losesWords: {
    ja: '書き込みに失敗したSIMには、アプレットがない状態が残ります。',
    en: 'Where the writing fails, the SIM is left without an applet.',
  },
  losesLibraryWords: {
    ja: '書き込みに失敗したSIMには、ライブラリがない状態が残ります。',
    en: 'Where the writing fails, the SIM is left without the library.',
  },
  consentLibrary: {
    ja: (n: string) => `${n}台で現在のライブラリが先に削除されることに同意する`,
    en: (n: string) =>
      n === '1' ? 'I agree that 1 SIM loses its present library first' : `I agree that ${n} SIMs lose their present library first`,
  },
  consentLibraryMissing: { ja: 'ライブラリの削除への同意が必要です', en: 'Agree to the removal of the present library' },
  consent: {
    ja: (n: string) => `${n}台で現在のアプレットが先に削除されることに同意する`,
    en: (n: string) =>
      n === '1' ? 'I agree that 1 SIM loses its present applet first' : `I agree that ${n} SIMs lose their present applet first`,
  },
  consentMissing: { ja: 'アプレットの削除への同意が必要です', en: 'Agree to the removal of the present applets' },
  typeCount: { ja: '対象の台数', en: 'Number of SIMs' },
  typeCountNote: { ja: (n: string) => `確認のため、${n} と入力してください`, en: (n: string) => `Type ${n} to confirm` },
  countMissing: { ja: (n: string) => `対象の台数（${n}）を入力してください`, en: (n: string) => `Type the number of SIMs, ${n}` },
  countWrong: { ja: (n: string) => `対象は${n}台です。`, en: (n: string) => `It is ${n} SIMs.` },
  name: { ja: '配信名', en: 'Campaign name' },
  nameNote: { ja: '100文字以内', en: 'Up to 100 characters' },
  nameWrong: { ja: '配信名を1–100文字で入力してください。', en: 'Enter 1 to 100 characters.' },
  estimate: { ja: '見積もり', en: 'Estimate' },
  dataPerSim: { ja: '1台の通信量（最大）', en: 'Data per SIM, at most' },
  dataInAll: { ja: '通信量の合計', en: 'Data in all' },
  commandsPerSim: { ja: '1台のコマンド（最大）', en: 'Commands per SIM, at most' },
  commands: { ja: (n: string) => `${n}件`, en: (n: string) => n },
  estimateNote: {
    ja: '各SIMが最後に報告した受信バッファの大きさで計算しています。報告がないSIMの受信バッファは255バイトとみなします',
    en: 'By the receive buffer that each SIM reported last. An unreported buffer counts as 255 bytes',
  },
  checks: { ja: '事前チェック', en: 'Checks' },
  packageChecked: { ja: 'パッケージの構造とチェックサム', en: 'Package structure and checksums' },
  listFixed: { ja: '対象SIMの一覧を固定', en: 'Target list is fixed' },
  asOf: { ja: (at: string) => `${at} 時点`, en: (at: string) => at },
  everyInterval: { ja: (words: string) => `${words}ごと`, en: (words: string) => `every ${words}` },
  hoursMinutes: {
    ja: (h: number, m: number) => `${h > 0 ? `${h}時間` : ''}${m > 0 || h === 0 ? `${m}分` : ''}`,
    en: (h: number, m: number) => [h > 0 ? `${h} h` : '', m > 0 || h === 0 ? `${m} min` : ''].filter(Boolean).join(' '),
  },
  onLaunch: { ja: '起動時のみポーリング', en: 'polls only at launch' },
  noPolling: { ja: '定期ポーリングなし', en: 'no polling' },
  encrypted: { ja: '暗号化あり', en: 'encrypted' },
  plain: { ja: '暗号化なし', en: 'not encrypted' },
  comma: { ja: '、', en: ', ' },
  noParameters: { ja: 'なし', en: 'None' },
  silent: {
    ja: (n: string) => `${n}台は7日以上ポーリングがありません`,
    en: (n: string) => `${n === '1' ? '1 SIM has' : `${n} SIMs have`} not polled for 7 days`,
  },
  silentWords: { ja: '次のポーリングまで待機中のままです', en: 'They stay Ready until they poll' },
  neverPolled: {
    ja: (n: string) => `${n}台は一度もポーリングがありません`,
    en: (n: string) => `${n === '1' ? '1 SIM has' : `${n} SIMs have`} never polled`,
  },
  neverPolledWords: { ja: '最初のポーリングまで待機中のままです', en: 'They stay Ready until their first poll' },
  undo: { ja: '元に戻すには', en: 'Undoing it' },
  canChange: { ja: '開始までは内容を変更できます', en: 'You can change it until it starts' },
  start: { ja: (n: string) => `${n}台に配信を開始`, en: (n: string) => (n === '1' ? 'Start for 1 SIM' : `Start for ${n} SIMs`) },
  startWave: {
    ja: (first: string, n: string) => `${n}台のうち${first}台から配信を開始`,
    en: (first: string, n: string) => `Start with ${first} of ${n} SIMs`,
  },
  scheduleStart: { ja: (n: string) => `${n}台への配信を予約`, en: (n: string) => `Schedule for ${n} SIMs` },
  startWhenReady: { ja: '配信を開始', en: 'Start' },
  startFailed: { ja: '配信を開始できませんでした', en: 'Could not start the campaign' },
  accepted: {
    ja: (n: string) => `${n}台への配信を受け付けました`,
    en: (n: string) => `The campaign for ${n} SIMs is accepted`,
  },
  toFoundCampaign: { ja: (id: number) => `配信 #${id} を開く`, en: (id: number) => `Open campaign #${id}` },
  toCampaigns: { ja: '配信一覧', en: 'Campaigns' },
  started: {
    ja: (n: string) => `${n}台に配信を開始しました`,
    en: (n: string) => (n === '1' ? 'Started for 1 SIM' : `Started for ${n} SIMs`),
  },
  scheduledFor: {
    ja: (n: string) => `${n}台への配信を予約しました`,
    en: (n: string) => (n === '1' ? 'Scheduled for 1 SIM' : `Scheduled for ${n} SIMs`),
  },
  startedInWaves: {
    ja: (first: string, n: string) => `${n}台の配信を、第1段階の${first}台から始めました`,
    en: (first: string, n: string) => `Started with ${first} of ${n} SIMs`,
  },
  startedWords: {
    ja: '各SIMの次のポーリングで始まります。この画面を閉じても配信は続きます。',
    en: 'Each SIM begins at its next poll. You can leave; the campaign goes on.',
  },
  toCampaign: { ja: '配信を開く', en: 'Open the campaign' },
  again: { ja: '別の一括OTA', en: 'Another bulk OTA' },
})
