import type { WaitingReason } from '@simdeck/contract/campaign-report.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import { defineText } from '../../ui/words/text.ts'

export const diagnosisText = defineText({
  waiting: { ja: '待機の理由', en: 'Why they wait' },
  reason: { ja: '理由', en: 'Reason' },
  countedAt: { ja: '集計：', en: 'Counted ' },
  cells: { ja: '失敗の多いセル', en: 'Cells with many failures' },
  failedOf: {
    ja: (failed: string, ended: string) => `失敗 ${failed} / ${ended}台`,
    en: (failed: string, ended: string) => `${failed} of ${ended} failed`,
  },
  listOf: { ja: (name: string) => `一覧：${name}`, en: (name: string) => `List: ${name}` },
})

/** Reason of a wait and what to do about it. */
export const waitingWords: Readonly<Record<WaitingReason, { reason: Words; next: Words }>> = {
  stopping: {
    reason: { ja: '配信を停止したため、取り消しています', en: 'The campaign was stopped and cancels them' },
    next: { ja: '対応不要。まもなく終わります', en: 'Nothing: it ends in a moment' },
  },
  approval: {
    reason: { ja: '配信が承認を待っています', en: 'The campaign awaits approval' },
    next: { ja: '依頼した人以外のメンバーが承認', en: 'Another member than the one who asked approves it' },
  },
  scheduled: {
    reason: { ja: '開始の時刻を待っています', en: 'The campaign has not started' },
    next: { ja: '対応不要。時刻になると始まります', en: 'Nothing: it starts at its time' },
  },
  wave: {
    reason: { ja: '段階がまだ始まっていません', en: 'The wave is not released' },
    next: { ja: '前の段階の結果を確認', en: 'See the results of the wave before' },
  },
  window: {
    reason: { ja: '配信する時間帯の外です', en: 'Outside the hours of the campaign' },
    next: { ja: '対応不要。時間帯になると再開します', en: 'Nothing: it goes on in its hours' },
  },
  paused: {
    reason: { ja: '配信が一時停止しています', en: 'The campaign is paused' },
    next: { ja: '原因を確認して再開、または停止', en: 'Find the cause, then resume or stop it' },
  },
  unanswered: {
    reason: { ja: '応答がSIMに届きません（ポーリングだけが届いています）', en: 'They poll, but the answers do not reach them' },
    next: { ja: '下りの通信（電波・ファイアウォール）を確認', en: 'Check the downlink: the signal, the firewall' },
  },
  retry: {
    reason: { ja: '次の試行の時刻を待っています', en: 'Waiting for the next attempt' },
    next: { ja: '対応不要。時刻になると再試行します', en: 'Nothing: it is tried again at its time' },
  },
  refused: {
    reason: { ja: '受信した内容を拒否しました（鍵の不一致など）', en: 'What they sent was refused, as with wrong keys' },
    next: { ja: '登録済みの鍵を確認', en: 'Check the registered keys' },
  },
  neverPolled: {
    reason: { ja: '一度もポーリングしていません', en: 'They never polled' },
    next: { ja: '端末の電源とポーラーの設定を確認', en: 'Check the power of the devices and the poller’s settings' },
  },
  silent: {
    reason: { ja: '1日以上ポーリングしていません', en: 'Silent for a day or longer' },
    next: { ja: '端末の電源と電波を確認', en: 'Check the power and the signal of the devices' },
  },
  noPoll: {
    reason: { ja: '配信を始めてからポーリングしていません', en: 'No poll since the release' },
    next: { ja: 'ポーリング間隔を確認して待つ', en: 'See their polling interval and wait' },
  },
  limit: {
    reason: { ja: '同時に実行できる台数に達しています', en: 'The campaign has as many SIMs at once as it may' },
    next: { ja: '対応不要。空き次第始まります。急ぐ場合は上限を変更', en: 'Nothing, or a higher limit: they start as others end' },
  },
  gateway: {
    reason: { ja: 'SMSゲートウェイが未設定か、一時停止中です', en: 'No SMS gateway is set, or it is paused' },
    next: { ja: '設定の「SMS」で確認', en: 'See SMS in the settings' },
  },
  message: {
    reason: { ja: 'SMSの送信待ちです', en: 'Their SMS waits to be sent' },
    next: { ja: '対応不要。毎秒の上限に従って順に送信します', en: 'Nothing: messages go out at the pace of the gateway' },
  },
  soon: {
    reason: { ja: '次のポーリングで始まります', en: 'They start at their next poll' },
    next: { ja: '対応不要', en: 'Nothing' },
  },
}
