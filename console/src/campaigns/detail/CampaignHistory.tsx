import { getCampaignHistory } from '@simdeck/contract/campaign-report.ts'
import type { CampaignChange, LimitChange } from '@simdeck/contract/campaign-report.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refresh, queryOf } from '../../session/api/query.ts'
import { useMay } from '../../session/use-me.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatBytes, formatNumber } from '../../ui/words/numbers.ts'
import { defineText, useText } from '../../ui/words/text.ts'
import css from '../campaign.module.css'

const text = defineText({
  title: { ja: '経過', en: 'What happened' },
  wave: { ja: (n: number) => `第${n}段階を開始`, en: (n: number) => `Wave ${n} released` },
  newLimit: { ja: (limit: number) => `、失敗率の上限${limit}%`, en: (limit: number) => `, limit of failures ${limit}%` },
  changed: {
    ja: (name: string, from: string, to: string) => `、${name} ${from} → ${to}`,
    en: (name: string, from: string, to: string) => `, ${name} ${from} → ${to}`,
  },
  failures: {
    ja: (wave: number, failed: string, ended: string) => `：第${wave}段階の${ended}台のうち${failed}台が失敗`,
    en: (wave: number, failed: string, ended: string) => `: ${failed} of ${ended} SIMs of wave ${wave} failed`,
  },
  octets: { ja: (used: string, budget: string) => `：${used} / ${budget}`, en: (used: string, budget: string) => `: ${used} of ${budget}` },
  none: { ja: '制限なし', en: 'no limit' },
  sims: { ja: (n: string) => `（${n}台）`, en: (n: string) => (n === '1' ? ' (1 SIM)' : ` (${n} SIMs)`) },
  by: { ja: (name: string) => `（${name}）`, en: (name: string) => ` by ${name}` },
  itself: { ja: '（自動）', en: ' by itself' },
})

const changeWords: Readonly<Record<Exclude<CampaignChange, 'wave' | 'release'>, Words>> = {
  start: { ja: '作成', en: 'Created' },
  ask: { ja: '作成、承認を依頼', en: 'Created, approval asked' },
  approve: { ja: '承認', en: 'Approved' },
  reject: { ja: '差し戻し', en: 'Rejected' },
  withdraw: { ja: '依頼の取り下げ', en: 'Request withdrawn' },
  expire: { ja: '期限までに承認されず終了', en: 'Ended: not approved in time' },
  pause: { ja: '一時停止', en: 'Paused' },
  resume: { ja: '再開', en: 'Resumed' },
  change: { ja: '設定の変更', en: 'Changed' },
  retryNow: { ja: '待たずに再試行', en: 'Tried again without a wait' },
  cancel: { ja: '取り消し', en: 'Cancelled' },
  rollback: { ja: 'ロールバックを開始', en: 'Rollback started' },
  archive: { ja: 'アーカイブ', en: 'Archived' },
  moveBack: { ja: 'アーカイブから一覧へ', en: 'Moved back from the archive' },
  pauseByFailures: { ja: '一時停止', en: 'Paused' },
  pauseByOctets: { ja: '通信量の上限で一時停止', en: 'Paused at its budget of octets' },
  pauseByWindow: { ja: '時間帯の外のため一時停止', en: 'Paused outside its hours' },
  resumeByWindow: { ja: '時間帯に入り再開', en: 'Resumed within its hours' },
  end: { ja: '終了日時になり、待機中のSIMを取り消し', en: 'Ended at its time; SIMs that waited are cancelled' },
}

const limitWords: Readonly<Record<LimitChange['name'], Words>> = {
  retries: { ja: '再試行の回数', en: 'retries' },
  maxAtOnce: { ja: '同時に実行する台数', en: 'SIMs at once' },
  maxPerCell: { ja: '1セルの同時実行台数', en: 'SIMs at once per cell' },
  maxFailedPercent: { ja: '失敗率の上限（%）', en: 'limit of failures (%)' },
  octetsInAll: { ja: '全体の通信量の上限', en: 'octets in all' },
}

type Entry = ResponseOf<typeof getCampaignHistory>[number]

/** Changes of a campaign with their authors, for members who may read the action log. */
export function CampaignHistory({ campaign }: { campaign: Campaign }) {
  const t = useText(text)
  const may = useMay('LOGS_SYSTEM_LOG')
  const { id, state, waves, archivedAt, rollout } = campaign
  const params = { id }
  const { data } = useQuery({ ...queryOf(getCampaignHistory, { params }), enabled: may })
  const changed = JSON.stringify([state, waves.map(({ releasedAt }) => releasedAt), archivedAt, rollout])
  useEffect(() => {
    void refresh(getCampaignHistory, { params: { id } })
  }, [id, changed])
  if (!may || !data) return null
  return (
    <Section title={t.title}>
      <ol className={css.history}>
        {data.map((entry) => (
          <li key={`${entry.at} ${entry.change}`}>
            <Time at={entry.at} />
            <span>
              <EntryWords entry={entry} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function EntryWords({
  entry: { change, by, email, wave, maxFailedPercent, sims, limits, failed, ended, octets, budget },
}: {
  entry: Entry
}) {
  const t = useText(text)
  const language = useLanguage()
  const limitOf = (name: LimitChange['name'], value: number | null): string =>
    value === null ? t.none : name === 'octetsInAll' ? formatBytes(value) : formatNumber(value)
  const what =
    change === 'wave' || change === 'release'
      ? wave === null
        ? { ja: '次の段階を開始', en: 'Next wave released' }[language]
        : t.wave(wave)
      : changeWords[change][language]
  return (
    <>
      {what}
      {limits.map(({ name, from, to }) => t.changed(limitWords[name][language], limitOf(name, from), limitOf(name, to)))}
      {maxFailedPercent !== null && limits.length === 0 && t.newLimit(maxFailedPercent)}
      {change === 'pauseByFailures' && t.failures(wave ?? 1, formatNumber(failed ?? 0), formatNumber(ended ?? 0))}
      {octets !== null && budget !== null && t.octets(formatBytes(octets), formatBytes(budget))}
      {sims !== null && t.sims(formatNumber(sims))}
      <span className={css.soft} title={email ?? undefined}>
        {by === null ? t.itself : by !== '' && t.by(by)}
      </span>
    </>
  )
}
