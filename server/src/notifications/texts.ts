import { type AlertFigure, shownValue, unitOf } from '@simdeck/contract/alert-figures.ts'
import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { Language, Words } from '@simdeck/contract/languages.ts'
import type { TaskKind } from '@simdeck/contract/tasks.ts'
import type { NotificationKind, ParamsOf } from '../platform/notifications/content.ts'
import { certificateTexts } from './certificate-texts.ts'
import { renewalTexts } from './renewal-texts.ts'
import { campaignBody, counted, names, numberIn, simNames, simsIn, type TextOf, type Told } from './text-parts.ts'

const taskNames: Record<TaskKind, Words> = {
  simImport: { ja: 'SIMのインポート', en: 'SIM import' },
  simImportUndo: { ja: 'インポートの取り消し', en: 'Undo of an import' },
  keyImport: { ja: '鍵ファイルのインポート', en: 'Key file import' },
  simAlias: { ja: 'デバイス名の変更', en: 'Change of device aliases' },
  simGroup: { ja: 'グループの変更', en: 'Change of groups' },
  simTags: { ja: 'タグの変更', en: 'Change of tags' },
  simStatus: { ja: 'SIMの状態の変更', en: 'Change of status of SIMs' },
  simImei: { ja: '端末の確認とIMEIロック', en: 'Devices and IMEI locks' },
  simDelete: { ja: 'SIMの削除', en: 'Deletion of SIMs' },
  groupDelete: { ja: 'グループの削除', en: 'Deletion of groups' },
}

type TaskTold = Told<'taskCompleted' | 'taskCancelled' | 'taskFailed'>
function taskBody({ params, count, language }: TaskTold): string {
  const { task, title, total, refused, failure } = params
  const name = names(taskNames[task][language], { count, language })
  if (count > 1) return name
  const parts = [name, ...(title ? [title] : []), simsIn(total, language)]
  if (refused > 0)
    parts.push(language === 'ja' ? `${simsIn(refused, language)}は変更できませんでした` : `${simsIn(refused, language)} refused`)
  if (failure) parts.push(errorCatalogue[failure][language])
  return parts.join(language === 'ja' ? '・' : ' · ')
}

const comparisonsJa = { over: '超', atLeast: '以上', under: '未満', atMost: '以下' }
const comparisonsEn = { over: 'more than', atLeast: 'at least', under: 'fewer than', atMost: 'at most' }

/** A value of an alert with its unit: `50台`, `96.5%`, `3,500件/分`, `380ミリ秒`. */
function amountIn(value: number, figure: AlertFigure | null, language: Language): string {
  const unit = unitOf(figure)
  if (unit === 'sims') return simsIn(value, language)
  const n = numberIn(shownValue(value), language)
  if (unit === 'percent') return `${n}%`
  if (unit === 'polls') return language === 'ja' ? `${n}件/分` : `${n} polls a minute`
  return language === 'ja' ? `${n}ミリ秒` : `${n} ms`
}

/** `50台超が10分`, `more than 50 SIMs for 10 min`. */
function conditionIn({ comparison, threshold, figure = null, holdMinutes }: ParamsOf<'alert'>, language: Language): string {
  const amount = amountIn(threshold, figure, language)
  const time = minutesIn(holdMinutes, language)
  if (language === 'ja') return `${amount}${comparisonsJa[comparison]}${holdMinutes === 0 ? 'ですぐに' : `が${time}`}`
  return `${comparisonsEn[comparison]} ${amount}${holdMinutes === 0 ? ', at once' : ` for ${time}`}`
}

function minutesIn(minutes: number, language: Language): string {
  const [n, ja, en] =
    minutes > 0 && minutes % 1440 === 0
      ? [minutes / 1440, '日', 'd']
      : minutes >= 60 && minutes % 60 === 0
        ? [minutes / 60, '時間', 'h']
        : [minutes, '分', 'min']
  return language === 'ja' ? `${n}${ja}` : `${n} ${en}`
}

type AlertTold = { params: ParamsOf<'alert'>; count: number; language: Language }
type AlertText = { title: (count: string, many: boolean, told: AlertTold) => Words; body: (told: AlertTold) => string }

const alertTitle =
  (mark: Words, many: (count: string) => Words) =>
  (count: string, isMany: boolean, { params: { rule } }: AlertTold): Words =>
    isMany ? many(count) : { ja: `【${mark.ja}】${rule}`, en: `${mark.en}: ${rule}` }

