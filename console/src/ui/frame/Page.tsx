import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import clsx from 'clsx'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useApplication } from './application.ts'
import { formatNumber } from '../words/numbers.ts'
import { defineText, useText } from '../words/text.ts'
import css from './page.module.css'

const text = defineText({
  crumbs: { ja: '現在地', en: 'Breadcrumb' },
  count: { ja: (n: string) => `${n}件`, en: (n: string) => n },
})

interface PageProps {
  /** Also the document's title. */
  title: string
  /** What stands as the heading when it is more than the title (a name with a pencil beside it). */
  heading?: ReactNode
  /** How many rows the list has. */
  count?: number | undefined
  /** Beside the title: the status of what the page is about. */
  beside?: ReactNode
  /** On the right; the last is the primary one. */
  actions?: ReactNode
  crumbs?: readonly Crumb[]
  /** The page is as high as the window and only its table scrolls (lists); otherwise the page scrolls. */
  fit?: boolean
  children: ReactNode
}
export interface Crumb {
  words: string
  link: LinkProps
}

/** One screen: crumbs, title row, content. */
export function Page({ title, heading, count, beside, actions, crumbs, fit = false, children }: PageProps) {
  const t = useText(text)
  const name = useApplication((application) => application.name)
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <main className={clsx(css.page, fit && css.fit)} id="main" tabIndex={-1}>
      {crumbs && (
        <nav aria-label={t.crumbs}>
          <ol className={css.crumbs}>
            {crumbs.map(({ words, link }) => (
              <li key={words}>
                <Link {...link}>{words}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={clsx(css.titleRow, crumbs && css.afterCrumbs)}>
        <h1 className={css.title}>{heading ?? title}</h1>
        {count !== undefined && <span className={css.count}>{t.count(formatNumber(count))}</span>}
        {beside && <div className={css.beside}>{beside}</div>}
        {actions && (
          <div className={css.actions} data-keep-free>
            {actions}
          </div>
        )}
      </div>
      {children}
    </main>
  )
}

/** Main column and a 320 px rail, divided by one line; one column below 900 px. */
export function Columns({ children, rail }: { children: ReactNode; rail: ReactNode }) {
  return (
    <div className={css.columns}>
      <div>{children}</div>
      <aside className={css.rail}>{rail}</aside>
    </div>
  )
}

interface SectionProps {
  title: ReactNode
  /** Beside the title: status, then a note in grey. */
  beside?: ReactNode
  note?: ReactNode
  end?: ReactNode
  children: ReactNode
}

/** A part of a detail page under a heading, divided from the next by a hairline. */
export function Section({ title, beside, note, end, children }: SectionProps) {
  return (
    <section className={css.section}>
      <div className={css.sectionHead}>
        <h2>{title}</h2>
        {beside}
        {note && <span className={css.sectionNote}>{note}</span>}
        {end && <div className={css.sectionEnd}>{end}</div>}
      </div>
      {children}
    </section>
  )
}

export interface Fact {
  name: string
  value: ReactNode
}

/** What identifies the thing a detail page is about, in one wrapping row under the title. */
export function IdentityStrip({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.identity}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Names and values in two columns; `end` sets the values right, as in the rail. */
export function Facts({ facts, end = false }: { facts: readonly Fact[]; end?: boolean }) {
  return (
    <dl className={clsx(css.facts, end && css.factsEnd)}>
      {facts.map(({ name, value }) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function FactRow({ name, value }: Fact) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

export interface PageTab {
  words: string
  count?: ReactNode
  link: LinkProps
  active: boolean
}

/** Tabs inside a page; each is an address of its own. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map(({ words, count, link, active }) => (
        <Link key={words} {...link} activeOptions={{ exact: true }} className={css.tab} aria-current={active ? 'page' : undefined}>
          {words}
          {count !== undefined && <span className={css.tabCount}>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
