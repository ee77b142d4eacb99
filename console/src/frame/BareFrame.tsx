import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useApplication } from '../ui/frame/application.ts'
import { useNow } from '../ui/words/clock.ts'
import { LanguageSwitch } from './UserMenu.tsx'
import css from './frame.module.css'

/** Layout of a page without login: no header, no navigation; copyright line and language switch below. `title` is the document title. */
export function BareFrame({ title, children }: { title: string; children: ReactNode }) {
  const { name, version } = useApplication()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
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
