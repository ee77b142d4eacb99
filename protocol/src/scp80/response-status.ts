import type { Words } from '../status-words.ts'

/** Response status codes (TS 102 225 §5.2, table 5; 0C: TS 31.115). */
export const responseStatus = {
  ok: 0x00,
  checksumFailed: 0x01,
  counterLow: 0x02,
  counterHigh: 0x03,
  counterBlocked: 0x04,
  cipheringError: 0x05,
  securityError: 0x06,
  insufficientMemory: 0x07,
  moreTime: 0x08,
  tarUnknown: 0x09,
  insufficientSecurity: 0x0a,
  dataBySubmit: 0x0b,
  dataByUssd: 0x0c,
} as const

const texts: Readonly<Record<number, Words>> = {
  [responseStatus.ok]: { ja: '正常に受信', en: 'Received' },
  [responseStatus.checksumFailed]: { ja: '検査値（RC/CC/DS）の不一致', en: 'Wrong RC, CC or DS' },
  [responseStatus.counterLow]: { ja: 'カウンターが小さすぎる', en: 'The counter is too low' },
  [responseStatus.counterHigh]: { ja: 'カウンターが大きすぎる', en: 'The counter is too high' },
  [responseStatus.counterBlocked]: { ja: 'カウンターの上限到達による閉塞', en: 'The counter is blocked' },
  [responseStatus.cipheringError]: { ja: '復号の失敗', en: 'Ciphering error' },
  [responseStatus.securityError]: { ja: '原因不明のセキュリティエラー', en: 'Security error without a cause' },
  [responseStatus.insufficientMemory]: { ja: 'カードのメモリ不足', en: 'Not enough memory for the message' },
  [responseStatus.moreTime]: { ja: '処理時間の延長要求', en: 'The card needs more time' },
  [responseStatus.tarUnknown]: { ja: '宛先アプリケーション（TAR）なし', en: 'Unknown application (TAR)' },
  [responseStatus.insufficientSecurity]: { ja: 'セキュリティレベル不足', en: 'The security level is too low' },
  [responseStatus.dataBySubmit]: { ja: '応答データは別の SMS で送信', en: 'The data comes in a message of its own' },
  [responseStatus.dataByUssd]: { ja: '応答データは USSD で送信', en: 'The data comes over USSD' },
}

/** Explains a response status code in both languages. */
export function explainResponseStatus(status: number): Words {
  return texts[status] ?? { ja: '未定義のステータスコード', en: 'Unknown status code' }
}
