import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language, Words } from '@simdeck/contract/languages.ts'
import type { Query } from '@tanstack/react-query'
import { keyOf } from '../session/api/query.ts'
import { defineText } from '../ui/words/text.ts'

const named: readonly (readonly [Endpoint, Words])[] = [
  [endpoints.listSims, { ja: 'SIM一覧', en: 'SIMs' }],
  [endpoints.getSim, { ja: 'SIM', en: 'SIM' }],
  [endpoints.listSimSessions, { ja: 'セッション', en: 'sessions' }],
  [endpoints.listGroups, { ja: 'グループ', en: 'groups' }],
  [endpoints.listOtaLogs, { ja: 'OTAの記録', en: 'OTA records' }],
  [endpoints.listCampaigns, { ja: '配信一覧', en: 'campaigns' }],
  [endpoints.getCampaign, { ja: '配信', en: 'campaign' }],
  [endpoints.listCampaignSims, { ja: '配信のSIM', en: 'SIMs of the campaign' }],
  [endpoints.listPackages, { ja: 'パッケージ', en: 'packages' }],
  [endpoints.listTasks, { ja: 'タスク一覧', en: 'tasks' }],
  [endpoints.getTask, { ja: 'タスク', en: 'task' }],
  [endpoints.listMembers, { ja: 'メンバー', en: 'members' }],
  [endpoints.listApiCredentials, { ja: 'API ID', en: 'API IDs' }],
  [endpoints.listMailOutbox, { ja: '送信メール', en: 'outbox' }],
  [endpoints.listSystemLogs, { ja: 'システムログ', en: 'system log' }],
  [endpoints.listSecurityEvents, { ja: 'セキュリティログ', en: 'security log' }],
  [endpoints.listRawApiLogs, { ja: '生APIログ', en: 'raw API log' }],
  [endpoints.listRawOtaServiceLogs, { ja: '生OTAサービスログ', en: 'raw OTA service log' }],
  [endpoints.listRawProxyLogs, { ja: '生プロキシログ', en: 'raw proxy log' }],
  [endpoints.getNotifications, { ja: '通知', en: 'notifications' }],
]
const wordsByKey = new Map(named.map(([endpoint, words]) => [keyOf(endpoint)[0], words]))

/** Names of the answers, each once; those without a name are counted. */
function namesOf(queries: readonly Query[], language: Language): string {
  const words = queries.map(({ queryKey }) => wordsByKey.get(queryKey[0]))
  const known = [...new Set(words.flatMap((one) => one?.[language] ?? []))]
  const others = words.filter((one) => one === undefined).length
  const rest = { ja: `ほか${others}件`, en: `${others} more` }[language]
  return [...known, ...(others > 0 ? [rest] : [])].join({ ja: '、', en: ', ' }[language])
}

export const reloadedText = defineText({
  reloaded: {
    ja: (time: string, names: string) => `${time}に読み直しました：${names}`,
    en: (time: string, names: string) => `Loaded again at ${time}: ${names}`,
  },
  failed: { ja: (names: string) => `読み直せませんでした：${names}`, en: (names: string) => `Not loaded again: ${names}` },
  names: {
    ja: (queries: readonly Query[]) => namesOf(queries, 'ja'),
    en: (queries: readonly Query[]) => namesOf(queries, 'en'),
  },
})
