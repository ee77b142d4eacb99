import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useApplication } from '../ui/frame/application.ts'
import { useNow } from '../ui/words/clock.ts'
import { LanguageSwitch } from './UserMenu.tsx'
import css from './frame.module.css'

/**
 * Layout of a page without login: the content, and below it the copyright line and the language switch. It has no header. `title`
 * is the title of the document.
 */
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
