import { defineText } from '../../ui/words/text.ts'

/** Texts of the kinds of OTA that send a stored script. */
export const scriptText = defineText({
  config: { ja: 'リモート設定', en: 'Remote configuration' },
  configWords: {
    ja: '保存済みのデータを、アプレットを持つSIMにSTORE DATAで書き込みます。変数にはSIMごとの値が入ります。値のないSIMは対象外です。',
    en: 'Writes stored data by STORE DATA into the SIMs that hold the applet. Each SIM’s values take the place of variables; SIMs without them are left out.',
  },
  script: { ja: 'ファイル管理のスクリプト', en: 'Script of file management' },
  scriptWords: {
    ja: '保存済みのスクリプトを、カードのファイルに対して1行ずつ実行します。変更の前と後の内容は、SIMごとの結果に残ります。',
    en: 'Runs a stored script on the files of each card, line by line. Each SIM’s result keeps the contents before and after a change.',
  },
  choose: { ja: '選択してください', en: 'Choose one' },
  none: { ja: '保存済みのものはありません', en: 'None is stored' },
  octets: {
    ja: (name: string, version: string, octets: number) => `${name} ${version}（${octets}バイト）`,
    en: (name: string, version: string, octets: number) => `${name} ${version} (${octets} bytes)`,
  },
  earlier: {
    ja: (name: string, version: string, octets: number) => `${name} ${version}（${octets}バイト、以前の版）`,
    en: (name: string, version: string, octets: number) => `${name} ${version} (${octets} bytes, earlier)`,
  },
  changed: {
    ja: 'このスクリプトは、以前の配信の後に変更されました。このまま進むと、以前の内容を送ります。',
    en: 'This script was changed after the earlier campaign. If you go on, the earlier one is sent.',
  },
  deleted: {
    ja: 'このスクリプトは、以前の配信の後に削除されました。このまま進むと、以前の内容を送ります。',
    en: 'This script was deleted after the earlier campaign. If you go on, the earlier one is sent.',
  },
  someLines: {
    ja: (name: string, lines: string) => `${name}（${lines}行目）`,
    en: (name: string, lines: string) => (/^\d+$/.test(lines) ? `${name} (line ${lines})` : `${name} (lines ${lines})`),
  },
  onlyLines: {
    ja: (lines: string) => `スクリプトの${lines}行目だけを実行します。`,
    en: (lines: string) => `Of the script, only these lines are run: ${lines}.`,
  },
  allLines: { ja: 'すべての行を実行', en: 'Run all lines' },
  useCurrent: { ja: '現在のスクリプトを使う', en: 'Use the current one' },
  configSentence: {
    ja: (n: string, name: string) => (
      <>
        <b>{n}台</b>のSIMのアプレットに{name && <b> {name} </b>}
        {name && 'の'}設定を書き込みます。
      </>
    ),
    en: (n: string, name: string) => (
      <>
        {name ? 'Write the configuration of ' : 'Configure the applets of '}
        {name && <b>{name}</b>}
        {name && ' into the applets of '}
        <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
  scriptSentence: {
    ja: (n: string, name: string) => (
      <>
        <b>{n}台</b>のSIMのファイルに対して{name && <b> {name} </b>}
        {name && 'の'}スクリプトを実行します。
      </>
    ),
    en: (n: string, name: string) => (
      <>
        Run the script{name && ' of '}
        {name && <b>{name}</b>} on the files of <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
})
