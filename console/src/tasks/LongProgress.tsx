import { useState } from 'react'
import { Figure, Progress } from '../ui/value/Bits.tsx'
import { formatBytes, formatNumber, formatPercent } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { addSample, ratePerSecond, roundedDuration, roundedRate } from './rate.ts'
import type { Sample } from './rate.ts'
import { taskText } from './task-text.ts'
import css from './tasks.module.css'

interface LongProgressProps {
  label: string
  done: number
  total: number
  /** Time at which `done` was measured, in milliseconds since 1970. */
  at: number
  unit: 'sims' | 'bytes'
  /** Start time of the task, in milliseconds since 1970; null until it has started. */
  startedAt: number | null
  /** True while the task does not run. Neither rate nor remaining time is shown then. */
  still?: boolean
}

/** Progress of a task: the share that is done, the current rate, and the remaining time. */
export function LongProgress({ label, done, total, at, unit, startedAt, still = false }: LongProgressProps) {
  const t = useText(taskText)
  const rate = useRate({ at, done }, startedAt)
  const bytes = unit === 'bytes'
  const format = bytes ? formatBytes : formatNumber
  const rateText =
    rate === null ? t.calculating : bytes ? t.bytesPerSecond(formatBytes(Math.round(rate))) : t.perSecond(formatNumber(roundedRate(rate)))
  return (
    <div className={css.progress}>
      <div className={css.progressHead}>
        <span className={css.big}>{formatPercent(done, total)}</span>
        <span>{(bytes ? t.bytesOf : t.progressOf)(format(done), format(total))}</span>
      </div>
      <Progress label={label} done={done} total={total} />
      {!still && (
        <div className={css.figures}>
          <Figure name={t.rate} value={rateText} />
          <Figure name={t.left} value={rate === null ? t.calculating : <TimeLeft seconds={(total - done) / rate} />} />
        </div>
      )}
    </div>
  )
}

function TimeLeft({ seconds }: { seconds: number }) {
  const t = useText(taskText)
  const left = roundedDuration(seconds)
  if ('seconds' in left) return t.seconds(left.seconds)
  return 'hours' in left ? t.hours(left.hours, left.minutes) : t.minutes(left.minutes)
}

function useRate(now: Sample, startedAt: number | null): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>(() => addSample(startedAt === null ? [] : [{ at: startedAt, done: 0 }], now))
  const renewed = addSample(samples, now)
  if (renewed !== samples) setSamples(renewed)
  return ratePerSecond(renewed)
}
