import { defineText } from '../../ui/words/text.ts'

export const smsScriptText = defineText({
  open: { ja: 'スクリプトを送信', en: 'Send a script' },
  title: { ja: 'SMSでスクリプトを送信', en: 'Send a script by SMS' },
  words: {
    ja: 'SMSが届くとカードがすぐに実行します。ポーラーは不要です。送信した後は取り消せません。',
    en: 'The card runs it as soon as the SMS arrives. It needs no poller, and what was sent cannot be called back.',
  },
  tarWords: {
    ja: 'ファイルを管理するアプリのTARです。USIMのファイルはB00001、UICC共有のファイルはB00000です。',
    en: 'That of the application for files: B00001 for those of the USIM, B00000 for the shared ones.',
  },
  tarWrong: { ja: '3バイトの16進数です', en: '3 bytes, in hex' },
  script: { ja: 'コマンド（16進）', en: 'Commands (hex)' },
  scriptWords: {
    ja: (octets: string, most: string) => `1行に1つのC-APDU。データを読み取れるのは最後の行だけです。${octets}/${most}バイト`,
    en: (octets: string, most: string) => `One C-APDU on each line. Only the last line can read data. ${octets} of ${most} bytes`,
  },
  empty: { ja: 'コマンドを入力してください', en: 'Enter the commands' },
  faulty: { ja: '誤りのある行を直してください', en: 'Mend the lines that are wrong' },
  inLine: { ja: (line: string, words: string) => `${line}行目：${words}`, en: (line: string, words: string) => `Line ${line}: ${words}` },
  send: { ja: 'SMSで送信', en: 'Send by SMS' },
  queued: { ja: 'スクリプトを送信待ちに入れました', en: 'The script is queued' },
  notSent: { ja: 'スクリプトを送信できませんでした', en: 'The script could not be sent' },
  commands: { ja: (tar: string) => `スクリプト（TAR ${tar}）`, en: (tar: string) => `Script (TAR ${tar})` },
  noResult: { ja: '配信済み（実行結果なし）', en: 'Delivered, no result' },
  result: {
    ja: (done: string, all: string) => `${all}個のうち${done}個を実行：`,
    en: (done: string, all: string) => `${done} of ${all} commands ran: `,
  },
  stopped: {
    ja: (at: string, all: string) => `${all}個のうち${at}個目のコマンドで停止：`,
    en: (at: string, all: string) => `Stopped at command ${at} of ${all}: `,
  },
  data: { ja: '読み取ったデータ ', en: 'Data read: ' },
})
