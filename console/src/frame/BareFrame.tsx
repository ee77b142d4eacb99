import type { ReactNode } from 'react'
import { useApplication } from '../ui/application.ts'
import { useNow } from '../ui/clock.ts'
import { LanguageSwitch } from './UserMenu.tsx'
import css from './frame.module.css'

/** A page without login: no header, no navigation; copyright line and language below. */
export function BareFrame({ children }: { children: ReactNode }) {
  const { name, version } = useApplication()
  const year = new Date(useNow()).getFullYear()
  return (
    <div className={css.bare}>
      <main className={css.bareMain} id="main">
        {children}
      </main>
      <footer className={css.bareFoot}>
        <span>
          © {year} {name}
          {version && ` · ${version}`}
        </span>
        <LanguageSwitch />
      </footer>
    </div>
  )
}
