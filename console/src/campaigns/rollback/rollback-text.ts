import type { RollbackExclusion } from '@simdeck/contract/rollback.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import { defineText } from '../../ui/words/text.ts'

export const rollbackText = defineText({
  rollback: { ja: 'ロールバック', en: 'Roll back' },
  title: { ja: '配信の前の状態に戻しますか', en: 'Roll the campaign back?' },
  words: {
    ja: 'この配信が変更したSIMを、配信の前に持っていたアプレットに戻す配信を始めます。',
    en: 'A reverse campaign begins: the SIMs that this campaign changed get back what they held before.',
  },
  endsPause: {
    ja: '一時停止は解除され、実行中・中断のSIMは最後まで進みます。',
    en: ' The pause is over: SIMs that have begun go on to their end.',
  },
  cancelsReady: { ja: '待機中と未配信のSIMを取り消します', en: 'are cancelled while they wait' },
  checking: { ja: '対象のSIMを確認しています', en: 'Checking the SIMs' },
  none: { ja: '元に戻せるSIMはありません', en: 'No SIM can be rolled back' },
  noneChanged: {
    ja: 'この配信で変更され、今もそのままのSIMはありません。失敗して何も変わらなかったSIMは、戻す必要がありません。',
    en: 'This campaign left no SIM changed. SIMs on which it failed without a change need no rollback.',
  },
  leftWithout: { ja: '配信の前と同じく、アプレットなしになります', en: 'have no applet then, as before the campaign' },
  close: { ja: '閉じる', en: 'Close' },
  removed: { ja: 'この配信のアプレットを削除します', en: 'lose the applet of this campaign' },
  restored: { ja: (name: string) => `${name}を書き込みます`, en: (name: string) => `get ${name} again` },
  act: { ja: (n: string) => `${n}台をロールバック`, en: (n: string) => (n === '1' ? 'Roll back 1 SIM' : `Roll back ${n} SIMs`) },
  typeCount: { ja: (n: string) => `確認のため、${n} と入力`, en: (n: string) => `Type ${n} to confirm` },
  started: { ja: (n: string) => `${n}台のロールバックを始めました`, en: (n: string) => `Rollback started for ${n}` },
  failed: { ja: 'ロールバックを始められませんでした', en: 'Could not start the rollback' },
  pauseFirst: { ja: '先に配信を一時停止してください', en: 'Pause the campaign first' },
})

/** The reasons for which a SIM is left out of a rollback. */
export const exclusionWords: Readonly<Record<RollbackExclusion, Words>> = {
  noKeys: { ja: '対象外：SIMの鍵が未登録です', en: 'left out: keys not registered' },
  quarantined: { ja: '対象外：隔離中です', en: 'left out: set aside' },
  otaInProgress: {
    ja: '対象外：OTAの途中です。終了後に、もう一度ロールバックしてください',
    en: 'left out: an OTA is under way. Roll back again after its end',
  },
  changedSince: { ja: '対象外：その後の配信で変更されました', en: 'left out: changed by a later campaign' },
  unknownBefore: {
    ja: '対象外：以前のアプレットのパッケージか設定が登録されていません',
    en: 'left out: the package or parameters of before are not registered',
  },
}
