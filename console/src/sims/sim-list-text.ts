import { defineText } from '../ui/text.ts'

export const text = defineText({
  title: { ja: 'SIM一覧', en: 'SIM list' },
  searchIn: { ja: 'ICCID、IMSI、デバイス名', en: 'ICCID, IMSI or alias' },
  import: { ja: 'インポート', en: 'Import' },
  bulkOta: { ja: '一括OTA', en: 'Bulk OTA' },

  deviceAlias: { ja: 'デバイス名', en: 'Device alias' },
  connection: { ja: '接続', en: 'Connection' },
  connectionState: { ja: '接続状態', en: 'Connection' },
  signal: { ja: '電波 dBm', en: 'Signal dBm' },
  signalMenu: { ja: '電波（RSRP）', en: 'Signal (RSRP)' },
  poller: { ja: 'ポーラー', en: 'Poller' },
  pollerStatus: { ja: 'ポーラーの状態', en: 'Poller status' },
  applet: { ja: 'アプレット', en: 'Applet' },
  version: { ja: 'バージョン', en: 'Version' },
  appletVersion: { ja: 'アプレットのバージョン', en: 'Applet version' },
  appletStatus: { ja: 'アプレットの状態', en: 'Applet status' },
  status: { ja: '状態', en: 'Status' },
  simStatus: { ja: 'SIMの状態', en: 'SIM status' },
  lastPoll: { ja: '最終ポーリング', en: 'Last poll' },
  updatedAt: { ja: '更新日時', en: 'Updated' },

  operator: { ja: '通信事業者', en: 'Operator' },
  platform: { ja: 'プラットフォーム', en: 'Platform' },
  type: { ja: '種別', en: 'Type' },
  appletName: { ja: 'アプレット名', en: 'Applet name' },
  externalId: { ja: '外部デバイスID', en: 'External device ID' },
  simId: { ja: 'SIMの管理番号', en: 'SIM number' },
  modified: { ja: '更新日', en: 'Modified' },
  none: { ja: 'なし', en: 'None' },
  other: { ja: 'その他', en: 'Other' },

  emptyTitle: { ja: 'SIMはまだ登録されていません', en: 'No SIMs yet' },
  emptyWords: {
    ja: 'SIMを登録すると、接続状態、電波、アプレットのバージョンをここで確認し、OTAを実行できます。',
    en: 'Once SIMs are registered you can see their connection, signal and applets here, and update them over the air.',
  },
  importCsv: { ja: 'CSVをインポート', en: 'Import a CSV' },
  notFoundTitle: { ja: '条件に一致するSIMはありません', en: 'No SIM matches' },
  notFoundWords: { ja: '検索する言葉や条件を変えてください。', en: 'Change what you search for, or the filters.' },
  clear: { ja: 'すべて解除', en: 'Clear' },
})
