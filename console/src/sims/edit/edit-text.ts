import { defineText } from '../../ui/words/text.ts'

export const editText = defineText({
  create: { ja: 'SIMを追加', en: 'Add a SIM' },
  edit: { ja: 'SIMを編集', en: 'Edit the SIM' },
  optional: { ja: 'ICCID以外は、あとから入力できます。', en: 'Everything but the ICCID can be filled in later.' },
  usual: { ja: (status: string) => `自動（${status}）`, en: (status: string) => `As usual (${status})` },

  addKeys: { ja: '鍵を登録', en: 'Register keys' },
  replaceKeys: { ja: '鍵を置き換え', en: 'Replace the keys' },
  keysWords: {
    ja: 'OTAの実行には5つの鍵がすべて必要です。登録した鍵は画面に表示されません。',
    en: 'An OTA needs all five keys. Keys that were registered are never shown.',
  },
  replaceWords: {
    ja: '登録済みの鍵は表示されません。置き換えるには、5つの鍵をすべて入力してください。このSIMで初めて使うCAP_AUTH_KEYに置き換えると、ポーリングカウンターは最初から数え直します。以前使ったCAP_AUTH_KEYに戻すと、その鍵での最大値の続きから数えます。',
    en: 'Keys on record are never shown. To replace them, enter all five. With a CAP_AUTH_KEY that the SIM never had, the poll counter begins anew; with one that it had before, it goes on from the highest counter of that key.',
  },
  aesLengths: { ja: '16または32バイト', en: '16 or 32 bytes' },
  scp03Lengths: { ja: '16、24、32バイトのいずれか（3つとも同じ長さ）', en: '16, 24 or 32 bytes, the three alike' },
  sdAid: { ja: 'セキュリティドメインのAID', en: 'Security domain AID' },
  sdAidWords: { ja: '空欄の場合は A000000151000000', en: 'A000000151000000 if left empty' },
  asBefore: { ja: '空欄の場合は変更しません', en: 'Left as it is if empty' },
  kvn: { ja: '鍵バージョン番号（KVN）', en: 'Key version number (KVN)' },
  kvnWords: { ja: '0–127、または0x00–0x7F。空欄の場合は0x30', en: '0 to 127, or 0x00 to 0x7F; 0x30 if left empty' },

  kvnAsBefore: {
    ja: '0–127、または0x00–0x7F。空欄の場合は変更しません',
    en: '0 to 127, or 0x00 to 0x7F; left as it is if empty',
  },

  level: { ja: 'SCP03セキュリティレベル', en: 'SCP03 security level' },
  levelWords: {
    ja: 'カードが対応するレベルを選択してください。カードが対応しないレベルの場合、OTAはコマンドを送る前に失敗します（コード101）。',
    en: 'Choose one that the card offers. With a level that it does not offer, an OTA fails before any command is sent (code 101).',
  },

  add: { ja: '追加', en: 'Add' },
  save: { ja: '保存', en: 'Save' },
  open: { ja: '表示', en: 'Open' },
  discard: { ja: '入力を破棄', en: 'Discard' },
  discardTitle: { ja: '入力した内容を破棄しますか', en: 'Discard what you entered?' },
  discardWords: { ja: 'まだ保存されていません。', en: 'It has not been saved yet.' },
  stay: { ja: '入力を続ける', en: 'Keep editing' },
})

/** Protection of each security level. */
export const levelText = defineText({
  '01': { ja: '01：コマンドの改ざん検知（C-MAC）', en: '01: commands authenticated (C-MAC)' },
  '03': { ja: '03：コマンドの改ざん検知と暗号化（標準）', en: '03: commands authenticated and encrypted (usual)' },
  '11': { ja: '11：コマンドと応答の改ざん検知（R-MAC）', en: '11: commands and answers authenticated (R-MAC)' },
  '13': { ja: '13：03に加え、応答の改ざん検知', en: '13: as 03, answers authenticated too' },
  '33': { ja: '33：コマンドと応答の改ざん検知と暗号化', en: '33: commands and answers authenticated and encrypted' },
})

/** Errors of the fields. */
export const faultText = defineText({
  iccidMissing: { ja: 'ICCIDは必須です', en: 'An ICCID is required' },
  iccidDigits: { ja: 'ICCIDは数字だけで入力してください', en: 'An ICCID has digits only' },
  iccidLength: {
    ja: (n: number) => `ICCIDは19桁または20桁で入力してください（現在${n}桁）`,
    en: (n: number) => `An ICCID has 19 or 20 digits (now ${n})`,
  },
  imsi: { ja: 'IMSIは6–15桁の数字で入力してください', en: 'An IMSI has 6 to 15 digits' },
  msisdn: {
    ja: 'MSISDNは3–15桁の数字で入力してください（先頭に + を付けられます）',
    en: 'An MSISDN has 3 to 15 digits, with an optional + before them',
  },
  imei: { ja: 'IMEIは14–16桁の数字で入力してください', en: 'An IMEI has 14 to 16 digits' },
  line: {
    ja: (n: number) => `${n}文字以内で、制御文字を含めずに入力してください`,
    en: (n: number) => `At most ${n} characters, none of them a control character`,
  },
  capAuthKey: {
    ja: 'CAP_AUTH_KEYが正しくありません。16または32バイトの16進数で入力してください',
    en: 'Invalid CAP_AUTH_KEY. Enter 16 or 32 bytes in hex',
  },
  encryptKey: {
    ja: 'ENCRYPT_KEYが正しくありません。16または32バイトの16進数で入力してください',
    en: 'Invalid ENCRYPT_KEY. Enter 16 or 32 bytes in hex',
  },
  scp03Key: { ja: '16、24、32バイトの16進数で入力してください', en: 'Enter 16, 24 or 32 bytes in hex' },
  scp03Alike: { ja: '3つのSCP03鍵を同じ長さにしてください', en: 'The three SCP03 keys must have the same length' },
  sd_aid: { ja: 'AIDは5–16バイトの16進数で入力してください', en: 'An AID has 5 to 16 bytes, in hex' },
  kvn: { ja: '0–127、または0x00–0x7Fで入力してください', en: 'Enter 0 to 127, or 0x00 to 0x7F' },
})

export const outcomeText = defineText({
  added: { ja: 'SIMを追加しました', en: 'The SIM was added' },
  notAdded: { ja: 'SIMを追加できませんでした', en: 'The SIM could not be added' },
  updated: { ja: 'SIMを更新しました', en: 'The SIM was updated' },
  notUpdated: { ja: 'SIMを更新できませんでした', en: 'The SIM could not be updated' },
  deleted: { ja: 'SIMを削除しました', en: 'The SIM was deleted' },
  notDeleted: { ja: 'SIMを削除できませんでした', en: 'The SIM could not be deleted' },
})

export const deleteText = defineText({
  title: { ja: 'SIMを削除しますか', en: 'Delete the SIM?' },
  words: {
    ja: (name: string) => `${name}と、その鍵、OTAとセッションの履歴を削除します。この操作は取り消せません。`,
    en: (name: string) => `${name} is deleted with its keys and the history of its OTAs and sessions. This cannot be undone.`,
  },
  ask: { ja: (iccid: string) => `確認のため、ICCID ${iccid} を入力`, en: (iccid: string) => `Type the ICCID ${iccid} to confirm` },
  act: { ja: 'SIMを削除', en: 'Delete the SIM' },
})
