import type { Words } from '../status-words.ts'
import type { ScriptFault } from './script-error.ts'

const plain = (ja: string, en: string) => (): Words => ({ ja, en })

/** The faults of a script, for the member who writes it. */
export const scriptFaultTexts: Record<ScriptFault, (what: string) => Words> = {
  empty: plain('入力してください', 'Must not be empty'),
  tooLong: (limit) => ({ ja: `データは${limit}バイト以内にしてください`, en: `At most ${limit} bytes of data` }),
  hex: plain('16進の数字を2桁ずつ入力してください', 'Enter hexadecimal digits in pairs'),
  variable: (name) => ({
    ja: `変数{{${name}}}はありません。使える変数は {{iccid}}、{{imsi}}、{{imei}}、{{msisdn}}、{{simId}}、{{group.name}}、{{csv.列名}} です`,
    en: `There is no variable {{${name}}}. The variables are {{iccid}}, {{imsi}}, {{imei}}, {{msisdn}}, {{simId}}, {{group.name}} and {{csv.COLUMN}}`,
  }),
  variableLength: (name) => ({
    ja: `変数{{${name}}}の長さは1–200バイトで指定してください`,
    en: `The length of the variable {{${name}}} is 1 to 200 bytes`,
  }),
  variableColumn: (name) => ({
    ja: `変数{{${name}}}の列名は、文字、数字、_、-の40文字以内です`,
    en: `The name of the column in {{${name}}} has at most 40 letters, digits, _ and -`,
  }),
  variablePlace: (name) => ({
    ja: `変数{{${name}}}は、値やデータの中だけに書けます`,
    en: `The variable {{${name}}} may only be inside a value or data`,
  }),
  tlv: plain('TLVとして読み取れません。タグと長さを確認してください', 'Not readable as TLV. Check tags and lengths'),
  command: plain('ファイル管理のコマンド（C-APDU、クラス00）ではありません', 'Not a command of file management (C-APDU of class 00)'),
  instruction: plain(
    '使えるコマンドは、SELECT、READ BINARY、UPDATE BINARY、READ RECORD、UPDATE RECORDです',
    'The commands are SELECT, READ BINARY, UPDATE BINARY, READ RECORD and UPDATE RECORD',
  ),
  select: plain('SELECTはパスで指定してください（P1は08、P2は04または0C）', 'SELECT by path: P1 is 08, P2 is 04 or 0C'),
  path: plain('パスは、MFを除く1–4個のファイルIDで指定してください', 'A path has 1 to 4 file identifiers, without the MF'),
  noFile: plain('先にSELECTでファイルを開いてください', 'Open a file with SELECT first'),
  offset: plain('オフセットは7FFF以下にしてください', 'The offset is at most 7FFF'),
  record: plain('レコードは番号で指定してください（P1は01–FE、P2は04）', 'Name the record by its number: P1 is 01 to FE, P2 is 04'),
  dataLength: plain('読み取りにはLeだけ、書き込みにはデータだけを付けてください', 'A READ has only Le, an UPDATE only data'),
  keyFile: (name) => ({ ja: `${name}は鍵のファイルのため、読み取れません`, en: `${name} holds keys and is not read` }),
}
