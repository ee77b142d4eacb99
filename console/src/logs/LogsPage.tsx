import type { LogName, LogOverview } from '@simdeck/contract/logs.ts'
import { todayCap } from '@simdeck/contract/logs.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { MayButton } from '../session/MayButton.tsx'
import { useSettings } from '../session/settings.ts'
import { QueryContent } from '../settings/QueryContent.tsx'
import { Page } from '../ui/frame/Page.tsx'
import { None } from '../ui/value/None.tsx'
import { formatDay, formatMoment, useNow } from '../ui/words/clock.ts'
import { formatBytes, formatNumber } from '../ui/words/numbers.ts'
import { defineText, useText } from '../ui/words/text.ts'
import { useZone } from '../ui/words/zone.ts'
import { ForwardingSection } from './forwarding/ForwardingSection.tsx'
import { logText } from './log-text.ts'
import css from './logs.module.css'
import { useLogs } from './screen/use-kept.ts'
import { ChainResult, VerifyButton } from './system/VerifyChain.tsx'

const text = defineText({
  log: { ja: 'ログ', en: 'Log' },
  otaPart: { ja: 'OTA APIの呼び出しだけを見る（生OTA APIログ）', en: 'Only calls of the OTA API (raw OTA API log)' },
  today: { ja: '今日', en: 'Today' },
  records: { ja: '記録数', en: 'Records' },
  size: { ja: '容量', en: 'Size' },
  kept: { ja: '保存期間', en: 'Kept' },
  oldest: { ja: '最も古い記録', en: 'Oldest' },
  total: { ja: '合計', en: 'Total' },
  days: { ja: (n: string) => `${n}日`, en: (n: string) => `${n} days` },
  always: { ja: '期限なし', en: 'No limit' },
  about: { ja: (n: string) => `約${n}`, en: (n: string) => `about ${n}` },
  orMore: { ja: (n: string) => `${n}以上`, en: (n: string) => `${n}+` },
  retention: { ja: '保存期間と本文の記録', en: 'Retention and bodies' },
  bodies: { ja: '本文の記録', en: 'Bodies' },
  bodiesOff: {
    ja: '生APIログの本文は記録していません。記録するときは終了日時が必要です。',
    en: 'The raw API log records no bodies. To record them, an end is needed.',
  },
  bodiesOn: {
    ja: (at: string) => `${at}まで、生APIログに本文を記録しています。`,
    en: (at: string) => `The raw API log records bodies until ${at}.`,
  },
  chain: { ja: '改ざんの確認', en: 'Chain' },
  chainWords: {
    ja: 'システムログの記録は前の記録とつながっています。途切れや改ざんがないことを検証できます。',
    en: 'Each record of the system log is linked to the one before. The check finds a gap or a change.',
  },
})

const pages = {
  system: '/logs/system-log',
  security: '/logs/security-log',
  rawApi: '/logs/raw-api-log',
  rawProxy: '/logs/raw-proxy-log',
  rawOtaService: '/logs/raw-ota-service-log',
} as const satisfies Record<LogName, string>

const RetentionDialog = lazy(async () => ({ default: (await import('./RetentionDialog.tsx')).RetentionDialog }))

/** Entry page of the logs: what each log is, how much it holds and how long it is kept. */
export function LogsPage() {
  const t = useText(text)
  const [editing, setEditing] = useState(false)
  const logs = useText(logText)
  const result = useLogs()
  return (
    <Page
      title={logs.logs}
      actions={
        <MayButton permission="SETTING_PASSWORD_SECURITY" onClick={() => setEditing(true)}>
          {t.retention}
        </MayButton>
      }
    >
      {editing && (
        <Suspense>
          <RetentionDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
      <QueryContent query={result}>{(list) => <Logs list={list} />}</QueryContent>
    </Page>
  )
}

function Logs({ list }: { list: readonly LogOverview[] }) {
  useZone()
  const t = useText(text)
  const largest = Math.max(1, ...list.map(({ bytes }) => bytes))
  const sum = (of: (log: LogOverview) => number): number => list.reduce((total, log) => total + of(log), 0)
  return (
    <>
      <table className={css.logs}>
        <thead>
          <tr>
            <th scope="col">{t.log}</th>
            <th scope="col">{t.today}</th>
            <th scope="col">{t.records}</th>
            <th scope="col">{t.size}</th>
            <th scope="col">{t.kept}</th>
            <th scope="col">{t.oldest}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((log) => (
            <LogRow key={log.name} log={log} share={log.bytes / largest} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t.total}</th>
            <td data-name={t.today}>{formatNumber(sum(({ today }) => today))}</td>
            <td data-name={t.records}>
              {list.some(({ estimated }) => estimated)
                ? t.about(formatNumber(sum(({ rows }) => rows)))
                : formatNumber(sum(({ rows }) => rows))}
            </td>
            <td data-name={t.size}>{formatBytes(sum(({ bytes }) => bytes))}</td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
      <div className={css.below}>
        <section className={css.chain}>
          <div className={css.chainHead}>
            <h2>{t.chain}</h2>
            <VerifyButton />
          </div>
          <p>{t.chainWords}</p>
          <ChainResult />
        </section>
        {list.some(({ name }) => name === 'rawApi') && <Bodies />}
        {list.some(({ name }) => name === 'security') && <ForwardingSection />}
      </div>
    </>
  )
}

function LogRow({ log: { name, today, rows, estimated, bytes, kept_days: days, oldest }, share }: { log: LogOverview; share: number }) {
  const t = useText(text)
  const logs = useText(logText)
  return (
    <tr>
      <th scope="row">
        <Link to={pages[name]}>{logs[name]}</Link>
        <small>{logs[`${name}Words`]}</small>
        {name === 'rawApi' && (
          <small>
            <Link to="/logs/raw-ota-api-log">{t.otaPart}</Link>
          </small>
        )}
      </th>
      <td data-name={t.today}>{today >= todayCap ? t.orMore(formatNumber(today)) : formatNumber(today)}</td>
      <td data-name={t.records}>{estimated ? t.about(formatNumber(rows)) : formatNumber(rows)}</td>
      <td data-name={t.size}>
        {formatBytes(bytes)}
        <span className={css.bar} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      </td>
      <td data-name={t.kept} className={css.words}>
        {days === null ? t.always : t.days(formatNumber(days))}
      </td>
      <td data-name={t.oldest} className={css.words}>
        {oldest === null ? <None /> : formatDay(oldest)}
      </td>
    </tr>
  )
}

/** Tells if bodies are recorded, and until when. */
function Bodies() {
  useZone()
  const t = useText(text)
  const nowMs = useNow()
  const until = useSettings(({ values }) => values.system_log_bodies_until ?? '')
  const recording = until !== '' && Date.parse(until) > nowMs
  return (
    <section className={css.chain}>
      <div className={css.chainHead}>
        <h2>{t.bodies}</h2>
      </div>
      <p>{recording ? t.bodiesOn(formatMoment(until)) : t.bodiesOff}</p>
    </section>
  )
}
