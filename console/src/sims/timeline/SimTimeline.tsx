import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../session/api/api.ts'
import { failureText } from '../../session/api/failure.ts'
import { gatheredKey } from '../../session/api/query.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { formatDay, timezoneOffsetMinutes, useNow } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { daysOf, weekdayOf } from './event-words.ts'
import { timelineText } from './timeline-text.ts'
import { TimelineFilter } from './TimelineFilter.tsx'
import type { ShownKind } from './TimelineFilter.tsx'
import { TimelineRow } from './TimelineRow.tsx'
import css from './timeline.module.css'

/** The values of a SIM whose changes are events. */
const stateOf = (sim: Sim): string =>
  [sim.status, sim.imei, sim.imei_status, sim.group?.id, sim.status_poller, sim.status_other_applet].join(' ')

/** The pages of the timeline; it is loaded again when something of the SIM changes but its polls. */
function useTimeline(sim: Sim, shown: ShownKind) {
  const timezoneOffset = timezoneOffsetMinutes()
  const query = useInfiniteQuery({
    queryKey: gatheredKey(endpoints.getSimTimeline, sim.id, shown, timezoneOffset),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.getSimTimeline, {
        params: { id: sim.id },
        query: {
          take: 50,
          timezoneOffset,
          ...(shown !== 'all' && { kinds: shown }),
          ...(pageParam !== null && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  })
  const { refetch } = query
  const state = stateOf(sim)
  useEffect(() => {
    void refetch()
  }, [state, refetch])
  return query
}

/** Everything that happened to a SIM, newest first, by day. Its polls are folded. */
export function SimTimeline({ sim }: { sim: Sim }) {
  useZone()
  const t = useText(timelineText)
  const language = useLanguage()
  const [shown, setShown] = useState<ShownKind>('all')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useTimeline(sim, shown)
  const days = daysOf((data?.pages ?? []).flatMap(({ events }) => events))
  const today = formatDay(useNow())
  return (
    <>
      <TimelineFilter sim={sim} shown={shown} onShow={setShown} state={stateOf(sim)} />
      {error && !data && <ErrorState message={failureText(error)} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className={css.foot} aria-busy="true">
          <Skeleton width={420} />
        </div>
      )}
      {data && days.length === 0 && <EmptyState title={t.none}>{t.noneWords}</EmptyState>}
      {days.map(({ day, events }) => (
        <section key={`${day} ${events[0]!.at}`} aria-label={day}>
          <h2 className={css.day}>
            {day}
            <span>{weekdayOf(day, language)}</span>
            {day === today && <span>{t.today}</span>}
          </h2>
          <ul>
            {events.map((event, index) => (
              <TimelineRow key={`${event.at} ${event.kind} ${index}`} event={event} />
            ))}
          </ul>
        </section>
      ))}
      {data && days.length > 0 && (
        <div className={css.foot}>
          {hasNextPage ? (
            <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t.earlier}
            </Button>
          ) : (
            t.oldest
          )}
        </div>
      )}
    </>
  )
}
