import type { Language, Words } from '@simdeck/contract/languages.ts'

export const kindText = {
  targetsRequired: { ja: 'この操作には、それに合う対象の指定が必要です', en: 'This action needs targets of its kind' },
  noTargets: { ja: 'この操作に対象は指定できません', en: 'This action takes no targets' },
  oneAppletType: { ja: '一度に指定できるアプレットの種類は1つです', en: 'One applet type at a time' },
  packageRequired: { ja: '有効な対象にはパッケージが必要です', en: 'An active target needs a package' },
  pollerPackage: { ja: 'ポーラーにはポーラーのパッケージを指定してください', en: 'A poller is installed from a poller package' },
  otherPackage: { ja: 'ポーラーのパッケージは指定できません', en: 'A poller package is for the poller only' },
  pollerInstance: { ja: 'ポーラーのインスタンスAIDはモジュールAIDと同じです', en: 'The instance AID of a poller is its module AID' },
  libraryOnly: {
    ja: 'ライブラリには、インスタンスAIDもインストールパラメータも指定できません',
    en: 'A library takes neither an instance AID nor install parameters',
  },
  oneLibrary: {
    ja: 'ライブラリをアンインストールする対象は、1つだけ指定してください',
    en: 'A library is uninstalled alone: name no other target',
  },
  parameters: { ja: 'インストールパラメータが正しくありません', en: 'The install parameters are not right' },
  unknownScript: { ja: 'スクリプトが見つかりません', en: 'There is no such script' },
  scriptLines: {
    ja: '行の番号を昇順に指定してください。読み書きする行には、そのファイルを開くSELECTの行も必要です',
    en: 'Name lines of the script in their order, each with the SELECT of its file',
  },
  valuesRequired: {
    ja: 'スクリプトに差し込む値のCSVをアップロードしてください',
    en: 'Upload a CSV with the values that the script names',
  },
  templateRequired: { ja: '証明書の発行にはテンプレートが必要です', en: 'A certificate is issued by a template' },
  removal: { ja: 'アプレットのアンインストール', en: 'Applet removal' },
  libraryRemoval: { ja: 'のアンインストール', en: ' removal' },
  pollerRemoval: { ja: '予備のポーラーのアンインストール', en: 'Standby poller removal' },
} as const satisfies Record<string, Words>

/** Columns that a script names and a CSV lacks. */
export const columnsMissing: Record<Language, (columns: string) => string> = {
  ja: (columns) => `CSVに次の列がありません：${columns}`,
  en: (columns) => `The CSV lacks the column ${columns}`,
}
