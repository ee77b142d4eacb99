import { listOtaLogs } from '@simdeck/contract/ota.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { failureText } from '../../session/api/failure.ts'
import { keepRows } from '../../session/api/query-client.ts'
import { gatheredKey } from '../../session/api/query.ts'
import { Progress } from '../../ui/value/Bits.tsx'
import { TextButton } from '../../ui/form/Button.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useText } from '../../ui/words/text.ts'
import { countsByStatus } from '../campaign-counts.ts'
import { campaignText } from '../campaign-text.ts'
import { failureCauses } from './failure-causes.ts'
import type { FailureCause } from './failure-causes.ts'
import { SimLinks } from '../SimLinks.tsx'
import css from '../campaign.module.css'

const pageSize = 100
const mostLogs = 1000

type UnsuccessfulStatus = Extract<OtaStatus, 'Failed' | 'Blocked' | 'Interrupted'>

async function logsOf(campaignId: number, statuses: readonly UnsuccessfulStatus[], signal: AbortSignal): Promise<OtaLog[]> {
  const logs: OtaLog[] = []
  for (const status of statuses) {
    for (let pageIndex = 0; logs.length < mostLogs; pageIndex++) {
      const page = await call(listOtaLogs, { query: { campaignId, status, cancelled: 'false', take: pageSize, pageIndex }, signal })
      logs.push(...page.data)
      if (pageIndex + 1 >= page.totalPages) break
    }
  }
  return logs
}

const failedStatuses = ['Failed', 'Blocked'] as const
const interruptedStatuses = ['Interrupted'] as const

/**
 * Causes of the failures and interruptions in a campaign, by code and status word, each with its likely cause and the next action.
 * While the campaign is paused, interruptions are left out, because the pause is their cause.
 */
export function CampaignFailures({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  return (
    <>
      <Causes campaign={campaign} statuses={failedStatuses} title={t.why} />
      {campaign.state !== 'paused' && <Causes campaign={campaign} statuses={interruptedStatuses} title={t.whyInterrupted} />}
    </>
  )
}

function Causes({ campaign, statuses, title }: { campaign: Campaign; statuses: readonly UnsuccessfulStatus[]; title: string }) {
  const t = useText(campaignText)
  const counts = countsByStatus(campaign)
  const failed = statuses.reduce((sum, status) => sum + counts[status], 0)
  const logs = useQuery({
    queryKey: gatheredKey(listOtaLogs, campaign.id, statuses, failed),
    queryFn: ({ signal }) => logsOf(campaign.id, statuses, signal),
    enabled: failed > 0,
    ...keepRows,
  })
  if (failed === 0) return null
  const causes = failureCauses(logs.data ?? [])
  const most = causes[0]?.sims.length ?? 0
  return (
    <Section
      title={title}
      note={`${t.sims(formatNumber(failed))}${logs.data && logs.data.length >= mostLogs ? ` · ${t.firstLogs(formatNumber(mostLogs))}` : ''}`}
    >
      {logs.isError && <ErrorNote message={failureText(logs.error)} onRetry={() => void logs.refetch()} />}
      {logs.isPending && (
        <div aria-busy="true">
          <Skeleton width={480} />
        </div>
      )}
      {causes.length > 0 && (
        <div className={css.wrap}>
          <table className={css.causes}>
            <thead>
              <tr>
                <th scope="col">{t.cause}</th>
                <th scope="col">{t.code}</th>
                <th scope="col" className={css.count}>
                  {t.simCount}
                </th>
                <td className={css.share} />
                <th scope="col" colSpan={2} className={css.wide}>
                  {t.next}
                </th>
              </tr>
            </thead>
            <tbody>
              {causes.map((cause) => (
                <CauseRow key={cause.key} cause={cause} most={most} tone={statuses === failedStatuses ? 'failed' : 'interrupted'} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function CauseRow({ cause, most, tone }: { cause: FailureCause; most: number; tone: 'failed' | 'interrupted' }) {
  const t = useText(campaignText)
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const meaning = cause.meaning[language]
  const count = cause.sims.length
  return (
    <>
      <tr>
        <td>
          {meaning}
          {cause.likelyCause && <span className={css.likely}>{cause.likelyCause[language]}</span>}
        </td>
        <td className={css.code}>{cause.code ?? '—'}</td>
        <td className={css.count}>{t.sims(formatNumber(count))}</td>
        <td className={css.share}>
          <Progress label={meaning} done={count} total={most} tone={tone} />
        </td>
        <td className={css.soft}>{cause.nextAction[language]}</td>
        <td>
          <TextButton aria-expanded={open} aria-label={t.listOf(open ? t.close : t.list, meaning)} onClick={() => setOpen(!open)}>
            {open ? t.close : t.list}
          </TextButton>
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={6} className={css.wide}>
            <SimLinks sims={cause.sims.map(({ sim_id: id, ...sim }) => ({ id, ...sim }))} count={count} />
          </td>
        </tr>
      )}
    </>
  )
}
