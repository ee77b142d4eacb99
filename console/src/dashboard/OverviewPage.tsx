import type { Dashboard } from '@simdeck/contract/dashboard.ts'
import { IconMaximize } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import clsx from 'clsx'
import { useState } from 'react'
import { failureText } from '../session/api/failure.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorNote, ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Button, TextButton } from '../ui/form/Button.tsx'
import { useKeptFocus } from '../ui/form/kept-focus.ts'
import { Columns, Page } from '../ui/frame/Page.tsx'
import { Kbd } from '../ui/value/Bits.tsx'
import { formatHourMinute, formatMoment, useNow } from '../ui/words/clock.ts'
import { useText } from '../ui/words/text.ts'
import { useZone } from '../ui/words/zone.ts'
import { AttentionList } from './attention/AttentionList.tsx'
import { OpenCampaigns } from './campaigns/OpenCampaigns.tsx'
import { Changes } from './Changes.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { firstStepsText } from './first-steps-text.ts'
import { FleetSection } from './fleet/FleetSection.tsx'
import { overviewText } from './overview-text.ts'
import css from './overview.module.css'
import { PeriodPicker } from './PeriodPicker.tsx'
import { periodIn, queryOfPeriod } from './period.ts'
import type { Period } from './period.ts'
import { ServiceState } from './ServiceState.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useOverview } from './use-overview.ts'

/** Screen of the state of the installation: what needs attention, the fleet, the campaigns and the last changes, live. */
export function OverviewPage() {
  const t = useText(overviewText)
  const { data, error, refetch } = useOverview()
  const period = periodIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const wall = useFullScreen()
  const [skipped, setSkipped] = useState(false)
  const steps = data?.firstSteps ?? null
  const isNew = steps !== null && !skipped
  const choose = (next: Period): void =>
    void navigate({ to: '/dashboard', search: 'back' in next && next.back === '24h' ? {} : queryOfPeriod(next), replace: true })
  const retry = (): void => void refetch()
  const [focus, content] = [useKeptFocus(), useKeptFocus()]
  const controls = wall.on ? (
    <div className={css.part} {...focus}>
      <WallClock />
      <Button onClick={wall.leave} end={<Kbd>Esc</Kbd>}>
        {t.leaveFullScreen}
      </Button>
    </div>
  ) : (
    <div className={css.part} {...focus}>
      <PeriodPicker value={period} onChange={choose} />
      {wall.enter && (
        <Button icon={<IconMaximize size={16} />} className={css.enter} onClick={wall.enter}>
          {t.fullScreen}
        </Button>
      )}
    </div>
  )
  return (
    <Page title={t.title} beside={data && !isNew && <Updated at={data.updatedAt} />} actions={data && !isNew && controls}>
      {data ? (
        <div className={css.part} {...content}>
          {error && (
            <div className={css.note}>
              <ErrorNote message={failureText(error)} onRetry={retry} />
            </div>
          )}
          {isNew ? (
            <FirstSteps steps={steps} onSkip={() => setSkipped(true)} />
          ) : (
            <Content overview={data} period={period} isWall={wall.on} onSteps={steps && (() => setSkipped(false))} />
          )}
        </div>
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

interface ContentProps {
  overview: Dashboard
  period: Period
  /** True for the whole screen of a wall: without controls and without what only a person at the screen needs. */
  isWall: boolean
  /** Shows the first steps again; null for an installation in use. */
  onSteps: (() => void) | null
}

function Content({ overview: { attention, fleet, campaigns, changes, service }, period, isWall, onSteps }: ContentProps) {
  const t = useText(overviewText)
  const first = useText(firstStepsText)
  const main = (
    <>
      <AttentionList items={attention} readOnly={isWall} />
      {fleet ? <FleetSection fleet={fleet} period={period} /> : <EmptyState title={t.notYet}>{t.notYetWords}</EmptyState>}
      {campaigns && !isWall && <OpenCampaigns campaigns={campaigns} />}
    </>
  )
  if (isWall) return <div className={clsx(css.columns, css.wall)}>{main}</div>
  return (
    <>
      {onSteps && (
        <div className={css.note}>
          <TextButton onClick={onSteps}>{first.showSteps}</TextButton>
        </div>
      )}
      <div className={css.columns}>
        <Columns
          rail={
            <>
              <ServiceState service={service} />
              {changes && <Changes changes={changes} />}
            </>
          }
        >
          {main}
        </Columns>
      </div>
    </>
  )
}

const lateMs = 3 * 60_000

/** The time of the figures. Figures that are not renewed are marked as old. */
function Updated({ at }: { at: string | null }) {
  useZone()
  const t = useText(overviewText)
  const now = useNow()
  if (at === null) return null
  const isLate = now - Date.parse(at) > lateMs
  return (
    <span className={clsx(css.updated, isLate && css.late)}>{isLate ? t.asOf(formatMoment(at)) : t.updated(formatHourMinute(at))}</span>
  )
}

function WallClock() {
  useZone()
  return <span className={css.clock}>{formatMoment(useNow())}</span>
}

function Loading() {
  return (
    <div className={css.loading} aria-busy="true">
      {[220, 560, 480, 520, 300].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
