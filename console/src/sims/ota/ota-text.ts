import type { Language } from '@simdeck/contract/languages.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import { kindOfAction, otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { defineText, textIn } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import { isRemoval } from './ota-steps.ts'

export const otaText = defineText({
  installOf: { ja: (name: string) => `${name} のインストール`, en: (name: string) => `Install ${name}` },
  updateTo: { ja: (name: string) => `${name} への更新`, en: (name: string) => `Update to ${name}` },
  removalOf: { ja: (name: string) => `${name} のアンインストール`, en: (name: string) => `Uninstall ${name}` },
  applet: { ja: 'アプレット', en: 'applet' },
  poller: { ja: 'ポーラー', en: 'poller' },
  progress: { ja: 'OTAの進み具合', en: 'Progress of the OTA' },

  waiting: { ja: '待機', en: 'Waiting' },
  polled: { ja: 'ポーリング受信', en: 'Poll received' },
  channel: { ja: 'セキュアチャネル', en: 'Secure channel' },
  transfer: { ja: '転送', en: 'Transfer' },
  install: { ja: 'インストール', en: 'Install' },
  finish: { ja: '完了', en: 'Done' },
  campaign: { ja: (id: number) => `配信 #${id}`, en: (id: number) => `Campaign #${id}` },
  waitedFor: { ja: (time: string) => `${time}待機`, en: (time: string) => `waited ${time}` },
  hours: { ja: (h: number, m: number) => `${h}時間${m}分`, en: (h: number, m: number) => `${h} h ${m} min` },
  minutes: { ja: (m: number, s: number) => `${m}分${s}秒`, en: (m: number, s: number) => `${m} min ${s} s` },
  seconds: { ja: (s: number) => `${s}秒`, en: (s: number) => `${s} s` },
  commands: {
    ja: (acked: string, total: string) => `${acked} / ${total} コマンド`,
    en: (acked: string, total: string) => `${acked} / ${total} commands`,
  },
  interruptions: { ja: (n: number) => `中断 ${n}回`, en: (n: number) => (n === 1 ? 'interrupted once' : `interrupted ${n} times`) },
  nextPoll: { ja: '次のポーリングで始まります', en: 'Starts at the next poll' },
  paused: {
    ja: '配信が一時停止中です。再開するまで、このSIMには何も送信しません。',
    en: 'The campaign is paused. Nothing is sent to this SIM until it is resumed.',
  },
  beingCancelled: {
    ja: '配信が停止されました。このSIMのOTAは始まらずに取り消されます。',
    en: 'The campaign was stopped. The OTA of this SIM does not start and is being cancelled.',
  },
  awaitingApproval: {
    ja: '配信が承認を待っています。承認されるまで、このSIMには何も送信しません。',
    en: 'The campaign awaits approval. Nothing is sent to this SIM before.',
  },
  scheduled: { ja: '配信の開始予定は', en: 'The campaign starts at ' },
  scheduledWords: { ja: 'です。それまで、このSIMには何も送信しません。', en: '. Nothing is sent to this SIM before.' },
  laterWave: {
    ja: (n: number) => `このSIMは第${n}段階です。第${n}段階が始まるまで、何も送信しません。`,
    en: (n: number) => ` This SIM is in wave ${n}. Nothing is sent to it until wave ${n} is released.`,
  },
  campaignLink: { ja: (id: number) => `配信 #${id} を開く`, en: (id: number) => `Open campaign #${id}` },
  noCancel: { ja: '開始後は取り消せません', en: 'Cannot be cancelled once started' },
  absent: { ja: 'カードに対象がなく、削除は不要でした', en: 'The card did not hold it: nothing had to be removed' },

  stopped: { ja: '止まった手順', en: 'Where it stopped' },
  answer: { ja: 'カードの応答と原因', en: 'Card’s answer and cause' },
  cause: { ja: '理由と原因', en: 'Reason and cause' },
  todo: { ja: '次の操作', en: 'What to do' },
  refusedAt: { ja: (command: string) => `${command} で拒否されました。`, en: (command: string) => `Refused at ${command}. ` },
  likely: { ja: (cause: string) => `考えられる原因：${cause}`, en: (cause: string) => `Likely cause: ${cause}` },
  withCode: {
    ja: (meaning: string, code: number) => `${meaning}（コード ${code}）`,
    en: (meaning: string, code: number) => `${meaning} (code ${code})`,
  },
  memory: {
    ja: (needed: string, free: string) => `転送量${needed}バイトに対し、カードが最後に報告した空きは${free}バイトです。`,
    en: (needed: string, free: string) => `It takes ${needed} bytes; the card last reported ${free} bytes free.`,
  },
  memoryUnknown: {
    ja: (needed: string) => `転送量は${needed}バイトです。カードの空き容量は報告されていません。`,
    en: (needed: string) => `It takes ${needed} bytes; the card has not reported its free memory.`,
  },
  memoryBar: { ja: 'カードの空き容量と必要量', en: 'Free memory of the card against what is needed' },
  free: { ja: (n: string) => `空き ${n}`, en: (n: string) => `${n} free` },
  short: { ja: (n: string) => `不足 ${n}バイト`, en: (n: string) => `${n} bytes short` },
  freeName: { ja: '空き', en: 'free' },
  shortName: { ja: '不足', en: 'short' },
  again: { ja: '同じパッケージで再実行', en: 'Run again with this package' },
  removeAgain: { ja: '同じ内容で再実行', en: 'Run again' },
  uninstall: { ja: (name: string) => `${name} をアンインストール`, en: (name: string) => `Uninstall ${name}` },
  seeTrace: { ja: 'セッション記録を見る', en: 'See the session trace' },
  cancelled: { ja: '取り消されました', en: 'Cancelled' },
  cancelledCause: {
    ja: '待機中に取り消されました。カードには何も送られていません。',
    en: 'It was cancelled while it waited. Nothing was sent to the card.',
  },
  cancelledBegunCause: {
    ja: '始まった直後に取り消されました。カードに残った分は、次のインストールの最初に削除されます。',
    en: 'It was cancelled just as it began. What that left on the card is deleted when an installation begins.',
  },
  cancelledNext: { ja: '必要であれば、もう一度実行してください。', en: 'Run it again if it is still wanted.' },
  noReason: { ja: '理由は記録されていません', en: 'No reason is on record' },
  askTrace: { ja: 'セッション記録で、最後のやり取りを確認してください。', en: 'See in the session trace what was said last.' },

  none: { ja: 'OTAの記録はまだありません', en: 'No OTA yet' },
  noneNote: {
    ja: 'このSIMへのOTAを実行すると、手順ごとの進み具合がここに表示されます。',
    en: 'Once an OTA is run on this SIM, its progress is shown here step by step.',
  },
  history: { ja: 'OTAの履歴', en: 'OTA history' },
  what: { ja: '内容', en: 'What' },
  status: { ja: 'OTAの状態', en: 'OTA status' },
  result: { ja: '結果', en: 'Result' },
  campaignHead: { ja: '配信', en: 'Campaign' },
  createdAt: { ja: '作成日時', en: 'Created' },
  finishedAt: { ja: '終了日時', en: 'Ended' },
  commandsHead: { ja: 'コマンド', en: 'Commands' },
  interruptionsHead: { ja: '中断', en: 'Interrupted' },
})

/** Title of an OTA. */
export function otaTitle(log: OtaLog, { replaces, heldName }: { replaces: boolean; heldName: string | null }, language: Language): string {
  const t = textIn(otaText, language)
  const kind = kindOfAction(log.progress.action_type.type)
  if (kind && otaKind(kind).worksOn === 'card') return otaKind(kind).words.action[language]
  const packageName = log.package && `${log.package.name} ${log.package.otaVersion}`
  const name = packageName ?? heldName ?? (log.applet_type === appletTypes.poller ? t.poller : t.applet)
  if (isRemoval(log)) return t.removalOf(name)
  return replaces ? t.updateTo(name) : t.installOf(name)
}

/** A duration in seconds, in minutes and seconds, or in hours and minutes. */
export function formatDuration(ms: number, t: Translations<typeof otaText>): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return t.seconds(seconds)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? t.minutes(minutes, seconds % 60) : t.hours(Math.floor(minutes / 60), minutes % 60)
}
