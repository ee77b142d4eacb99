import type { Language } from '@simdeck/contract/languages.ts'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApplication } from '../ui/frame/application.ts'
import { useNow } from '../ui/words/clock.ts'
import { defineText, useText } from '../ui/words/text.ts'
import { ConnectionIndicator, ConnectionLine } from './Connection.tsx'
import { LogoMark } from './Logo.tsx'
import { SecondLevel } from './SecondLevel.tsx'
import { isActive, tabsWith, tabText } from './tabs.ts'
import type { May, Tab } from './tabs.ts'
import { UserMenu } from './UserMenu.tsx'
import type { Person } from './UserMenu.tsx'
import css from './frame.module.css'

const text = defineText({ skip: { ja: '本文へ移動', en: 'Skip to content' } })

interface FrameProps {
  person: Person
  may: May
  onLogout: () => void
  /** Called with the chosen language. By default the language switch only changes the language of the screen. */
  onLanguage?: (language: Language) => void
  /** Further entries of the user menu, as `UserMenuItem`s. */
  menuItems?: ReactNode
  /** Content between the tabs and the user menu. */
  headerEnd?: ReactNode
  children: ReactNode
}

/** Layout of the console: header with tabs and user menu, screen, footer. */
export function Frame({ person, may, onLogout, onLanguage, menuItems, headerEnd, children }: FrameProps) {
  const t = useText(text)
  const { name, logoUrl } = useApplication()
  return (
    <>
      <a className={css.skip} href="#main">
        {t.skip}
      </a>
      <header className={css.header}>
        <Link className={css.brand} to="/" title={name}>
          {logoUrl ? <img src={logoUrl} alt="" /> : <LogoMark />}
          <span>{name}</span>
        </Link>
        <TabLinks className={css.tabs} may={may} />
        <div className={css.end}>
          <ConnectionIndicator />
          {headerEnd}
          <UserMenu person={person} items={menuItems} onLanguage={onLanguage} onLogout={onLogout} />
        </div>
      </header>
      <TabLinks className={css.phoneTabs} may={may} />
      <SecondLevel may={may} />
      <ConnectionLine />
      {children}
      <footer className={css.footer}>
        <Copyright />
      </footer>
    </>
  )
}

function TabLinks({ className, may }: { className: string | undefined; may: May }) {
  const t = useText(tabText)
  const { pathname } = useLocation()
  const features = useApplication((application) => application.features)
  return (
    <nav className={className} aria-label={t.main}>
      {tabsWith(features, may).map((tab: Tab) => (
        <Link key={tab.to} to={tab.to} className={css.tab} activeProps={{}} aria-current={isActive(tab, pathname) ? 'page' : undefined}>
          {t[tab.words]}
        </Link>
      ))}
    </nav>
  )
}

/** Copyright line with the name of the application and, outside production, its version. */
export function Copyright() {
  const { name, version } = useApplication()
  const year = new Date(useNow()).getFullYear()
  return (
    <>
      <span>
        © {year} {name}
      </span>
      {version && <span className={css.version}>{version}</span>}
    </>
  )
}
