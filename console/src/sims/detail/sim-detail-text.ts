import { defineText } from '../../ui/words/text.ts'

export const simDetailText = defineText({
  simList: { ja: 'SIM一覧', en: 'SIM list' },
  notFound: { ja: 'SIMが見つかりません', en: 'SIM not found' },
  notFoundWords: {
    ja: 'アドレスのIDとICCIDの組み合わせが正しくないか、SIMが削除されています。',
    en: 'The id and the ICCID in the address do not belong together, or the SIM was deleted.',
  },
  tabs: { ja: 'SIMの情報', en: 'SIM' },
  overview: { ja: '概要', en: 'Overview' },
  timeline: { ja: 'タイムライン', en: 'Timeline' },
  changes: { ja: '変更履歴', en: 'Changes' },
  changesNote: {
    ja: 'このSIMだけの変更です。一括処理とインポートは件数としてシステムログにあります。',
    en: 'Changes of this SIM alone. Bulk changes and imports are in the system log, with their numbers of SIMs.',
  },
  sessions: { ja: 'セッション記録', en: 'Sessions' },
  location: { ja: '位置', en: 'Location' },
  poller: { ja: 'ポーラー', en: 'Poller' },

  runOta: { ja: 'OTAを実行', en: 'Run OTA' },
  more: { ja: 'その他の操作', en: 'More actions' },
  install: { ja: 'アプレットをインストール', en: 'Install an applet' },
  remove: { ja: 'アプレットをアンインストール', en: 'Uninstall the applet' },
  cancel: { ja: '待機を取り消す', en: 'Cancel what is waiting' },
  edit: { ja: 'SIMを編集', en: 'Edit the SIM' },
  status: { ja: '状態を変更', en: 'Change the status' },
  delete: { ja: 'SIMを削除', en: 'Delete the SIM' },
  mayNot: { ja: 'この操作を行う権限がありません', en: 'Your role does not permit this' },
  noKeys: { ja: '鍵が登録されていないため、OTAを実行できません', en: 'No keys are on record, so no OTA can run' },
  nothingHeld: { ja: 'アプレットはインストールされていません', en: 'No applet is installed' },
  otaOpen: { ja: 'アプレットのOTAが進行中です', en: 'An OTA of the applet is under way' },
  nothingReady: { ja: '待機中のOTAはありません', en: 'No OTA is waiting' },
  alreadyStarted: { ja: '開始後は取り消せません', en: 'Cannot be cancelled once started' },

  removeTitle: {
    ja: (applet: string) => `${applet}をアンインストールしますか`,
    en: (applet: string) => `Uninstall ${applet}?`,
  },
  removeWords: {
    ja: (applet: string, sim: string) =>
      `${sim}が次にポーリングしたときに、${applet}とそのデータをカードから削除します。元に戻すには、もう一度インストールする必要があります。`,
    en: (applet: string, sim: string) =>
      `At its next poll, ${applet} and its data are deleted from the card of ${sim}. To get it back, it has to be installed again.`,
  },
  removeAct: { ja: 'アンインストール', en: 'Uninstall' },
  removed: { ja: 'アンインストールを登録しました', en: 'The removal is waiting' },
  removedNote: { ja: '次のポーリングで実行されます', en: 'It runs at the next poll' },
  removeFailed: { ja: 'アンインストールを登録できませんでした', en: 'The removal could not be set up' },
  cancelTitle: { ja: '待機中のOTAを取り消しますか', en: 'Cancel the waiting OTA?' },
  cancelWords: {
    ja: (names: string) => `${names}を取り消し、「失敗」として終了します。カードには何も送られていません。`,
    en: (names: string) => `${names} is cancelled and ends as Failed. Nothing has been sent to the card.`,
  },
  cancelAct: { ja: '取り消す', en: 'Cancel it' },
  keepWaiting: { ja: '待機を続ける', en: 'Keep waiting' },
  cancelled: { ja: '待機を取り消しました', en: 'Cancelled' },
  cancelFailed: { ja: '取り消せませんでした', en: 'Could not be cancelled' },

  card: { ja: 'カードの中身', en: 'On the card' },
  held: { ja: 'あり', en: 'Present' },
  notHeld: { ja: 'なし', en: 'None' },
  applet: { ja: 'アプレット', en: 'Applet' },
  bytes: { ja: (n: string) => `${n}バイト`, en: (n: string) => `${n} bytes` },
  packages: { ja: '書き込まれているパッケージ', en: 'Packages on the card' },
  packagesNote: {
    ja: '現在のアプレットと、OTAで書き込んだあと削除していないものです。',
    en: 'The present applet, and what an OTA loaded and none removed since.',
  },
  libraryFor: {
    ja: (names: string) => `ライブラリ。${names}が使用`,
    en: (names: string) => `Library, imported by ${names}`,
  },
  libraryForNone: { ja: 'ライブラリ。使用しているパッケージはありません', en: 'Library, imported by no package here' },
  comma: { ja: '、', en: ', ' },
  record: { ja: '登録情報', en: 'On record' },
  createdAt: { ja: '登録日時', en: 'Registered' },
  keys: { ja: '鍵', en: 'Keys' },
  level: { ja: 'SCP03セキュリティレベル', en: 'SCP03 security level' },
  registered: { ja: '登録済み', en: 'On record' },
  notRegistered: { ja: '未登録', en: 'Not on record' },
})