const alertBegan = (mark: Words, many: (count: string) => Words): AlertText => ({
  title: alertTitle(mark, many),
  body({ params, count, language }) {
    if (count > 1) return names(params.rule, { count, language })
    const amount = amountIn(params.value, params.figure ?? null, language)
    const now = language === 'ja' ? `今は${amount}` : `now ${amount}`
    const still = params.again ? (language === 'ja' ? '継続中・' : 'still firing · ') : ''
    return `${still}${now}${language === 'ja' ? `（${conditionIn(params, language)}）` : ` (${conditionIn(params, language)})`}`
  },
})

const alertEnded: AlertText = {
  title: alertTitle({ ja: '回復', en: 'Recovered' }, (n) => ({ ja: `${n}件のアラートが回復しました`, en: `${n} alerts recovered` })),
  body({ params, count, language }) {
    if (count > 1) return names(params.rule, { count, language })
    const now = amountIn(params.value, params.figure ?? null, language)
    return language === 'ja'
      ? `今は${now}・発生していた時間${minutesIn(params.minutes, language)}`
      : `now ${now} · fired for ${minutesIn(params.minutes, language)}`
  },
}

const lockResults = {
  told: { ja: '', en: '' },
  suspended: { ja: '停止を開始しました', en: 'it is being suspended' },
  notPossible: { ja: '状態または権限のため停止できません', en: 'its status or a missing permission prevents a suspension' },
}

