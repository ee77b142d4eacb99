import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import { importText } from '../csv/text.ts'

/** Problems of a cell, a line or the whole of a key file. No text repeats the content of a cell, which may be a key. */
export const keyFileText = {
  iccidRequired: importText.iccidRequired,
  iccid: importText.iccid,
  iccidTwice: importText.iccidTwice,
  iccidMissing: importText.iccidMissing,
  capAuthKey: importText.capAuthKey,
  encryptKey: importText.encryptKey,
  scp03Key: importText.scp03Key,
  scp03Lengths: importText.scp03Lengths,
  scp03Together: importText.scp03Together,
  kvn: importText.kvn,
  columns: importText.columns,
  quoting: importText.quoting,
  quotingOpen: importText.quotingOpen,
  lineTooLong: importText.lineTooLong,
  noHeader: importText.noHeader,
  notUtf8: importText.notUtf8,
  notShiftJis: importText.notShiftJis,
  noVarOut: { ja: '「Var_Out:」の行がありません', en: 'There is no line that begins with Var_Out:' },
  subscriberKey: {
    ja: 'KIとOPcは加入者の鍵です。Simdeckは保存しないため、取り込む列に選べません',
    en: 'KI and OPc are keys of the subscription. They are not stored, so their column cannot be imported',
  },
  noKeys: { ja: 'この行には鍵がありません', en: 'The line has no key' },
  allFive: {
    ja: 'このSIMにはまだ鍵がありません。CAP_AUTH_KEY、ENCRYPT_KEYと3つのSCP03鍵がすべて必要です',
    en: 'This SIM has no keys yet: CAP_AUTH_KEY, ENCRYPT_KEY and the three SCP03 keys are all needed',
  },
  smsKey: {
    ja: 'SCP80鍵は、AESなら16、24、32バイト、3DESなら16、24バイトの16進数です',
    en: 'An SCP80 key has 16, 24 or 32 bytes for AES, and 16 or 24 for triple DES, in hex',
  },
  smsTogether: { ja: 'KIcとKIDは両方とも指定するか、両方とも空にしてください', en: 'Give both KIc and KID or neither' },
  scp81Key: { ja: 'SCP81鍵は16–64バイトの16進数です', en: 'An SCP81 key has 16 to 64 bytes, in hex' },
  scp81Identity: {
    ja: 'SCP81の識別子は、空白を含まない半角英数字と記号で、128文字までです',
    en: 'An SCP81 identity has up to 128 visible characters of ASCII',
  },
  scp81Together: {
    ja: 'SCP81の識別子と鍵は両方とも指定するか、両方とも空にしてください',
    en: 'Give both the SCP81 identity and its key or neither',
  },
  identityTwice: { ja: 'このSCP81の識別子は、前の行にもあります', en: 'An earlier line has this SCP81 identity' },
  identityTaken: { ja: 'このSCP81の識別子は、別のSIMが使っています', en: 'Another SIM has this SCP81 identity' },
  wrapped: {
    ja: 'トランスポート鍵で暗号化された鍵は、24バイト以上で、8の倍数の長さの16進数です',
    en: 'A key under a transport key is a multiple of 8 bytes, from 24, in hex',
  },
  unwrap: {
    ja: 'トランスポート鍵で復号できません。トランスポート鍵か、この鍵が正しくありません',
    en: 'The transport key does not open this key: one of them is wrong',
  },
  kcvForm: { ja: '鍵チェック値は6桁の16進数です', en: 'A key check value has six hex digits' },
  kcvAlone: { ja: '鍵チェック値に対応する鍵がありません', en: 'The key of this check value is missing' },
  kcv: { ja: '鍵チェック値が鍵と一致しません', en: 'The key check value is not that of the key' },
  inSession: {
    ja: 'SIMがOTAセッション中です。終わってから、この行をもう一度取り込んでください',
    en: 'The SIM is in an OTA session. Import this line again once it has ended',
  },
  unproven: errorCatalogue.keysUnproven,
} as const satisfies Record<string, Words>

export type KeyFileReason = keyof typeof keyFileText

export type KeyFileProblem = { line: number; column: string | null; reason: KeyFileReason }

/** The file is not a key file with the given columns. */
export class KeyFileError extends Error {
  readonly problem: KeyFileProblem

  constructor(line: number, reason: KeyFileReason, column: string | null = null) {
    super('not a key file with these columns')
    this.problem = { line, column, reason }
  }
}
