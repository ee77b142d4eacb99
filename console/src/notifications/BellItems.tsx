import { getNotifications, readNotifications } from '@simdeck/contract/notifications.ts'
import type { Notification, NotificationCategory, NotificationTone, UnreadNotifications } from '@simdeck/contract/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { call } from '../session/api/api.ts'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { refreshAll } from '../session/live/live-cache.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import tones from '../ui/theme/tones.module.css'
import { FailedGlyph, InterruptedGlyph, ReadyGlyph, SucceededGlyph } from '../ui/value/glyphs.tsx'
import { formatNotified } from '../ui/words/clock.ts'
import { useLanguage } from '../ui/words/language.ts'
import { useText } from '../ui/words/text.ts'
import { useZone } from '../ui/words/zone.ts'
import css from './bell.module.css'
import { bellText } from './bell-text.ts'

const glyphs: Record<NotificationTone, ReactNode> = {
  succeeded: <SucceededGlyph />,
  failed: <FailedGlyph />,
  interrupted: <InterruptedGlyph />,
  ready: <ReadyGlyph />,
}

interface BellItemsProps {
  category: NotificationCategory
  onUnread: (unread: UnreadNotifications) => void
  onClose: () => void
}

/** Notifications of a tab. They count as read once they are shown. */
export function BellItems({ category, onUnread, onClose }: BellItemsProps) {
  const t = useText(bellText)
  useZone()
  const { pathname } = useLocation()
  const { data, error, refetch } = useQuery({ ...queryOf(getNotifications, { query: { category } }, useLanguage()), staleTime: 0 })
  const items = data?.items
  // The unread ones of this visit stay marked after they count as read.
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  const sent = useRef(new Set<number>())
  useEffect(() => {
    const ids = (items ?? []).filter(({ id, read }) => !read && !sent.current.has(id)).map(({ id }) => id)
    if (ids.length === 0) return
    for (const id of ids) sent.current.add(id)
    call(readNotifications, { body: { ids } }).then(
      ({ unread }) => {
        setFresh((known) => new Set([...known, ...ids]))
        onUnread(unread)
      },
      () => {
        for (const id of ids) sent.current.delete(id)
      },
    )
  }, [items, onUnread])

  if (error && !items) return <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
  if (!items)
    return (
      <div className={css.empty}>
        <Skeleton width={60} />
      </div>
    )
  if (items.length === 0) return <p className={css.empty}>{t.none}</p>
  return (
    <ul className={css.items}>
      {items.map((item) => (
        <li key={item.id}>
          <Item item={item} isNew={!item.read || fresh.has(item.id)} isShown={isAbout(item, pathname)} onClose={onClose} />
        </li>
      ))}
    </ul>
  )
}

const safeObjectPath = /^\/iot-safe\/\d+\/(certificates|files)\/\d+$/

/** True if the notification is about the SIM whose screen is open, or leads to the open screen. */
function isAbout({ simIds, to }: Notification, pathname: string): boolean {
  // A SIM has several certificates and files, and the screen shows one.
  if (to !== null && safeObjectPath.test(to) && safeObjectPath.test(pathname)) return to === pathname
  const simId = /^\/(?:sims|iot-safe)\/(\d+)(?:\/|$)/.exec(pathname)?.[1]
  return (simId !== undefined && simIds.includes(Number(simId))) || (to !== null && !to.includes('?') && to === pathname)
}

function Item({ item, isNew, isShown, onClose }: { item: Notification; isNew: boolean; isShown: boolean; onClose: () => void }) {
  const t = useText(bellText)
  const { history, state } = useRouter()
  const { to, title, body, date, tone } = item
  const content = (
    <>
      <span className={clsx(css.glyph, tones[tone])}>{glyphs[tone]}</span>
      <span className={css.title}>{title}</span>
      <time className={css.date} dateTime={date}>
        {formatNotified(date)}
      </time>
      {body !== '' && <span className={css.body}>{body}</span>}
      {(isNew || isShown) && <span className={css.hidden}>{[...(isNew ? [t.unread] : []), ...(isShown ? [t.shown] : [])].join('、')}</span>}
    </>
  )
  const className = clsx(css.item, isNew && css.new, isShown && css.shown)
  if (to === null) return <div className={className}>{content}</div>
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onClose()
    const { pathname, href } = state.location
    if (to === (to.includes('?') ? href : pathname)) void refreshAll()
    else history.push(to)
  }
  return (
    <a className={className} href={to} onClick={open}>
      {content}
    </a>
  )
}
