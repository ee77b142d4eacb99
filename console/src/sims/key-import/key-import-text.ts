import type { KeyFileColumn } from '@simdeck/contract/key-imports.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import { defineText } from '../../ui/words/text.ts'
import { columnText } from '../import/column-text.ts'

const sims = (n: string): string => (n === '1' ? '1 SIM' : `${n} SIMs`)
const lines = (n: string): string => (n === '1' ? '1 line' : `${n} lines`)

const valueOf = (key: string): Words => ({ ja: `${key}の鍵チェック値`, en: `Check value of ${key}` })

/** Names of the meanings of a column. */
export const keyColumnText: Record<KeyFileColumn, Words> = {
  iccid: columnText.iccid,
  scp03_enc: columnText.scp03_enc,
  scp03_mac: columnText.scp03_mac,
  scp03_dek: columnText.scp03_dek,
  kvn: columnText.kvn,
  scp03_enc_kcv: valueOf('SCP03 ENC'),
  scp03_mac_kcv: valueOf('SCP03 MAC'),
  scp03_dek_kcv: valueOf('SCP03 DEK'),
  cap_auth_key: columnText.cap_auth_key,
  encrypt_key: columnText.encrypt_key,
  kic: { ja: 'SCP80 KIc', en: 'SCP80 KIc' },
  kid: { ja: 'SCP80 KID', en: 'SCP80 KID' },
  kic_kcv: valueOf('KIc'),
  kid_kcv: valueOf('KID'),
  scp81_identity: { ja: 'SCP81の識別子', en: 'SCP81 identity' },
  scp81_key: { ja: 'SCP81鍵', en: 'SCP81 key' },
}

