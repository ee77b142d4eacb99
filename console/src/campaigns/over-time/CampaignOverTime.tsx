import type { Campaign } from '@simdeck/contract/ota.ts'
import { lazy, Suspense, useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { TextButton } from '../../ui/form/Button.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import chartCss from '../../ui/value/chart.module.css'
import { BlockedGlyph, FailedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { overTimeText } from './over-time-text.ts'
import { stepsOf, withAxis } from './steps.ts'
import type { Step } from './steps.ts'
import { useCampaignResults } from './use-results.ts'
import css from './over-time.module.css'

const OverTimeChart = lazy(async () => ({ default: (await import('./OverTimeChart.tsx')).OverTimeChart }))

/** Succeeded, failed and blocked SIMs of a campaign over time, as a chart or as a table. A campaign without results has none. */
export function CampaignOverTime({ campaign }: { campaign: Campaign }) {
  const t = useText(overTimeText)
  const { data, error, refetch } = useCampaignResults(campaign)
  const [isTable, setIsTable] = useState(false)
  const steps = data ? stepsOf(data) : []
  if (error && !data) return <ErrorNote message={failureText(error)} onRetry={() => void refetch()} />
  if (!data || steps.length === 0) return null
  const hasBlocked = steps.some(({ blocked }) => blocked > 0)
  const limit = campaign.rollout?.maxFailedPercent ?? null
  return (
    <Section
      title={t.title(data.stepMinutes)}
      end={
        <span className={css.legend}>
          <Status tone="succeeded" glyph={<SucceededGlyph />} quiet>
            {t.succeeded}
          </Status>
          <Status tone="failed" glyph={<FailedGlyph />} quiet>
            {t.failed}
          </Status>
          {hasBlocked && (
            <Status tone="blocked" glyph={<BlockedGlyph />} quiet>
              {t.blocked}
            </Status>
          )}
          <TextButton aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? t.asChart : t.asTable}
          </TextButton>
        </span>
      }
    >
      {isTable ? (
        <StepTable steps={steps} hasWaves={campaign.waves.length > 1} />
      ) : (
        <Suspense fallback={<div className={`${css.chart} ${css.loading}`} />}>
          <OverTimeChart steps={withAxis(steps, data.stepMinutes)} waves={campaign.waves} limit={limit} />
        </Suspense>
      )}
    </Section>
  )
}

/** The figures of the chart, newest first. */
function StepTable({ steps, hasWaves }: { steps: readonly Step[]; hasWaves: boolean }) {
  const hasBlocked = steps.some(({ blocked }) => blocked > 0)
  const t = useText(overTimeText)
  return (
    <div className={chartCss.tableWrap} tabIndex={0} role="region" aria-label={t.asTable}>
      <table className={chartCss.table}>
        <thead>
          <tr>
            <th scope="col">{t.time}</th>
            <th scope="col">{t.succeeded}</th>
            <th scope="col">{t.failed}</th>
            {hasBlocked && <th scope="col">{t.blocked}</th>}
            <th scope="col">{t.share}</th>
          </tr>
        </thead>
        <tbody>
          {steps.toReversed().map(({ at, succeeded, failed, blocked, failedPercent, wave }) => (
            <tr key={at}>
              <th scope="row">
                <Time at={at} />
                {hasWaves && ` ${t.wave(wave)}`}
              </th>
              <td>{formatNumber(succeeded)}</td>
              <td>{formatNumber(failed)}</td>
              {hasBlocked && <td>{formatNumber(blocked)}</td>}
              <td>{failedPercent === null ? <None /> : `${failedPercent.toFixed(1)}%`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
