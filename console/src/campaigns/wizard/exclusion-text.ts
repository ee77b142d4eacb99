/** Texts for SIMs whose card cannot take the OTA. */
export const exclusionText = {
  noSmsKeys: { ja: 'SMS用の鍵がない', en: 'No keys for SMS' },
  noSmsKeysWords: {
    ja: 'SCP80の鍵が未登録のSIMです。SIMのページ、または鍵ファイルのインポートで登録すると対象になります',
    en: 'Their SCP80 keys are not registered. Add them on the page of the SIM, or import a key file',
  },
  noNumber: { ja: '電話番号がない', en: 'No number' },
  noNumberWords: { ja: 'MSISDNが未登録のSIMです。登録すると対象になります', en: 'They have no MSISDN. Register it to include them' },
  keyVersionUnknown: { ja: '鍵バージョン番号が未登録', en: 'Key version number not registered' },
  keyVersionUnknownWords: {
    ja: '番号が0（カードの既定の鍵）のSIMです。実際の番号を登録すると対象になります',
    en: 'Number 0 stands for the default keys of the card. Register the real number to include them',
  },
  keysUnproven: { ja: 'SCP03鍵が未確定', en: 'SCP03 keys not proven' },
  keysUnprovenWords: {
    ja: '前回のSCP03鍵の更新が未確定のSIMです。カードの内容を読み取ると確定し、対象になります',
    en: 'The last rotation of the SCP03 keys is not proven yet. Read the card; that settles it and includes them',
  },
  noStandbyPoller: { ja: '予備のポーラーなし', en: 'No standby poller' },
  noStandbyPollerWords: {
    ja: '切り替え先がありません。もう一方のスロットにポーラーをインストールすると対象になります',
    en: 'There is nothing to switch to. Install a poller in the other slot to include them',
  },
  pollerUnknown: { ja: 'ポーラーが不明', en: 'Poller not known' },
  pollerUnknownWords: {
    ja: 'まだ一度もポーリングしていないSIMです。ポーリングすると対象になります',
    en: 'These SIMs have not polled yet. A poll includes them',
  },
  noSigner: { ja: '認証局が署名できない', en: 'The CA cannot sign' },
  noSignerWords: {
    ja: '証明書テンプレートの認証局がないか、期限切れか、有効期間に足りません。設定の「プライベートCA」で確認してください',
    en: 'The identity template has no CA, or its CA is over or ends too early. See Private CA in the settings',
  },
  holdsCertificates: { ja: 'IoT SAFEの証明書がある', en: 'Holds IoT SAFE certificates' },
  holdsCertificatesWords: {
    ja: '削除すると証明書と鍵が失われます。証明書ごと削除するときは、前の手順で選択してください',
    en: 'A removal would lose certificates and keys. To remove them too, say so in the step before',
  },
  protectedContent: { ja: 'ポーラーまたは使用中のセキュリティドメイン', en: 'Poller, or security domain in use' },
  protectedContentWords: {
    ja: '削除できません。カードの内容の取得が古いSIMも含みます',
    en: 'It is never removed. SIMs whose cards were read long ago are among them',
  },
  noValueRow: { ja: 'CSVに行がない', en: 'No line in the CSV' },
  noValueRowWords: {
    ja: 'アップロードしたCSVに、このICCIDの行がない',
    en: 'The uploaded CSV has no line with this ICCID',
  },
  notEnoughMemory: { ja: '空き容量が不足する見込み', en: 'Likely too little memory' },
  notEnoughMemoryWords: { ja: '前回の応答から計算', en: 'From the card’s last answer' },
}
