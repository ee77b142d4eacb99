import type { Words } from '@simdeck/contract/languages.ts'
import type { CapFault } from '@simdeck/protocol/cap/cap-error.ts'

/** Reasons why a file cannot be loaded as a CAP file. They contain at most one name from the file. */
export const capFaultTexts: Record<CapFault, (what: string) => Words> = {
  tooLarge: (limit) => ({ ja: `${limit}バイトを超えています`, en: `it is larger than ${limit} bytes` }),
  noZip: () => ({ ja: 'zipファイルとして読み取れません', en: 'it cannot be read as a zip file' }),
  tooManyFiles: (limit) => ({ ja: `ファイル数が${limit}を超えています`, en: `it holds more than ${limit} files` }),
  fileName: () => ({ ja: 'ファイル名に使用できない文字が含まれています', en: 'a file name has characters that cannot be used' }),
  twice: (file) => ({ ja: `${file}が重複しています`, en: `it holds ${file} twice` }),
  encrypted: (file) => ({ ja: `${file}が暗号化されています`, en: `${file} is encrypted` }),
  compression: (file) => ({ ja: `${file}の圧縮方式には対応していません`, en: `the compression of ${file} is not supported` }),
  unpacksTooLarge: (limit) => ({
    ja: `展開後の大きさが上限（${limit}バイト）を超えています`,
    en: `it unpacks to too much (at most ${limit} bytes)`,
  }),
  damaged: (file) => ({ ja: `${file}が壊れています`, en: `${file} is damaged` }),
  noComponents: () => ({ ja: 'CAPファイルのコンポーネントがありません', en: 'it has no components of a CAP file' }),
  extended: () => ({ ja: '拡張形式のCAPファイルには対応していません', en: 'extended CAP files are not supported' }),
  twoPackages: () => ({ ja: '複数のパッケージが含まれています', en: 'it holds more than one package' }),
  missing: (file) => ({ ja: `${file}がありません`, en: `${file} is missing` }),
  component: (name) => ({ ja: `${name}の内容が正しくありません`, en: `${name} is not valid` }),
  format: (version) => ({ ja: `CAPファイルの形式${version}には対応していません`, en: `CAP format ${version} is not supported` }),
}
