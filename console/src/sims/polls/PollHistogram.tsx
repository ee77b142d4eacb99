import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { keepRows } from '../../session/api/query-client.ts'
import { queryOf } from '../../session/api/query.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { formatMoment, useNow } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import { chosenBars, narrowingTo, pollBars, pollParts, unnarrowing, wideningTo, withoutTime } from './poll-bars.ts'
import type { PollBar } from './poll-bars.ts'
import { PollGroups } from './PollGroups.tsx'
import { PollTable } from './PollTable.tsx'
import { pollsText } from './polls-text.ts'
import css from './polls.module.css'

const currentMs = 30_000

/**
 * Bars of the SIMs that match, by the time of their last poll; a bar narrows the list. Filters by that time do not change the bars: the
 * bars that they choose are marked. The only chosen bar, clicked again, ends the narrowing; another one with Shift widens the period. The
 * SIMs of the period are counted by group.
 */
export function PollHistogram({ search }: { search: SimSearch }) {
  useZone()
  const nowMs = useNow()
  const t = useText(pollsText)
  const [pointed, setPointed] = useState<PollBar | null>(null)
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.countLastPolls, { query: withoutTime(search.filters) }),
    ...keepRows,
    refetchInterval: currentMs,
  })
  if (!data) return <div className={css.polls}>{error && <ErrorNote message={failureText(error)} onRetry={() => void refetch()} />}</div>
  const parts = pollBars(data)
  const bars = pollParts.flatMap((part) => parts[part])
  const filled = bars.filter(({ count }) => count > 0)
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const periodOf = (bar: PollBar): string => {
    if ('never' in bar) return t.neverHeard
    return bar.from === null ? t.before(formatMoment(bar.until)) : t.period(formatMoment(bar.from), formatMoment(bar.until))
  }
  const wordsOf = (bar: PollBar): string => t.bar(periodOf(bar), formatNumber(bar.count))
  const chosen = chosenBars(bars, search.filters, nowMs)
  const choose = (bar: PollBar, widens = false): void => {
    if (chosen?.has(bar) && chosen.size === 1) search.setFilters(unnarrowing)
    else search.setFilters(widens ? wideningTo(bar, chosen ?? [], search.filters) : narrowingTo(bar, search.filters))
  }
  return (
    <section className={css.polls} aria-label={t.title}>
      <div className={css.axis} role="group" aria-label={t.title} onKeyDown={moveAmongBars}>
        {pollParts.map((part) => (
          <div
            key={part}
            className={clsx(css.part, parts[part].length === 1 && css.single)}
            style={{ flexGrow: parts[part].length === 1 ? 0 : parts[part].length }}
          >
            <div className={css.bars}>
              {parts[part].map((bar, at) => (
                <button
                  key={at}
                  type="button"
                  className={clsx(css.bar, chosen && !chosen.has(bar) && css.left)}
                  aria-pressed={chosen?.has(bar) ?? false}
                  aria-label={wordsOf(bar)}
                  title={wordsOf(bar)}
                  disabled={bar.count === 0}
                  tabIndex={bar === filled.at(-1) ? 0 : -1}
                  onClick={(event) => choose(bar, event.shiftKey)}
                  onKeyDown={(event) => {
                    // The click that the key would cause does not tell of Shift.
                    if (event.key !== 'Enter' || !event.shiftKey) return
                    event.preventDefault()
                    choose(bar, true)
                  }}
                  onPointerEnter={() => setPointed(bar)}
                  onFocus={() => setPointed(bar)}
                >
                  <span style={{ height: `${(bar.count / most) * 100}%` }} />
                </button>
              ))}
            </div>
            <div className={css.label}>{t[part]}</div>
          </div>
        ))}
      </div>
      <p className={css.hint}>{pointed ? wordsOf(pointed) : chosen ? t.hintChosen : t.hint}</p>
      {chosen && <PollGroups search={search} />}
      <PollTable rows={filled.map((bar) => ({ bar, period: periodOf(bar) }))} onChoose={choose} />
    </section>
  )
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

/** Moves the focus to another bar by the arrow keys, Home and End. */
function moveAmongBars(event: KeyboardEvent<HTMLDivElement>): void {
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const bars = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')]
  const at = bars.indexOf(document.activeElement as HTMLButtonElement) + step
  bars[Math.min(bars.length - 1, Math.max(0, at))]?.focus()
}
