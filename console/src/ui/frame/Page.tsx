import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import clsx from 'clsx'
import { Fragment, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useApplication } from './application.ts'
import { countText } from '../words/counted.ts'
import type { Counted } from '../words/counted.ts'
import { formatNumber } from '../words/numbers.ts'
import { defineText, useText } from '../words/text.ts'
import css from './page.module.css'

const text = defineText({ crumbs: { ja: '現在地', en: 'Breadcrumb' } })

interface PageProps {
  /** Title of the page and of the document. */
  title: string
  /** Content of the heading, if it is not just the title. */
  heading?: ReactNode
  /** Number of rows of the list. */
  count?: number | undefined
  /** Unit in which the rows are counted. */
  counts?: Counted | undefined
  /** Content beside the title: the status of the subject of the page. */
  beside?: ReactNode
  /** Buttons on the right. The last one is the primary one. */
  actions?: ReactNode
  crumbs?: readonly Crumb[]
  /** True for lists: the page has the height of the window, and only its table scrolls. Otherwise the page scrolls. */
  fit?: boolean
  children: ReactNode
}
export interface Crumb {
  words: string
  link: LinkProps
}

/** Layout of a screen: breadcrumb, title row, content. */
export function Page({ title, heading, count, counts = 'rows', beside, actions, crumbs, fit = false, children }: PageProps) {
  const t = useText(text)
  const counted = useText(countText)[counts]
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
        {count !== undefined && <span className={css.count}>{counted(formatNumber(count))}</span>}
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

/** Main column, and a right column (rail) of 320 px with a line between them. Below 900 px there is a single column. */
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
  /** Content beside the title: a status. */
  beside?: ReactNode
  note?: ReactNode
  end?: ReactNode
  children: ReactNode
}

/** Part of a detail page with a heading and a hairline below it. */
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

/** Identifying facts of a detail page, in one wrapping row under the title. */
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

/** Names and values in two columns. With `end` the values are aligned right, as in the rail. */
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
  /** Button beside the tab. */
  menu?: ReactNode
}

/**
 * Tabs inside a page. Each tab has its own address; `end` follows the last one. If the tabs do not all fit, the row is scrolled so that the
 * current tab is in the middle.
 */
export function PageTabs({ label, tabs, end }: { label: string; tabs: readonly PageTab[]; end?: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const current = tabs.findIndex(({ active }) => active)
  const widths = tabs.map(({ words, count }) => (count === undefined ? words : `${words} +`)).join()
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-current="page"]')
    if (!row.current || !tab) return
    const [room, place] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    row.current.scrollLeft += (place.left + place.right - room.left - room.right) / 2
  }, [current, widths])
  return (
    <nav ref={row} className={css.tabs} aria-label={label}>
      {tabs.map(({ words, count, link, active, menu }) => (
        <Fragment key={words}>
          <Link {...link} activeOptions={{ exact: true }} className={css.tab} aria-current={active ? 'page' : undefined}>
            {words}
            {count !== undefined && <span className={css.tabCount}>{count}</span>}
          </Link>
          {menu && <span className={css.tabMenu}>{menu}</span>}
        </Fragment>
      ))}
      {end && <span className={css.tabEnd}>{end}</span>}
    </nav>
  )
}
