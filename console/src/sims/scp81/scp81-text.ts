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
  keyWords: { ja: '保存した鍵は表示されません。', en: 'A stored key is never shown.' },
  keyWrong: { ja: '16から64バイトの16進数です', en: '16 to 64 bytes, in hex' },
  filesAidWords: {
    ja: '空欄の場合、ファイル操作のOTAはポーラーの接続を待ちます。',
    en: 'Without it, OTAs on files wait for the poller.',
  },
  filesAidWrong: { ja: '5から16バイトの16進数です', en: '5 to 16 bytes, in hex' },
  save: { ja: '鍵を保存', en: 'Save the key' },
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
