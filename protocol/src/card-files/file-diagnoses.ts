import type { Diagnosis } from '../status-words.ts'

const refusedLine = {
  ja: '結果の拒否された行を確認し、その行を外すか、カードの発行元に権限を確認',
  en: 'See the refused line in the result; leave it out, or ask the issuer of the card for the right',
}
const size: Diagnosis = {
  likelyCause: { ja: '位置または長さがファイルの大きさを超過', en: 'The position or the length exceeds the size of the file' },
  nextAction: { ja: 'スクリプトの位置と長さを確認', en: 'Check positions and lengths in the script' },
}

/** Diagnoses of the status words with which a card refuses a command on its files, for which there is no secure channel. */
export const fileDiagnoses: Readonly<Record<number, Diagnosis>> = {
  0x6700: size,
  0x6981: {
    likelyCause: {
      ja: 'レコードのファイルとバイナリのファイルの取り違え',
      en: 'The file has records and the command is for octets, or vice versa',
    },
    nextAction: {
      ja: 'スクリプトのコマンドを、ファイルの種類に合わせて変更',
      en: 'Use the commands for the type of the file in the script',
    },
  },
  0x6982: {
    likelyCause: {
      ja: 'ファイルの読み書きに必要な権限（ADM1など）の不足',
      en: 'Remote file management has no right to read or write this file, such as ADM1',
    },
    nextAction: refusedLine,
  },
  0x6985: {
    likelyCause: { ja: 'ファイルが無効な状態、または使用中', en: 'The file is deactivated or in use' },
    nextAction: refusedLine,
  },
  0x6a82: {
    likelyCause: { ja: 'カードにそのパスのファイルがない', en: 'The card has no file at that path' },
    nextAction: {
      ja: 'スクリプトのパスを確認し、ファイルのないカードを対象から除外',
      en: 'Check the path in the script, and leave out cards without the file',
    },
  },
  0x6a83: {
    likelyCause: { ja: 'ファイルにその番号のレコードがない', en: 'The file has no record of that number' },
    nextAction: { ja: 'スクリプトのレコード番号を確認', en: 'Check the numbers of records in the script' },
  },
  0x6b00: size,
}
