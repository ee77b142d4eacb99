/** Texts for SIMs whose card cannot take the OTA. */
export const exclusionText = {
  keyVersionUnknown: { ja: '鍵バージョン番号が未登録', en: 'Key version number not registered' },
  keyVersionUnknownWords: {
    ja: '番号が0（カードの既定の鍵）のSIMです。実際の番号を登録すると対象になります',
    en: 'Number 0 stands for the default keys of the card. Register the real number to include them',
  },
  noStandbyPoller: { ja: '予備のポーラーなし', en: 'No standby poller' },
  noStandbyPollerWords: {
    ja: '切り替え先がありません。もう一方のスロットにポーラーをインストールすると対象になります',
    en: 'There is nothing to switch to. Install a poller in the other slot to include them',
  },
  noValueRow: { ja: 'CSVに行がない', en: 'No line in the CSV' },
  noValueRowWords: {
    ja: 'アップロードしたCSVに、このICCIDの行がない',
    en: 'The uploaded CSV has no line with this ICCID',
  },
  notEnoughMemory: { ja: '空き容量が不足する見込み', en: 'Likely too little memory' },
  notEnoughMemoryWords: { ja: '前回の応答から計算', en: 'From the card’s last answer' },
}
