import type { AlertFigure } from '@simdeck/contract/alert-figures.ts'
import { formatDay } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { amountWords } from '../condition-words.ts'
import { editorText } from './editor-text.ts'
import { longestGapMs, type PastFiring } from './past-firings.ts'
import css from './editor.module.css'

const width = 240
const height = 110

interface PastCurveProps {
  values: readonly { at: string; value: number }[]
  /** Null while the form has none. */
  threshold: number | null
  firings: readonly PastFiring[]
  figure: AlertFigure | null
  now: number
}

/** The values of a rule over time, with the threshold and a band for each time in which the rule would have fired. */
export function PastCurve({ values, threshold, firings, figure, now }: PastCurveProps) {
  const t = useText(editorText)
  const language = useLanguage()
  const points = values.map(({ at, value }) => ({ at: Date.parse(at), value }))
  const [first, last] = [points[0]!.at, Math.max(now, points.at(-1)!.at)]
  const levels = [...points.map(({ value }) => value), ...(threshold === null ? [] : [threshold])]
  const [low, high] = [Math.min(0, ...levels), Math.max(1, ...levels)]
  const x = (at: number): number => (last === first ? width : ((at - first) / (last - first)) * width)
  const y = (value: number): number => 2 + (1 - (value - low) / (high - low)) * (height - 4)
  const line = points
    .map(({ at, value }, index) => {
      const before = points[index - 1]
      const isApart = before === undefined || at - before.at > longestGapMs
      return `${isApart ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
  return (
    <figure className={css.past}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        {firings.map(({ from, to }) => (
          <g key={from}>
            <rect className={css.band} x={x(from)} y={0} width={Math.max(2, x(to ?? last) - x(from))} height={height} />
            <rect className={css.bandTop} x={x(from)} y={0} width={Math.max(2, x(to ?? last) - x(from))} height={2} />
          </g>
        ))}
        <line className={css.base} x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
        {threshold !== null && <line className={css.limit} x1={0} x2={width} y1={y(threshold)} y2={y(threshold)} />}
        <path className={css.values} d={line} />
        <circle className={css.last} cx={x(points.at(-1)!.at)} cy={y(points.at(-1)!.value)} r={3} />
      </svg>
      <span className={css.highest}>{amountWords(Math.max(...points.map(({ value }) => value)), figure, language)}</span>
      <div className={css.days}>
        <span>{formatDay(first)}</span>
        <span>{formatDay(last)}</span>
      </div>
      <figcaption className={css.legend}>
        <span className={css.ofValues}>{t.values}</span>
        {threshold !== null && <span className={css.ofLimit}>{t.thresholdOf(amountWords(threshold, figure, language))}</span>}
      </figcaption>
    </figure>
  )
}
