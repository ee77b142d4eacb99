import { Link, useLocation } from '@tanstack/react-router'
import { useText } from '../ui/words/text.ts'
import { activeScreen, allowed, tabs, isActive, tabText } from './tabs.ts'
import type { May } from './tabs.ts'
import css from './frame.module.css'

/** On a phone the row may be wider than the window. */
const showInRow = (link: HTMLElement | null): void => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Links to the screens of the active tab, for a tab with several screens. */
export function SecondLevel({ may }: { may: May }) {
  const t = useText(tabText)
  const { pathname } = useLocation()
  const tab = tabs.find((one) => isActive(one, pathname))
  if (!tab?.screens) return null
  const open = activeScreen(tab.screens, pathname)
  return (
    <nav className={css.second} aria-label={t.screensOf(t[tab.words])}>
      {allowed(tab.screens, may).map((screen) => (
        <Link
          key={screen.to}
          ref={screen === open ? showInRow : undefined}
          to={screen.to}
          className={css.secondLink}
          activeOptions={{ exact: true }}
          aria-current={screen === open ? 'page' : undefined}
        >
          {t[screen.words]}
        </Link>
      ))}
    </nav>
  )
}
