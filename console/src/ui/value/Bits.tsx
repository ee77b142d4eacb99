import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Tone } from './glyphs.tsx'
import { formatNumber } from '../words/numbers.ts'
import css from './bits.module.css'
import tones from '../theme/tones.module.css'

/** A user-defined label: `stable`. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={css.tag}>{children}</span>
}

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={css.kbd}>{children}</kbd>
}

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  /** `note`: explanation of the option. `disabledReason`: reason for which the option is disabled. */
  options: readonly { value: Value; words: string; lang?: string; note?: string; disabledReason?: string | null }[]
  onChange: (value: Value) => void
}

/** With more options than this, they may take several lines. */
const mostInLine = 4

/** Choice between a few options. It takes effect at once. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <span className={clsx(css.segments, options.length > mostInLine && css.wrapping)} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={css.segment}
          lang={option.lang}
          aria-pressed={option.value === value}
          disabled={Boolean(option.disabledReason)}
          title={option.disabledReason ?? option.note}
          onClick={() => onChange(option.value)}
        >
          {option.words}
        </button>
      ))}
    </span>
  )
}

/** Colour of a part of a bar: a status, a chart series, or the remainder. */
export type BarTone = Tone | 'chart1' | 'chart2' | 'rest'
export interface BarPart {
  name: string
  value: number
  tone: BarTone
}
const toneClass = (tone: BarTone): string | undefined => tones[tone] ?? css[tone]

interface RatioBarProps {
  label: string
  parts: readonly BarPart[]
  /** The whole, by default the sum of the parts. If it is larger than the sum, the rest of the bar stays empty. */
  total?: number
  large?: boolean
}

/** Bar of the shares of a whole. `BarLegend` shows the figures beside it. */
export function RatioBar({ label, parts, total, large = false }: RatioBarProps) {
  const whole = total ?? parts.reduce((sum, part) => sum + part.value, 0)
  const description = parts.map((part) => `${part.name} ${formatNumber(part.value)}`).join(', ')
  return (
    <div className={clsx(css.bar, large && css.large)} role="img" aria-label={`${label}: ${description}`}>
      {parts
        .filter((part) => part.value > 0)
        .map((part) => (
          <span key={part.name} className={toneClass(part.tone)} style={{ width: `${whole > 0 ? (part.value / whole) * 100 : 0}%` }} />
        ))}
    </div>
  )
}

/** Names and figures of the parts of a bar. */
export function BarLegend({ parts }: { parts: readonly BarPart[] }) {
  return (
    <div className={css.legend}>
      {parts.map((part) => (
        <span key={part.name}>
          <span className={clsx(css.swatch, toneClass(part.tone))} />
          <b>{formatNumber(part.value)}</b>
          {part.name}
        </span>
      ))}
    </div>
  )
}

interface ProgressProps {
  label: string
  done: number
  total: number
  tone?: Tone
}

/** Progress bar. It moves only when a new value arrives. */
export function Progress({ label, done, total, tone = 'started' }: ProgressProps) {
  return (
    <div className={css.bar} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
      <span className={tones[tone]} style={{ width: `${total > 0 ? (done / total) * 100 : 0}%` }} />
    </div>
  )
}

/** A figure under its name, with an optional note beside it. */
export function Figure({ name, value, note }: { name: ReactNode; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={css.figure}>
      <span className={css.figureName}>{name}</span>
      <span className={css.figureValue}>
        {value}
        {note && <span className={css.figureNote}>{note}</span>}
      </span>
    </div>
  )
}
