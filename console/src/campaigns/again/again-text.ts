import { defineText } from '../../ui/words/text.ts'

const counted = (n: string): string => (n === '1' ? '1 SIM' : `${n} SIMs`)

export const againText = defineText({
  title: {
    ja: (n: string) => `失敗した${n}台`,
    en: (n: string) => (n === '1' ? 'The SIM that failed' : `The ${n} SIMs that failed`),
  },
  runAgain: {
    ja: (n: string) => `${n}台をもう一度`,
    en: (n: string) => (n === '1' ? 'Run it again' : `Run the ${n} again`),
  },
  again: { ja: 'もう一度', en: 'Run again' },
  againOf: { ja: (cause: string) => `もう一度：${cause}`, en: (cause: string) => `Run again: ${cause}` },
  mayNot: { ja: 'この操作を行う権限がありません', en: 'Your role does not allow this' },
  copy: { ja: 'コピーして作成', en: 'Copy' },
  copyFailed: { ja: '配信の設定を読み込めませんでした', en: 'Could not load the options of the campaign' },
  before: { ja: '前回の失敗', en: 'What failed last time' },
  since: { ja: 'その後の変化', en: 'What has changed since' },
  nothing: { ja: '変化はありません。同じ原因で失敗する可能性があります', en: 'Nothing. They may fail for the same reason' },
  polled: { ja: (n: string) => `${n}台がポーリングしました`, en: (n: string) => `${counted(n)} polled` },
  keysChanged: { ja: (n: string) => `${n}台の鍵が変更されました`, en: (n: string) => `${counted(n)} got other keys` },
  pollerChanged: { ja: (n: string) => `${n}台のポーラーが変わりました`, en: (n: string) => `${counted(n)} got another poller` },
  succeeded: { ja: (n: string) => `${n}台は別の配信で成功しました`, en: (n: string) => `${counted(n)} succeeded in another campaign` },
  open: { ja: (n: string) => `${n}台は別のOTAが進行中です`, en: (n: string) => `${counted(n)} under another OTA` },
  packageChanged: { ja: 'パッケージの情報が変更されました：', en: 'The package was edited: ' },
  defaultsDiffer: {
    ja: 'パッケージの既定のパラメータは、前回の配信と異なります。前回のパラメータを使います',
    en: 'The default parameters of the package differ from those of the campaign, which are used',
  },
  newer: { ja: (name: string) => `新しいバージョンがあります：${name}`, en: (name: string) => `There is a newer version: ${name}` },
  sims: { ja: (n: string) => `${n}台`, en: counted },
  quarantined: {
    ja: (n: string) => `${n}台は隔離中のため対象外です。`,
    en: (n: string) => `${n === '1' ? '1 SIM is' : `${n} SIMs are`} set aside and left out.`,
  },
  takeBack: { ja: '隔離から戻して対象にする', en: 'Take back and include' },
  takeBackFailed: { ja: '隔離から戻せませんでした', en: 'Could not take the SIMs back' },
})
