import { listOtaLogs } from '@simdeck/contract/ota.ts'
import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../session/api.ts'
import { failureText } from '../session/failure.ts'
import { keepRows } from '../session/query-client.ts'
import { Progress } from '../ui/Bits.tsx'
import { TextButton } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorState.tsx'
import { useLanguage } from '../ui/language.ts'
import { formatNumber } from '../ui/numbers.ts'
import { Section } from '../ui/Page.tsx'
import { useText } from '../ui/text.ts'
import { campaignText } from './campaign-text.ts'
import { failureCauses } from './failure-causes.ts'
import type { FailureCause } from './failure-causes.ts'
import { SimLinks } from './SimLinks.tsx'
import css from './campaign.module.css'

const pageSize = 100
const mostLogs = 1000

async function failedLogs(campaignId: number, signal: AbortSignal): Promise<OtaLog[]> {
  const logs: OtaLog[] = []
  for (const status of ['Failed', 'Blocked'] as const) {
    for (let pageIndex = 0; logs.length < mostLogs; pageIndex++) {
      const page = await call(listOtaLogs, { query: { campaignId, status, take: pageSize, pageIndex }, signal })
      logs.push(...page.data)
      if (pageIndex + 1 >= page.totalPages) break
    }
  }
  return logs
}

/** Why SIMs of a campaign failed: by code and by what the card answered, with what to do next. */
export function CampaignFailures({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const failed = campaign.counts.Failed + campaign.counts.Blocked
  const logs = useQuery({
    queryKey: ['campaign-failures', campaign.id, failed],
    queryFn: ({ signal }) => failedLogs(campaign.id, signal),
    enabled: failed > 0,
    ...keepRows,
  })
  if (failed === 0) return null
  const causes = failureCauses(logs.data ?? [])
  const most = causes[0]?.sims.length ?? 0
  return (
    <Section
      title={t.why}
      note={`${t.sims(formatNumber(failed))}${logs.data && logs.data.length >= mostLogs ? ` · ${t.firstLogs(formatNumber(mostLogs))}` : ''}`}
    >
      {logs.isError && <ErrorNote message={failureText(logs.error)} onRetry={() => void logs.refetch()} />}
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
                <CauseRow key={cause.key} cause={cause} most={most} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function CauseRow({ cause, most }: { cause: FailureCause; most: number }) {
  const t = useText(campaignText)
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const meaning = cause.meaning[language]
  const count = cause.sims.length
  return (
    <>
      <tr>
        <td>{meaning}</td>
        <td className={css.code}>{cause.code ?? '—'}</td>
        <td className={css.count}>{t.sims(formatNumber(count))}</td>
        <td className={css.share}>
          <Progress label={meaning} done={count} total={most} tone="failed" />
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
