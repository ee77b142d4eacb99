import { pollDelayGoalMs } from '@simdeck/contract/dashboard.ts'
import type { Dashboard, DashboardPoint } from '@simdeck/contract/dashboard.ts'
import { Link } from '@tanstack/react-router'
import { failureText } from '../../session/api/failure.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { None } from '../../ui/value/None.tsx'
import { formatNumber, formatPercent } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { formatMoment } from '../../ui/words/clock.ts'
import { useZone } from '../../ui/words/zone.ts'
import { FigureCard } from '../charts/FigureCard.tsx'
import { periodText } from '../overview-text.ts'
import type { Period } from '../period.ts'
import { useSeries } from '../use-overview.ts'
import figures from '../charts/figure.module.css'
import { FleetShares } from './FleetShares.tsx'
import { fleetText } from './fleet-text.ts'
import css from './fleet.module.css'
import { pointsOf } from './series.ts'
import type { Series } from './series.ts'

type Fleet = NonNullable<Dashboard['fleet']>

const goalSeconds = pollDelayGoalMs / 1000
const inSeconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000)
/** A time that is shorter than the last digit is not shown as nothing. */
const secondsText = (seconds: number): string => (seconds > 0 && seconds < 0.001 ? '< 0.001' : seconds.toFixed(seconds < 0.1 ? 3 : 2))
const percentText = (percent: number): string => `${percent.toFixed(1)}%`
const countText = (value: number): string => formatNumber(Math.round(value))

const online = ({ online }: DashboardPoint): number | null => online
const expected = ({ expected }: DashboardPoint): number | null => expected

/** The fleet: SIMs online against those expected, polls and delay over the period, and its shares now. */
export function FleetSection({ fleet, period }: { fleet: Fleet; period: Period }) {
  useZone()
  const t = useText(fleetText)
  const periods = useText(periodText)
  const chosen = useSeries(period)
  // Beside the chosen period there is always the week, or the day beside the week.
  const beside = 'back' in period && period.back === '7d' ? '24h' : '7d'
  const second = useSeries({ back: beside })
  const span = 'back' in period ? periods[period.back] : `${formatMoment(period.start)} – ${formatMoment(period.end)}`
  const failed = chosen.error ?? second.error
  return (
    <Section
      title={t.title}
      note={t.sims(formatNumber(fleet.sims))}
      end={
        <span className={css.legend}>
          <span className={css.key}>{t.on}</span>
          <span className={css.key} data-dashed>
            {t.expected}
          </span>
        </span>
      }
    >
      {failed && (
        <div className={css.failed}>
          <ErrorNote message={failureText(failed)} onRetry={() => void Promise.all([chosen.refetch(), second.refetch()])} />
        </div>
      )}
      <div className={figures.figures}>
        <FigureCard name={t.online} span={span} file="sims_online" {...figureOf(chosen.data, online, expected)} format={countText} wide>
          <OnlineNow fleet={fleet} />
        </FigureCard>
        <FigureCard
          name={t.online}
          span={periods[beside]}
          file={`sims_online_${beside}`}
          {...figureOf(second.data, online, expected)}
          format={countText}
        >
          {fleet.weekOnlinePercent === null ? <None /> : <b>{percentText(fleet.weekOnlinePercent)}</b>}
          {t.mean}
        </FigureCard>
        <FigureCard
          name={t.polls}
          span={span}
          file="polls_per_minute"
          {...figureOf(chosen.data, ({ pollsPerMinute }) => pollsPerMinute)}
          format={countText}
        >
          {fleet.pollsPerMinute === null ? <None /> : <b>{countText(fleet.pollsPerMinute)}</b>}
          {t.perMinute}
        </FigureCard>
        <FigureCard
          name={t.delay}
          span={span}
          file="poll_delay_p95"
          {...figureOf(chosen.data, ({ delayP95Ms }) => inSeconds(delayP95Ms))}
          format={secondsText}
          limit={goalSeconds}
        >
          {fleet.delayP95Ms === null ? <None /> : <b>{secondsText(fleet.delayP95Ms / 1000)}</b>}
          {t.seconds(goalSeconds)}
        </FigureCard>
      </div>
      <FleetShares fleet={fleet} />
    </Section>
  )
}

type ValueOf = (point: DashboardPoint) => number | null

function figureOf(series: Series | undefined, ...values: [ValueOf, ValueOf?]) {
  if (!series) return { points: null, from: 0, until: 0 }
  return { points: pointsOf(series, ...values), from: Date.parse(series.from), until: Date.parse(series.until) }
}

function OnlineNow({ fleet }: { fleet: Fleet }) {
  const t = useText(fleetText)
  const { late, silent, filters } = fleet
  const gap = late + silent
  return (
    <>
      <b>
        <Link to="/" search={filters.online}>
          {formatNumber(fleet.online)}
        </Link>
      </b>
      <span>{t.ofExpected(formatNumber(fleet.expected))}</span>
      {fleet.expected > 0 && <span className={css.percent}>{formatPercent(fleet.online, fleet.expected, 1)}</span>}
      {gap > 0 && (
        <span className={css.gap}>
          {t.gap(formatNumber(gap))}
          <Link to="/" search={filters.late}>
            {t.late(formatNumber(late))}
          </Link>
          {t.between}
          <Link to="/" search={filters.silent}>
            {t.silent(formatNumber(silent))}
          </Link>
          {t.end}
        </span>
      )}
    </>
  )
}
