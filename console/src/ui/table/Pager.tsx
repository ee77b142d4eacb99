import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '../form/Button.tsx'
import { countText } from '../words/counted.ts'
import type { Counted } from '../words/counted.ts'
import { formatNumber } from '../words/numbers.ts'
import { PageSizeChoice } from './PageSizeChoice.tsx'
import { defineText, useText } from '../words/text.ts'
import css from '../filter/list.module.css'

const text = defineText({
  range: {
    ja: (from: string, to: string, total: string) => `${total}中 ${from}–${to}`,
    en: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  },
  loading: { ja: '読み込み中…', en: 'Loading…' },
  about: { ja: (n: string) => `約${n}`, en: (n: string) => `about ${n}` },
  first: { ja: '最初のページ', en: 'First page' },
  last: { ja: '最後のページ', en: 'Last page' },
  numbered: { ja: (n: string) => `${n}ページまで番号で移動できます`, en: (n: string) => `Up to page ${n} by number` },
  previous: { ja: '前のページ', en: 'Previous page' },
  next: { ja: '次のページ', en: 'Next page' },
  page: { ja: 'ページ', en: 'Page' },
})

/** Address of a page: its number, and a cursor if the number alone does not suffice. */
export interface PageAt {
  page: number
  cursor?: string
}

/** Targets of the pager buttons. A button without a target is disabled. */
export type PagerTargets = Record<'first' | 'previous' | 'next' | 'last', PageAt | null>

interface PagerProps {
  /** Unit in which the rows are counted. */
  counts?: Counted
  /** True while the shown rows belong to another page. Their range is not shown then. */
  waiting?: boolean
  /** True if the rows of this page could not be loaded. The number of all rows is then shown instead of the range. */
  unreached?: boolean
  /** Number of the page, from 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  /** Further properties of a list that is too long to count its rows or to number all its pages. */
  further?: {
    /** True if the total is an estimate. */
    about: boolean
    /** Last page that can be addressed by its number. */
    numbered: number
    /** Targets of the buttons; null until they are known. */
    targets: PagerTargets | null
    onTarget: (to: PageAt) => void
  }
}

/** Range of the shown rows, page size, and navigation between the pages of a list. */
export function Pager(props: PagerProps) {
  const { counts = 'rows', waiting = false, unreached = false, page, pageSize, total, onPage, onPageSize, further } = props
  const t = useText(text)
  const count = useText(countText)[counts]
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const { about, numbered, targets, onTarget } = further ?? {
    about: false,
    numbered: pages,
    targets: numberedTargets(page, pages),
    onTarget: ({ page: next }: PageAt) => onPage(next),
  }
  // On the last page of an estimated list, the range is counted back from the estimated total.
  const atEnd = about && targets !== null && !targets.next
  const from = Math.max(1, atEnd ? total - pageSize + 1 : Math.min(about ? Number.POSITIVE_INFINITY : total, (page - 1) * pageSize + 1))
  const to = about && !atEnd ? page * pageSize : Math.min(total, page * pageSize)
  const numberText = (count: number): string => (about ? t.about(formatNumber(count)) : formatNumber(count))
  const button = (label: string, to: PageAt | null | undefined, icon: ReactNode) => (
    <IconButton size="sm" label={label} disabled={!to} onClick={() => to && onTarget(to)}>
      {icon}
    </IconButton>
  )
  return (
    <div className={css.pager}>
      <span aria-busy={(waiting && !unreached) || undefined}>
        {unreached
          ? count(numberText(total))
          : waiting
            ? t.loading
            : t.range(formatNumber(from), count(formatNumber(to)), count(numberText(total)))}
      </span>
      <span className={css.wideOnly}>
        <PageSizeChoice counts={counts} pageSize={pageSize} onPageSize={onPageSize} />
      </span>
      <span className={css.go}>
        {button(t.first, targets?.first, <IconChevronLeftPipe size={16} />)}
        {button(t.previous, targets?.previous, <IconChevronLeft size={16} />)}
        <PageField
          key={page}
          page={page}
          pages={numbered}
          label={t.page}
          note={numbered < pages ? t.numbered(formatNumber(numbered)) : undefined}
          onPage={onPage}
        />
        <span className={css.grey}>/ {numberText(pages)}</span>
        {button(t.next, targets?.next, <IconChevronRight size={16} />)}
        {button(t.last, targets?.last, <IconChevronRightPipe size={16} />)}
      </span>
    </div>
  )
}

function numberedTargets(page: number, pages: number): PagerTargets {
  return {
    first: page > 1 ? { page: 1 } : null,
    previous: page > 1 ? { page: page - 1 } : null,
    next: page < pages ? { page: page + 1 } : null,
    last: page < pages ? { page: pages } : null,
  }
}

interface PageFieldProps {
  page: number
  pages: number
  label: string
  note: string | undefined
  onPage: (page: number) => void
}

function PageField({ page, pages, label, note, onPage }: PageFieldProps) {
  const [typed, setTyped] = useState(String(page))
  const go = (): void => {
    const wanted = Math.min(pages, Math.max(1, Number.parseInt(typed, 10)))
    if (Number.isNaN(wanted)) setTyped(String(page))
    else if (wanted === page) setTyped(String(page))
    else onPage(wanted)
  }
  return (
    <input
      className={css.pageField}
      aria-label={label}
      title={note}
      inputMode="numeric"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={go}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go()
      }}
    />
  )
}
