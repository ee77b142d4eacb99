import { Link, useLocation } from '@tanstack/react-router'
import { useText } from '../ui/words/text.ts'
import { activeScreen, tabs, isActive, tabText } from './tabs.ts'
import css from './frame.module.css'

/** Links to the screens of the active tab, for a tab with several screens. */
export function SecondLevel() {
  const t = useText(tabText)
  const { pathname } = useLocation()
  const tab = tabs.find((one) => isActive(one, pathname))
  if (!tab?.screens) return null
  const open = activeScreen(tab.screens, pathname)
  return (
    <nav className={css.second} aria-label={t.screensOf(t[tab.words])}>
      {tab.screens.map((screen) => (
        <Link
          key={screen.to}
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
