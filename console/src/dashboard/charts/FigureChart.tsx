import { Area, CartesianGrid, ComposedChart, Line, ReferenceDot, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import chartCss from '../../ui/value/chart.module.css'
import { formatDay, formatHourMinute, formatMoment } from '../../ui/words/clock.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { chartsText } from './charts-text.ts'
import { lastPoint, roundValues, scaleOf, shortNumber, tickStyle, ticksBetween } from './figure.ts'
import type { FigurePoint } from './figure.ts'

const margin = { top: 6, right: 0, bottom: 0, left: 0 }
const axisWidth = 46
const letters = { fill: 'var(--sd-text-3)', fontSize: 11 }

interface FigureChartProps {
  name: string
  points: readonly FigurePoint[]
  /** The ends of the axis of time. */
  from: number
  until: number
  format: (value: number) => string
  /** A value that the figure should not exceed. */
  limit?: number | null
  /** True for a chart with room for more moments, and with its area filled. */
  wide?: boolean
}

/** A figure over time as a line, with its expected values dashed. */
export function FigureChart({ name, points, from, until, format, limit = null, wide = false }: FigureChartProps) {
  useZone()
  const last = lastPoint(points)
  const scale = scaleOf(points, limit)
  const hasExpected = points.some(({ expected }) => expected !== undefined && expected !== null)
  const line = { type: 'linear', dot: false, isAnimationActive: false } as const
  return (
    <ResponsiveContainer>
      <ComposedChart data={[...points]} margin={margin} accessibilityLayer title={name}>
        <CartesianGrid vertical={false} stroke="var(--sd-chart-grid)" />
        <XAxis
          dataKey="at"
          type="number"
          domain={[from, until]}
          ticks={ticksBetween(from, until, wide)}
          interval={0}
          height={22}
          tickLine={false}
          axisLine={{ stroke: 'var(--sd-line-2)' }}
          tick={(tick: { x: number | string; y: number | string; payload: { value: number } }) => (
            <TimeTick x={Number(tick.x)} y={Number(tick.y)} at={tick.payload.value} from={from} until={until} />
          )}
        />
        <YAxis
          orientation="right"
          width={axisWidth}
          domain={scale}
          ticks={roundValues(scale)}
          tickLine={false}
          axisLine={false}
          tickFormatter={shortNumber}
          tick={letters}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--sd-line-2)' }}
          content={({ active, payload }) =>
            active ? <PointWords point={payload[0]?.payload as FigurePoint | undefined} name={name} format={format} /> : null
          }
        />
        {limit !== null && <ReferenceLine y={limit} stroke="var(--sd-text-3)" strokeDasharray="3 3" />}
        {hasExpected && <Line {...line} dataKey="expected" stroke="var(--sd-text-3)" strokeDasharray="3 3" />}
        {wide && <Area {...line} dataKey="value" stroke="none" fill="var(--sd-accent-soft)" fillOpacity={1} activeDot={false} />}
        <Line {...line} dataKey="value" stroke="var(--sd-accent-text)" strokeWidth={1.5} />
        {last?.value !== undefined && last.value !== null && (
          <ReferenceDot x={last.at} y={last.value} r={3.5} fill="var(--sd-accent-text)" stroke="var(--sd-bg)" ifOverflow="visible" />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function tickWords(at: number, from: number, until: number): string {
  switch (tickStyle(at, from, until)) {
    case 'clock':
      return formatHourMinute(at)
    case 'dayAndClock':
      return `${formatDay(at).slice(0, 5)} ${formatHourMinute(at)}`
    case 'day':
      return formatDay(at).slice(0, 5)
    case 'date':
      return formatDay(at)
  }
}

function TimeTick({ x, y, at, from, until }: { x: number; y: number; at: number; from: number; until: number }) {
  const anchor = at === until ? 'end' : at === from ? 'start' : 'middle'
  return (
    <text x={x} y={y} dy={10} textAnchor={anchor} {...letters}>
      {tickWords(at, from, until)}
    </text>
  )
}

function PointWords({ point, name, format }: { point: FigurePoint | undefined; name: string; format: (value: number) => string }) {
  const t = useText(chartsText)
  if (!point) return null
  return (
    <div className={chartCss.tooltip}>
      <b>{formatMoment(point.at)}</b>
      {point.value !== null && (
        <span>
          {name} {format(point.value)}
        </span>
      )}
      {point.expected !== undefined && point.expected !== null && (
        <span>
          {t.expected} {format(point.expected)}
        </span>
      )}
    </div>
  )
}
