import type { ImeiLock } from '@simdeck/contract/sim-values.ts'
import { defineText } from '../../ui/words/text.ts'

const sims = (n: string): string => (n === '1' ? '1 SIM' : `${n} SIMs`)

export const imeiText = defineText({
  device: { ja: '端末', en: 'Device' },
  former: { ja: '前のIMEI', en: 'Former IMEI' },
  changedAt: { ja: '変わった日時', en: 'Changed' },
  confirmedBy: { ja: '確認した人', en: 'Confirmed by' },
  lock: { ja: 'IMEIロック', en: 'IMEI lock' },
  confirm: { ja: '正しい変更として確認', en: 'Confirm the new device' },
  confirmed: { ja: '端末の変更を確認しました', en: 'The new device is confirmed' },
  notConfirmed: { ja: '端末の変更を確認できませんでした', en: 'The new device could not be confirmed' },
  changeLock: { ja: 'ロックを変更', en: 'Change the lock' },
  lockTitle: { ja: 'IMEIロックを変更', en: 'Change the IMEI lock' },
  lockWords: {
    ja: (imei: string) => `SIMを現在の端末（IMEI ${imei}）に固定します。別の端末からポーリングしたときの動作を選択してください。`,
    en: (imei: string) => `The SIM is bound to its present device, IMEI ${imei}. Choose what happens when it polls from another one.`,
  },
  noImei: {
    ja: '端末のIMEIがまだ分からないため、ロックできません。',
    en: 'The IMEI of its device is not known yet, so it cannot be locked.',
  },
  locked: { ja: 'IMEIロックを変更しました', en: 'The IMEI lock was changed' },
  notLocked: { ja: 'IMEIロックを変更できませんでした', en: 'The IMEI lock could not be changed' },
  manyTitle: { ja: '端末（IMEI）の確認とロック', en: 'Confirm or lock devices (IMEI)' },
  manyWords: {
    ja: (n: string) =>
      `選択した${n}台のSIMに行う操作を選択してください。対象にならないSIMは変更されず、処理の結果に理由とともに表示されます。`,
    en: (n: string) =>
      `Choose what to do with the ${sims(n)} selected. One to which it does not apply is left as it is, and is listed with the reason.`,
  },
  confirmMany: { ja: '端末の変更を、正しい変更として確認', en: 'Confirm their new devices' },
  confirmManyNote: { ja: '「変更あり・未確認」のSIMが対象です。', en: 'For SIMs whose device changed, unconfirmed.' },
  act: { ja: (n: string) => `${n}台に実行`, en: (n: string) => `Apply to ${n}` },
  missing: { ja: '操作を選択してください', en: 'Choose what to do' },
  failed: { ja: '処理を開始できませんでした', en: 'It could not be started' },
})

/** The locks, as choices. */
export const lockChoiceText = defineText({
  off: { ja: 'ロックしない', en: 'No lock' },
  notify: { ja: '知らせるだけ', en: 'Tell only' },
  suspend: { ja: '知らせて、SIMを停止', en: 'Tell, and suspend the SIM' },
} satisfies Record<ImeiLock, unknown>)

export const lockNoteText = defineText({
  off: { ja: '端末が変わると、通常の通知だけが届きます。', en: 'A change of the device is told as for every SIM.' },
  notify: { ja: '別の端末に移ると、ベルとメールで知らせます。', en: 'A move to another device is told in the bell and by mail.' },
  suspend: {
    ja: 'あなたの名前で Suspended または Deactivated に変更します。プラットフォームが許す状態のときだけ停止できます。',
    en: 'It becomes Suspended or Deactivated in your name, where its platform permits it.',
  },
} satisfies Record<ImeiLock, unknown>)
