import css from './alerts.module.css'

interface CurveProps {
  /** Values in equal steps, oldest first; null where there is none. */
  values: readonly (number | null)[]
  threshold: number
  width: number
  height: number
}

/** Line of the values of a rule with its threshold. The value beside it tells the number, so it is hidden from screen readers. */
export function Curve({ values, threshold, width, height }: CurveProps) {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const top = Math.max(threshold, ...known)
  const bottom = Math.min(threshold, ...known)
  const x = (at: number): number => (at / Math.max(1, values.length - 1)) * width
  const y = (value: number): number => (top === bottom ? height / 2 : 1.5 + (1 - (value - bottom) / (top - bottom)) * (height - 3))
  const points = values.flatMap((value, at) => (value === null ? [] : [`${x(at).toFixed(1)},${y(value).toFixed(1)}`]))
  return (
    <svg className={css.curve} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <line x1={0} x2={width} y1={y(threshold)} y2={y(threshold)} className={css.threshold} />
      {points.length === 1 ? (
        <circle cx={x(values.findLastIndex((value) => value !== null))} cy={y(known[0]!)} r={1.5} className={css.point} />
      ) : (
        <polyline points={points.join(' ')} className={css.line} />
      )}
    </svg>
  )
}