export const keyImportText = defineText({
  title: { ja: '鍵ファイルのインポート', en: 'Import a key file' },
  imports: { ja: 'SIMのインポート', en: 'Import SIMs' },
  sims: { ja: 'SIM一覧', en: 'SIM list' },
  steps: { ja: '鍵のインポートの手順', en: 'Steps of the import of keys' },
  fileStep: { ja: 'ファイルと列', en: 'File and columns' },
  checkStep: { ja: '確認', en: 'Check' },
  resultStep: { ja: '結果', en: 'Result' },
  drop: { ja: 'カードベンダーの鍵ファイルをここにドロップ', en: 'Drop the key file of the card vendor here' },
  intro: {
    ja: 'カードベンダーから届いた鍵を、登録済みのSIMに設定します。ファイルの鍵は画面にもログにも表示しません。',
    en: 'Sets the keys that a card vendor delivered for registered SIMs. The keys in the file are shown on no screen and in no log.',
  },
  forms: {
    ja: '見出し行のあるCSV、または「Var_Out:」の行がある出力ファイル',
    en: 'A CSV with a header line, or an output file with a line Var_Out:',
  },
  format: { ja: 'ファイルの形式', en: 'Format of the file' },
  csv: { ja: 'CSV', en: 'CSV' },
  semicolon: { ja: 'CSV（;）', en: 'CSV with ;' },
  tab: { ja: 'CSV（タブ）', en: 'CSV with tabs' },
  varOut: { ja: 'Var_Out', en: 'Var_Out' },
  noHeader: { ja: '見出し行がありません', en: 'There is no header line' },
  noVarOut: { ja: '「Var_Out:」の行がありません', en: 'There is no line that begins with Var_Out:' },
  noKeys: { ja: '鍵の列を選んでください', en: 'Choose the column of a key' },
  scp03Together: {
    ja: 'SCP03のENC、MAC、DEKの列を3つとも選んでください',
    en: 'Choose the columns of all three SCP03 keys: ENC, MAC and DEK',
  },
  smsTogether: { ja: 'KIcとKIDの列を両方とも選んでください', en: 'Choose the columns of both KIc and KID' },
  scp81Together: {
    ja: 'SCP81の識別子と鍵の列を両方とも選んでください',
    en: 'Choose the columns of both the SCP81 identity and its key',
  },
  subscriber: { ja: '加入者の鍵のため取り込みません（保存されません）', en: 'A key of the subscription: left out, never stored' },

  options: { ja: '鍵の設定', en: 'About the keys' },
  transportKey: { ja: 'トランスポート鍵', en: 'Transport key' },
  transportWords: {
    ja: 'ファイルの鍵が暗号化されている場合に入力します（AES Key Wrap、RFC 3394）。保存しません。',
    en: 'If the keys in the file are wrapped (AES key wrap, RFC 3394). It is not stored.',
  },
  transportWrong: { ja: '16、24、32バイトの16進数です', en: '16, 24 or 32 bytes, in hex' },
  kvn: { ja: 'SCP03の鍵バージョン番号', en: 'Key version number of the SCP03 keys' },
  kvnWords: {
    ja: '鍵バージョン番号の列がない行に使います。空欄ならSIMの番号を変えません。',
    en: 'For lines without one of their own. If it is empty, the SIMs keep theirs.',
  },
  kvnWrong: { ja: '0–127、または0x00–0x7Fです', en: '0 to 127, or 0x00 to 0x7F' },

  fieldsWrong: { ja: '鍵の設定を確認してください', en: 'Check the fields about the keys' },
  keySet: { ja: 'SCP80の鍵セットの番号', en: 'Number of the SCP80 key set' },
  algorithm: { ja: 'SCP80のアルゴリズム', en: 'Algorithm of the SCP80 keys' },
  triggerTar: { ja: 'SCP81の管理エージェントのTAR', en: 'TAR of the SCP81 admin agent' },
  triggerTarWords: {
    ja: '入力すると、SMSがポーラーではなくこのエージェントを起動します。発行者セキュリティドメインのTARは000000です。',
    en: 'With it, an SMS wakes this agent in place of the poller. That of the issuer security domain is 000000.',
  },
  checkAgain: { ja: 'もう一度確認', en: 'Check again' },

  sending: { ja: '送信して確認しています', en: 'Sending and checking' },
  reading: { ja: 'サーバーが確認しています', en: 'The server is checking' },
  stop: { ja: '送信を中止', en: 'Stop sending' },
  notChecked: { ja: 'ファイルを確認できませんでした', en: 'The file could not be checked' },
  readingElsewhere: {
    ja: 'ファイルを送信したタブで読み込みが続いています。',
    en: 'The file is being sent by the tab in which it was chosen.',
  },
  setSentence: { ja: (n: string) => `${n}台のSIMの鍵を設定します。`, en: (n: string) => `Keys of ${sims(n)} will be set.` },
  nothingSentence: { ja: '設定できる行がありません。', en: 'No line can be set.' },
  good: { ja: '設定できる行', en: 'Can be set' },
  bad: { ja: '設定できない行', en: 'Cannot be set' },
  badWords: {
    ja: '設定できない行はスキップし、理由を結果に残します。',
    en: 'Lines that cannot be set are skipped, and the result keeps their reasons.',
  },
  start: { ja: (n: string) => `${n}台の鍵を設定`, en: (n: string) => `Set the keys of ${sims(n)}` },
  notStarted: { ja: '鍵のインポートを開始できませんでした', en: 'The import of keys could not be started' },
  writing: { ja: '鍵を設定しています', en: 'Setting the keys' },
  writingWords: {
    ja: 'この画面を離れても続きます。OTAセッション中のSIMの行は設定せず、結果に残します。',
    en: 'It goes on when you leave this screen. The line of a SIM in an OTA session is not set, and stays in the result.',
  },
  ended: { ja: (n: string) => `${n}台のSIMの鍵を設定しました`, en: (n: string) => `The keys of ${sims(n)} were set` },
  cancelled: { ja: '鍵のインポートを中止しました', en: 'The import of keys was cancelled' },
  failed: { ja: '鍵をインポートできませんでした', en: 'The keys could not be imported' },
  stays: { ja: (n: string) => `${n}台のSIMの鍵は設定済みです。`, en: (n: string) => `Keys of ${sims(n)} stay set.` },
  set: { ja: '設定した行', en: 'Set' },
  notSet: { ja: '設定しなかった行', en: 'Not set' },
  another: { ja: '別の鍵ファイルをインポート', en: 'Import another key file' },
  lineCount: { ja: '行数（見出しを除く）', en: 'Lines without the header' },
  linesRead: { ja: (n: string) => `${n}行を読み込みました`, en: (n: string) => `${lines(n)} read` },
  notFound: { ja: '鍵のインポートが見つかりません', en: 'No such import of keys' },
  notFoundWords: { ja: '番号が正しいか確認してください。', en: 'Check the number in the address.' },
})
