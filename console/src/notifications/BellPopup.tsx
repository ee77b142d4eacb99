import { notificationCategories } from '@simdeck/contract/notifications.ts'
import type { NotificationCategory, UnreadNotifications } from '@simdeck/contract/notifications.ts'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useText } from '../ui/words/text.ts'
import { BellItems } from './BellItems.tsx'
import css from './bell.module.css'
import { bellText } from './bell-text.ts'

interface BellPopupProps {
  unread: UnreadNotifications
  /** Takes the counts after notifications were read. */
  onUnread: (unread: UnreadNotifications) => void
  onClose: () => void
}

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Content of the bell: a tab for each category, with its unread count. It opens at the first tab with unread notifications. */
export function BellPopup({ unread, onUnread, onClose }: BellPopupProps) {
  const t = useText(bellText)
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<NotificationCategory>(() => notificationCategories.find((category) => unread[category] > 0) ?? 'sim')
  // The popup holds the focus before its content is loaded.
  useEffect(() => tabs.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const count = notificationCategories.length
    const next = (notificationCategories.indexOf(open) + step + count) % count
    setOpen(notificationCategories[next] ?? open)
    tabs.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div ref={tabs} className={css.tabs} role="tablist" aria-label={t.title} onKeyDown={press}>
        {notificationCategories.map((category) => (
          <button
            key={category}
            type="button"
            role="tab"
            id={`${id}-${category}`}
            className={css.tab}
            aria-selected={category === open}
            aria-controls={`${id}-panel`}
            tabIndex={category === open ? 0 : -1}
            data-autofocus={category === open || undefined}
            onClick={() => setOpen(category)}
          >
            {t[category]}
            {unread[category] > 0 && <span className={css.count}>{unread[category]}</span>}
            {unread[category] > 0 && <span className={css.hidden}>{t.unread}</span>}
          </button>
        ))}
      </div>
      <div className={css.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        <BellItems key={open} category={open} onUnread={onUnread} onClose={onClose} />
      </div>
    </>
  )
}
