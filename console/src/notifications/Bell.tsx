import { Popover } from '@mantine/core'
import type { UnreadNotifications } from '@simdeck/contract/notifications.ts'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useReducer, useState, useSyncExternalStore } from 'react'
import { inTime } from '../session/address/load-screen.ts'
import { onSocketEvent } from '../session/live/live.ts'
import { liveNotes } from '../session/live/live-notes.ts'
import { defineText, useText } from '../ui/words/text.ts'
import css from './bell.module.css'

const text = defineText({
  name: { ja: '通知', en: 'Notifications' },
  unread: { ja: (n: string) => `通知（未読${n}件）`, en: (n: string) => `Notifications (${n} unread)` },
  failed: { ja: '通知を表示できません', en: 'The notifications cannot be shown' },
})

const nothing: UnreadNotifications = { sim: 0, ota: 0, iotsafe: 0 }

/** Highest number that the badge shows (specification §9). */
const badgeMax = 20

const loadPopup = () => inTime(import('./BellPopup.tsx'))
const BellPopup = lazy(() =>
  loadPopup().then(
    ({ BellPopup: Popup }) => ({ default: Popup }),
    () => ({ default: NotLoaded as never }),
  ),
)

function NotLoaded() {
  return <p className={css.empty}>{useText(text).failed}</p>
}

/**
 * The popup holds the focus as a dialog does, so the page behind it, parts of which it covers, is set aside as that of a dialog is. Returns
 * how to end that.
 */
function setAside(): () => void {
  const parts = [...document.querySelectorAll<HTMLElement>('main, nav, footer')]
  for (const part of parts) part.inert = true
  return () => {
    for (const part of parts) part.inert = false
  }
}

/** Bell of the header with the number of unread notifications. The server sends the counts at the start of a websocket and after each change. */
export function Bell() {
  const t = useText(text)
  const [opened, setOpened] = useState(false)
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  // The counts of the start may arrive before the bell is drawn.
  const unread = useSyncExternalStore(onSocketEvent, () => liveNotes.unread ?? nothing)
  const setUnread = useCallback((left: UnreadNotifications) => {
    liveNotes.unread = left
    redraw()
  }, [])
  useEffect(() => (opened ? setAside() : undefined), [opened])
  const total = unread.sim + unread.ota + unread.iotsafe
  const badge = total > badgeMax ? `${badgeMax}+` : String(total)
  const label = total > 0 ? t.unread(badge) : t.name
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={css.bell}
          aria-label={label}
          title={label}
          onClick={() => setOpened(!opened)}
          onPointerEnter={() => void loadPopup().catch(() => undefined)}
        >
          <IconBell size={18} />
          {total > 0 && <span className={css.badge} data-unread={badge} />}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.popup} aria-label={t.name} aria-modal>
        <Suspense>
          <BellPopup unread={unread} onUnread={setUnread} onClose={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
