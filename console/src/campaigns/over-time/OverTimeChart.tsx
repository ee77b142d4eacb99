import type { CampaignWave } from '@simdeck/contract/ota.ts'
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import chartCss from '../../ui/value/chart.module.css'
import { formatDay, formatHourMinute, formatMoment } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { overTimeText } from './over-time-text.ts'
import { releasesIn } from './steps.ts'
import type { Step } from './steps.ts'
import css from './over-time.module.css'

const dayMs = 86_400_000
const margin = { top: 6, right: 0, bottom: 0, left: 0 }
const axisWidth = 52

interface OverTimeChartProps {
  steps: readonly Step[]
  waves: readonly CampaignWave[]
  /** The limit of failures in percent; null for none. */
  limit: number | null
}

/**
 * Three charts over one axis of time: successes, failures with blocked SIMs, and the share of failures with its limit. Lines mark the release of each wave.
 */
export function OverTimeChart({ steps, waves, limit }: OverTimeChartProps) {
  useZone()
  const t = useText(overTimeText)
  const data = [...steps]
  // A line needs two points.
  const isSingle = steps.filter(({ failedPercent }) => failedPercent !== null).length === 1
  const [first, last] = [steps[0]?.at ?? 0, steps.at(-1)?.at ?? 0]
  const tick = last - first > dayMs ? formatDay : formatHourMinute
  const releases = releasesIn(steps, waves)
  const marks = releases.map(({ wave, at }) => <ReferenceLine key={wave} x={at} stroke="var(--sd-line-2)" strokeDasharray="2 3" />)
  const grid = <CartesianGrid vertical={false} stroke="var(--sd-chart-grid)" />
  const axisOf = (hidden: boolean) => (
    <XAxis
      dataKey="at"
      // The three charts have one axis: every step has a band of the same width.
      scale="band"
      hide={hidden}
      tickFormatter={(at: number) => tick(at)}
      minTickGap={48}
      tickLine={false}
      axisLine={{ stroke: 'var(--sd-chart-grid)' }}
      tick={{ fill: 'var(--sd-text-3)', fontSize: 12 }}
    />
  )
  const countAxis = (count: number) => (
    <YAxis
      orientation="right"
      width={axisWidth}
      allowDecimals={false}
      tickCount={count}
      tickLine={false}
      axisLine={false}
      tickFormatter={(value: number) => formatNumber(value)}
      tick={{ fill: 'var(--sd-text-3)', fontSize: 12 }}
    />
  )
  const hidden = <Tooltip content={() => null} cursor={{ stroke: 'var(--sd-line-2)', fill: 'transparent' }} isAnimationActive={false} />
  return (
    <div className={css.chart}>
      <div className={css.releases}>
        {releases.map(({ wave, at }) => (
          <span key={wave}>
            {t.wave(wave)} {formatMoment(at)}
          </span>
        ))}
      </div>
      <div role="group" aria-label={t.successes} className={css.band} style={{ height: 104 }}>
        <ResponsiveContainer>
          <AreaChart data={data} syncId="over-time" margin={margin} accessibilityLayer>
            {grid}
            {axisOf(true)}
            {countAxis(3)}
            {marks}
            <Tooltip
              isAnimationActive={false}
              content={({ active, payload }) => (active ? <StepWords step={payload[0]?.payload as Step | undefined} /> : null)}
            />
            <Area
              dataKey="succeeded"
              name={t.succeeded}
              type="step"
              stroke="var(--sd-succeeded-solid)"
              fill="var(--sd-succeeded-bg)"
              fillOpacity={1}
              dot={false}
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <div role="group" aria-label={t.failures} className={css.band} style={{ height: 52 }}>
        <ResponsiveContainer>
          <BarChart data={data} syncId="over-time" margin={margin} accessibilityLayer>
            {axisOf(true)}
            {countAxis(2)}
            {marks}
            {hidden}
            <Bar dataKey="failed" stackId="ended" name={t.failed} fill="var(--sd-failed-solid)" maxBarSize={14} isAnimationActive={false} />
            <Bar
              dataKey="blocked"
              stackId="ended"
              name={t.blocked}
              fill="var(--sd-blocked-solid)"
              maxBarSize={14}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <div role="group" aria-label={t.share} className={css.band} style={{ height: 84 }}>
        <ResponsiveContainer>
          <LineChart data={data} syncId="over-time" margin={margin} accessibilityLayer>
            {axisOf(false)}
            <YAxis
              orientation="right"
              width={axisWidth}
              domain={[0, (highest: number) => Math.max(highest, (limit ?? 0) * 1.25, 1)]}
              tickCount={2}
              tickLine={false}
              axisLine={false}
              tickFormatter={(value: number) => `${Math.round(value * 10) / 10}%`}
              tick={{ fill: 'var(--sd-text-3)', fontSize: 12 }}
            />
            {marks}
            {hidden}
            {limit !== null && <ReferenceLine y={limit} stroke="var(--sd-failed-solid)" strokeDasharray="4 4" />}
            <Line dataKey="failedPercent" name={t.share} stroke="var(--sd-text-2)" dot={isSingle} isAnimationActive={false} />
          </LineChart>
        </ResponsiveContainer>
      </div>
      <p className={css.note}>
        {t.share}
        {limit !== null && ` · ${t.limit(String(limit))}`}
      </p>
    </div>
  )
}

function StepWords({ step }: { step: Step | undefined }) {
  const t = useText(overTimeText)
  if (!step) return null
  return (
    <div className={chartCss.tooltip}>
      <b>{formatMoment(step.at)}</b>
      <span>
        {t.succeeded} {formatNumber(step.succeeded)}
      </span>
      <span>
        {t.failed} {formatNumber(step.failed)}
      </span>
      {step.blocked > 0 && (
        <span>
          {t.blocked} {formatNumber(step.blocked)}
        </span>
      )}
      {step.failedPercent !== null && (
        <span>
          {t.share} {step.failedPercent.toFixed(1)}%
        </span>
      )}
    </div>
  )
}
