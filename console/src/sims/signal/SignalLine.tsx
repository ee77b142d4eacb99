import { useState } from 'react'
import type { PointerEvent } from 'react'
import { formatHourMinute, formatMoment } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { signalText } from './signal-text.ts'
import { nearestTo, partsOf, scaleOf, type SignalPoint } from './signal-line.ts'
import css from './signal.module.css'

const width = 280
const height = 64
const axis = 34

interface SignalLineProps {
  points: readonly SignalPoint[]
  /** The ends of the axis of time, in ms since 1970. */
  from: number
  until: number
}

/** RSRP over time as a line, with the limits of its classes. The sample under the pointer is told below. */
export function SignalLine({ points, from, until }: SignalLineProps) {
  useZone()
  const t = useText(signalText)
  const [pointed, setPointed] = useState<SignalPoint | null>(null)
  const last = points.at(-1)
  if (!last) return <p className={css.none}>{t.none}</p>
  const { least, most, limits } = scaleOf(points)
  const x = (at: number): number => ((at - from) / (until - from)) * (width - axis - 6) + 3
  const y = (rsrp: number): number => ((most - rsrp) / (most - least)) * height
  const values = points.map(({ rsrp }) => rsrp)
  const words = t.line(formatNumber(Math.min(...values)), formatNumber(Math.max(...values)), formatNumber(last.rsrp))
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (((event.clientX - box.left) / box.width) * width - 3) / (width - axis - 6)
    setPointed(nearestTo(points, from + share * (until - from)))
  }
  const marked = pointed ?? last
  return (
    <figure className={css.figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={css.chart}
        role="img"
        aria-label={words}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        {limits.map((limit) => (
          <g key={limit}>
            <line x1={0} x2={width - axis} y1={y(limit)} y2={y(limit)} className={css.limit} />
            <text x={width} y={y(limit)} dy="0.35em" textAnchor="end" className={css.letters}>
              {formatNumber(limit)}
            </text>
          </g>
        ))}
        {partsOf(points).map((part) => (
          <path
            key={part[0]!.at}
            d={`M${part.map(({ at, rsrp }) => `${x(at).toFixed(1)} ${y(rsrp).toFixed(1)}`).join('L')}h.01`}
            className={css.line}
          />
        ))}
        <circle cx={x(marked.at)} cy={y(marked.rsrp)} r={3} className={css.dot} />
      </svg>
      <figcaption className={css.times} aria-hidden="true">
        {pointed ? (
          <span>
            {formatMoment(pointed.at)} · {formatNumber(pointed.rsrp)} dBm
          </span>
        ) : (
          <>
            <span>
              {formatMoment(from).slice(0, 5)} {formatHourMinute(from)}
            </span>
            <span>{formatHourMinute(until)}</span>
          </>
        )}
      </figcaption>
    </figure>
  )
}