/** The texts of each kind, in the words of the console. */
export const texts: { [Kind in NotificationKind]: TextOf<Kind> } = {
  imeiChanged: {
    title: counted({ ja: 'IMEIが変わりました', en: 'IMEI changed' }, (n) => ({
      ja: `${n}台のSIMでIMEIが変わりました`,
      en: `IMEI changed on ${n} SIMs`,
    })),
    body: ({ params, ...told }) => simNames(params.name, told),
  },
  imeiLockBroken: {
    title: counted({ ja: 'ロックしたSIMが別の端末に移りました', en: 'A locked SIM is in another device' }, (n) => ({
      ja: `ロックした${n}台のSIMが別の端末に移りました`,
      en: `${n} locked SIMs are in other devices`,
    })),
    body: ({ params: { name, result }, ...told }) => {
      const after = told.count === 1 ? lockResults[result][told.language] : ''
      return [simNames(name, told), after].filter((part) => part !== '').join(told.language === 'ja' ? '・' : ' · ')
    },
  },
  taskCompleted: {
    title: counted({ ja: '処理が完了しました', en: 'Task completed' }, (n) => ({
      ja: `${n}件の処理が完了しました`,
      en: `${n} tasks completed`,
    })),
    body: taskBody,
  },
  taskCancelled: {
    title: counted({ ja: '処理を中止しました', en: 'Task cancelled' }, (n) => ({
      ja: `${n}件の処理を中止しました`,
      en: `${n} tasks cancelled`,
    })),
    body: taskBody,
  },
  taskFailed: {
    title: counted({ ja: '処理に失敗しました', en: 'Task failed' }, (n) => ({ ja: `${n}件の処理に失敗しました`, en: `${n} tasks failed` })),
    body: taskBody,
  },
  newSignIn: {
    title: counted({ ja: '新しい場所からのログイン', en: 'Sign-in from a new place' }, (n) => ({
      ja: `新しい場所からのログイン（${n}件）`,
      en: `${n} sign-ins from new places`,
    })),
    body: ({ params, language }) =>
      language === 'ja'
        ? `${params.ip}・心当たりがない場合は、ログインを終了してパスワードを変更してください`
        : `${params.ip} · If it was not you, end the sign-in and change your password`,
  },
  campaignCompleted: {
    title: counted({ ja: '配信が完了しました', en: 'Campaign completed' }, (n) => ({
      ja: `${n}件の配信が完了しました`,
      en: `${n} campaigns completed`,
    })),
    body: campaignBody(),
  },
  campaignCompletedWithFailures: {
    title: counted({ ja: '配信が終わりました（失敗あり）', en: 'Campaign ended with failures' }, (n) => ({
      ja: `${n}件の配信が終わりました（失敗あり）`,
      en: `${n} campaigns ended with failures`,
    })),
    body: campaignBody(),
  },
  campaignStopped: {
    title: counted({ ja: '配信が停止しました', en: 'Campaign stopped' }, (n) => ({
      ja: `${n}件の配信が停止しました`,
      en: `${n} campaigns stopped`,
    })),
    body: campaignBody(),
  },
  campaignNotStarted: {
    title: counted({ ja: '配信を開始できませんでした', en: 'Campaign did not start' }, (n) => ({
      ja: `${n}件の配信を開始できませんでした`,
      en: `${n} campaigns did not start`,
    })),
    body: (told) => {
      const { problem } = told.params
      const code = problem === 'notPossible' ? null : problem
      return campaignBody((language) => (code ? errorCatalogue[code][language] : ''))(told)
    },
  },
  campaignPaused: {
    title: counted({ ja: '失敗が上限を超え、配信が一時停止しました', en: 'Campaign paused: too many failures' }, (n) => ({
      ja: `失敗が上限を超え、${n}件の配信が一時停止しました`,
      en: `${n} campaigns paused: too many failures`,
    })),
    body: (told) => {
      const { failed, ended } = told.params
      return campaignBody((language) =>
        language === 'ja'
          ? `${numberIn(ended, language)}台中${numberIn(failed, language)}台が失敗`
          : `${numberIn(failed, language)} of ${numberIn(ended, language)} failed`,
      )(told)
    },
  },
  campaignSpent: {
    title: counted({ ja: '通信量が上限に達し、配信が一時停止しました', en: 'Campaign paused: its octets are used up' }, (n) => ({
      ja: `通信量が上限に達し、${n}件の配信が一時停止しました`,
      en: `${n} campaigns paused: their octets are used up`,
    })),
    body: (told) => {
      const { budget } = told.params
      return campaignBody((language) =>
        language === 'ja' ? `上限${numberIn(budget, language)}バイト` : `${numberIn(budget, language)} octets at most`,
      )(told)
    },
  },
  waveWaits: {
    title: counted({ ja: '次の段階の開始を待っています', en: 'The next wave waits for its release' }, (n) => ({
      ja: `${n}件の配信が次の段階の開始を待っています`,
      en: `${n} campaigns wait for the release of a wave`,
    })),
    body: (told) => {
      const { wave } = told.params
      return campaignBody((language) => (language === 'ja' ? `第${wave}段階` : `wave ${wave}`))(told)
    },
  },
  approvalAsked: {
    title: counted({ ja: '配信の承認の依頼', en: 'A campaign needs your approval' }, (n) => ({
      ja: `${n}件の配信の承認の依頼`,
      en: `${n} campaigns need your approval`,
    })),
    body: (told) => campaignBody((language) => (language === 'ja' ? `依頼：${told.params.asker}` : `asked by ${told.params.asker}`))(told),
  },
  campaignApproved: {
    title: counted({ ja: '配信が承認されました', en: 'Your campaign was approved' }, (n) => ({
      ja: `${n}件の配信が承認されました`,
      en: `${n} of your campaigns were approved`,
    })),
    body: (told) => campaignBody(() => told.params.by)(told),
  },
  campaignRejected: {
    title: counted({ ja: '配信が差し戻されました', en: 'Your campaign was rejected' }, (n) => ({
      ja: `${n}件の配信が差し戻されました`,
      en: `${n} of your campaigns were rejected`,
    })),
    body: (told) => campaignBody(() => [told.params.by, told.params.reason].filter((part) => part !== '').join(' — '))(told),
  },
  approvalExpired: {
    title: counted({ ja: '期限までに承認されず、配信が終了しました', en: 'Your campaign was not approved in time' }, (n) => ({
      ja: `期限までに承認されず、${n}件の配信が終了しました`,
      en: `${n} of your campaigns were not approved in time`,
    })),
    body: campaignBody(),
  },
  alert: alertBegan({ ja: '注意', en: 'Warning' }, (n) => ({ ja: `${n}件のアラート`, en: `${n} alerts` })),
  criticalAlert: alertBegan({ ja: '重大', en: 'Critical' }, (n) => ({ ja: `${n}件の重大なアラート`, en: `${n} critical alerts` })),
  alertEnded,
  criticalAlertEnded: alertEnded,
  alertLost: {
    title: alertTitle({ ja: '監視停止', en: 'Not watched' }, (n) => ({
      ja: `${n}件のルールを判定できません`,
      en: `${n} rules cannot be judged`,
    })),
    body: ({ params, count, language }) =>
      count > 1
        ? names(params.rule, { count, language })
        : language === 'ja'
          ? 'ビューまたはグループが削除されたため、判定できません'
          : 'It cannot be judged: its view or a group was deleted',
  },
  ...certificateTexts,
  ...renewalTexts,
}
