import { defineText } from '../../ui/words/text.ts'

export const rolledBackText = defineText({
  awaiting: { ja: (id: number) => `#${id}でロールバックの承認待ち`, en: (id: number) => `rollback #${id} awaits approval` },
  rollingBack: { ja: (id: number) => `#${id}でロールバック中`, en: (id: number) => `rolling back by #${id}` },
  rolledBack: { ja: (id: number) => `#${id}でロールバック済み`, en: (id: number) => `rolled back by #${id}` },
  noteAwaiting: { ja: 'この配信のロールバックが承認を待っています。', en: 'A rollback of this campaign awaits approval.' },
  noteRuns: { ja: 'この配信をロールバックしています。', en: 'This campaign is being rolled back.' },
  noteDone: { ja: 'この配信はロールバックされました。', en: 'This campaign was rolled back.' },
  notePartly: {
    ja: 'この配信はロールバックされましたが、元に戻らなかったSIMがあります。',
    en: 'This campaign was rolled back, but not on all of its SIMs.',
  },
  noteLeft: {
    ja: (n: string) => `この配信はロールバックされましたが、${n}台は含まれていません。もう一度ロールバックすると、残りを確認できます。`,
    en: (n: string) =>
      `This campaign was rolled back, but ${n === '1' ? '1 SIM was' : `${n} SIMs were`} not included. Roll it back again to see what is left.`,
  },
  noteStopped: { ja: 'この配信のロールバックは途中で停止されました。', en: 'The rollback of this campaign was stopped.' },
  open: { ja: (id: number) => `ロールバック #${id} を開く`, en: (id: number) => `Open rollback #${id}` },
  stopped: { ja: (id: number) => `#${id}のロールバックを停止`, en: (id: number) => `rollback #${id} stopped` },
})
