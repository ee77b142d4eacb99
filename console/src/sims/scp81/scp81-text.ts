import { defineText } from '../../ui/words/text.ts'

export const scp81Text = defineText({
  title: { ja: 'SCP81（HTTPによる管理）', en: 'SCP81 (administration over HTTP)' },
  setKey: { ja: 'SCP81の鍵', en: 'SCP81 key' },
  none: {
    ja: '鍵は未登録です。登録すると、カード標準の管理エージェントがSCP81ポートからOTAを受け取れます。',
    en: 'No key. With a key, the standard admin agent of the card gets its OTAs through the SCP81 port.',
  },
  reachable: { ja: 'SCP81で接続できます', en: 'Reachable by SCP81' },
  identity: { ja: '識別子', en: 'Identity' },
  filesAid: { ja: 'ファイル管理アプリのAID', en: 'AID of the application for files' },
  wakes: { ja: 'SMSによる起動', en: 'Woken by SMS' },
  wakesAgent: { ja: (tar: string) => `このエージェント（TAR ${tar}）`, en: (tar: string) => `This agent (TAR ${tar})` },
  wakesPoller: { ja: 'ポーラー', en: 'The poller' },
  changed: { ja: '鍵の登録', en: 'Key set' },
  seen: { ja: '最終接続', en: 'Last connection' },
  never: { ja: 'まだ接続がありません', en: 'Never' },

  dialog: { ja: 'SCP81の鍵', en: 'SCP81 key' },
  identityWords: {
    ja: 'カードがTLS-PSKで名乗る名前です。半角の英数字と記号、128文字までです。',
    en: 'The PSK identity that the card sends: up to 128 visible ASCII characters.',
  },
  identityWrong: { ja: '空白を含まない半角の英数字と記号を入力してください', en: 'Enter visible ASCII characters without spaces' },
  key: { ja: '事前共有鍵', en: 'Pre-shared key' },
  keyKept: {
    ja: '空欄の場合、今の鍵をそのまま使います。保存した鍵は表示されません。',
    en: 'Leave it empty to keep the stored key, which is never shown.',
  },
  keyWords: { ja: '保存した鍵は表示されません。', en: 'A stored key is never shown.' },
  keyWrong: { ja: '16から64バイトの16進数です', en: '16 to 64 bytes, in hex' },
  filesAidWords: {
    ja: '空欄の場合、ファイル操作のOTAはポーラーの接続を待ちます。',
    en: 'Without it, OTAs on files wait for the poller.',
  },
  filesAidWrong: { ja: '5から16バイトの16進数です', en: '5 to 16 bytes, in hex' },
  triggers: { ja: 'SMSでこのエージェントを起動する', en: 'Wake this agent by SMS' },
  triggersWords: {
    ja: '選ばない場合、SMSはポーラーを起動します。SCP80の鍵と電話番号が必要です。',
    en: 'Otherwise an SMS wakes the poller. This needs SCP80 keys and a number.',
  },
  tar: { ja: '管理エージェントのTAR', en: 'TAR of the admin agent' },
  tarWords: { ja: '発行者セキュリティドメインのTARは000000です。', en: 'That of the issuer security domain is 000000.' },
  tarWrong: { ja: '3バイトの16進数です', en: '3 bytes, in hex' },
  parameters: { ja: 'セッションのパラメータ', en: 'Session parameters' },
  parametersWords: {
    ja: '空欄の場合、カードに保存された接続先を使います。84、85、A5、86、89のデータオブジェクトです。',
    en: 'Data objects 84, 85, A5, 86 and 89. Without them the card uses those that it holds.',
  },
  parametersWrong: { ja: '1から94バイトの16進数です', en: '1 to 94 bytes, in hex' },
  save: { ja: '保存', en: 'Save' },
  saved: { ja: 'SCP81の鍵を保存しました', en: 'The SCP81 key was saved' },
  notSaved: { ja: 'SCP81の鍵を保存できませんでした', en: 'The SCP81 key could not be saved' },
  remove: { ja: '鍵を削除', en: 'Remove the key' },
  removeTitle: { ja: 'SCP81の鍵を削除しますか', en: 'Remove the SCP81 key?' },
  removeWords: {
    ja: 'このSIMはSCP81で接続できなくなります。鍵は表示できないため、戻すには鍵をもう一度入力します。',
    en: 'The SIM can no longer connect by SCP81. Its key is never shown, so it must be entered again to undo this.',
  },
  removed: { ja: 'SCP81の鍵を削除しました', en: 'The SCP81 key was removed' },
  notRemoved: { ja: 'SCP81の鍵を削除できませんでした', en: 'The SCP81 key could not be removed' },
})
