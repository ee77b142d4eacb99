import { defineText } from '../../ui/words/text.ts'

export const wavesText = defineText({
  title: { ja: '段階', en: 'Waves' },
  condition: {
    ja: (ended: number, failed: number | null) =>
      failed === null
        ? `${ended}%が終了したら次へ進みます`
        : `${ended}%が終了したら次へ進みます。失敗率が${failed}%を超えたら自動で一時停止します`,
    en: (ended: number, failed: number | null) =>
      failed === null
        ? `Goes on when ${ended}% have ended`
        : `Goes on when ${ended}% have ended, and pauses by itself when more than ${failed}% failed`,
  },
  manual: { ja: '次の段階は手動で始めます', en: 'You release each wave' },
  wave: { ja: (n: number) => `第${n}段階`, en: (n: number) => `Wave ${n}` },
  ended: { ja: (done: string, sims: string) => `${done} / ${sims}台`, en: (done: string, sims: string) => `${done} of ${sims}` },
  results: {
    ja: (succeeded: string, failed: string) => `成功 ${succeeded}・失敗 ${failed}`,
    en: (succeeded: string, failed: string) => `${succeeded} succeeded, ${failed} failed`,
  },
  blocked: { ja: (n: string) => `ブロック ${n}`, en: (n: string) => `${n} blocked` },
  cancelled: { ja: (n: string) => `取り消し ${n}`, en: (n: string) => `${n} cancelled` },
  held: { ja: (share: string) => `上限内・成功${share}`, en: (share: string) => `within the limit, ${share} succeeded` },
  exceeded: { ja: (share: string) => `上限を超過・成功${share}`, en: (share: string) => `over the limit, ${share} succeeded` },
  wentOn: {
    ja: (share: string) => `上限を超えて次へ進行・成功${share}`,
    en: (share: string) => `went on over the limit, ${share} succeeded`,
  },
  rated: { ja: (share: string) => `成功${share}`, en: (share: string) => `${share} succeeded` },
  notYet: { ja: '未配信', en: 'not released' },
  neverReleased: { ja: (n: string) => `未配信のまま${n}台を取り消し`, en: (n: string) => `${n} cancelled before release` },
  waitsFor: {
    ja: (n: number, sims: string) => `第${n}段階まであと${sims}台の終了待ち`,
    en: (n: number, sims: string) => (sims === '1' ? `wave ${n} waits for 1 more SIM` : `wave ${n} waits for ${sims} more SIMs`),
  },
  waitsForPoll: {
    ja: (n: number) => `第${n}段階は、成功したSIMのポーリング待ち`,
    en: (n: number) => `wave ${n} waits for polls after success`,
  },
  release: { ja: (n: number) => `第${n}段階を始める`, en: (n: number) => `Release wave ${n}` },
  releaseTitle: { ja: (n: number) => `第${n}段階を始めますか`, en: (n: number) => `Release wave ${n}?` },
  releaseWords: {
    ja: (sims: string) => `この段階の${sims}台に、次のポーリングから配信します。`,
    en: (sims: string) =>
      sims === '1' ? 'Its SIM gets the OTA from its next poll on. ' : `Its ${sims} SIMs get the OTA from their next poll on. `,
  },
  notAwaited: { ja: '前の段階の結果は待ちません。', en: 'It does not wait for the results of the wave before.' },
  resultsBefore: {
    ja: (wave: number, succeeded: string, failed: string, blocked: string | null) =>
      `第${wave}段階の結果は、成功${succeeded}台、失敗${failed}台${blocked === null ? '' : `、ブロック${blocked}台`}です。`,
    en: (wave: number, succeeded: string, failed: string, blocked: string | null) =>
      `Wave ${wave} has ended: ${succeeded} succeeded, ${failed} failed${blocked === null ? '' : `, ${blocked} blocked`}.`,
  },
  releaseFailed: { ja: '次の段階を始められませんでした', en: 'Could not release the wave' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  failures: {
    ja: (wave: number, share: string, limit: string) =>
      `第${wave}段階の失敗率が${share}になり、上限${limit}%を超えたため、自動で一時停止しました（`,
    en: (wave: number, share: string, limit: string) =>
      `Paused by itself: ${share} of wave ${wave} failed, more than the limit of ${limit}% (`,
  },
  failuresOf: {
    ja: (failed: string, ended: string) => `）。${ended}台のうち${failed}台が失敗しました。`,
    en: (failed: string, ended: string) => `). ${failed} of ${ended} SIMs failed. `,
  },
  heldBack: {
    ja: (n: string) => `待機中の${n}台には、再開するまで送信しません。`,
    en: (n: string) => `${n === '1' ? 'The SIM that waits is' : `The ${n} SIMs that wait are`} held until it is resumed. `,
  },
  untouched: {
    ja: (n: string) => `後の段階の${n}台には何も送っていません。`,
    en: (n: string) => `Nothing was sent to the ${n === '1' ? 'SIM' : `${n} SIMs`} of later waves. `,
  },
  afterResume: {
    ja: '再開すると、これまでの失敗は判定から外れます。',
    en: 'After a resumption, the failures up to now no longer count.',
  },
  limit: { ja: '失敗率の上限（%）', en: 'Limit of failures (%)' },
  resumeWith: { ja: '上限を変えて再開', en: 'Resume with this limit' },
  limitWrong: { ja: '0–100で入力してください', en: '0 to 100' },
  resumeFailed: { ja: '再開できませんでした', en: 'Could not resume' },
  outsideWindow: {
    ja: (from: string, to: string, zone: string) => `配信する時間帯（${from}–${to}、${zone}）の外です。時間帯になると自動で再開します（`,
    en: (from: string, to: string, zone: string) =>
      `Outside the hours of this campaign (${from}–${to}, ${zone}). It goes on by itself (since `,
  },
  outsideWindowEnd: { ja: 'から待機）。', en: ').' },
  scheduled: { ja: '開始予定：', en: 'Starts at ' },
  scheduledWords: { ja: '。それまで、どのSIMにも送信しません。', en: '. Nothing is sent to any SIM before.' },
  startAt: { ja: '開始予定', en: 'Start' },
  endAt: { ja: '打ち切り', en: 'End' },
  window: { ja: '時間帯', en: 'Hours' },
  windowOf: {
    ja: (from: string, to: string, zone: string) => `毎日 ${from}–${to}（${zone}）`,
    en: (from: string, to: string, zone: string) => `${from}–${to} daily (${zone})`,
  },
  order: { ja: '選び方', en: 'Order' },
  random: { ja: (seed: number) => `無作為（シード ${seed}）`, en: (seed: number) => `random (seed ${seed})` },
  byId: { ja: '登録順', en: 'as added' },
  judged: { ja: '判定の最小台数', en: 'Judged from' },
  judgedFrom: { ja: (n: string) => `${n}台`, en: (n: string) => (n === '1' ? '1 result' : `${n} results`) },
  health: { ja: '健全性の確認', en: 'Health check' },
  pollsAgain: { ja: '成功後にもう1回ポーリング', en: 'polls again after success' },
})
