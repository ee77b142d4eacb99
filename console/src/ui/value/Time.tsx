import clsx from 'clsx'
import { formatClock, formatMoment, formatRelative, formatUtc, useNow } from '../words/clock.ts'
import type { Moment } from '../words/clock.ts'
import { useLanguage } from '../words/language.ts'
import { None } from './None.tsx'
import css from '../words/texts.module.css'
import { useZone } from '../words/zone.ts'

interface TimeProps {
  at: Moment | null | undefined
  /** Shows the relative time in grey beside the moment. `aligned` puts it into a column of its own, for tables. */
  relative?: boolean | 'aligned'
}

const iso = (at: Moment): string => new Date(at).toISOString()

/** A moment as `MM-DD-YYYY HH:mm` in the time zone of the user, with UTC as tooltip. */
export function Time({ at, relative = false }: TimeProps) {
  useZone()
  if (at === null || at === undefined) return <None />
  return (
    <time className={css.time} dateTime={iso(at)} title={formatUtc(at)}>
      {formatMoment(at)}
      {relative && <Relative at={at} className={clsx(css.relative, relative === 'aligned' && css.aligned)} />}
    </time>
  )
}

function Relative({ at, className }: { at: Moment; className?: string }) {
  const language = useLanguage()
  return <span className={className}>{formatRelative(at, useNow(), language)}</span>
}

/** Relative time of a moment, with the exact moment as tooltip. */
export function RelativeTime({ at }: { at: Moment | null | undefined }) {
  useZone()
  if (at === null || at === undefined) return <None />
  return (
    <time className={css.time} dateTime={iso(at)} title={`${formatMoment(at)}\n${formatUtc(at)}`}>
      <Relative at={at} />
    </time>
  )
}

/** Clock time of a step (`HH:mm:ss`) or of a traced message (`HH:mm:ss.SSS`), with UTC as tooltip. */
export function ClockTime({ at, withMs = false }: { at: Moment | null | undefined; withMs?: boolean }) {
  useZone()
  if (at === null || at === undefined) return <None />
  return (
    <time className={css.time} dateTime={iso(at)} title={formatUtc(at)}>
      {formatClock(at, withMs)}
    </time>
  )
}
