import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '../form/Button.tsx'
import { countText } from '../words/counted.ts'
import type { Counted } from '../words/counted.ts'
import { digitsIn, formatNumber } from '../words/numbers.ts'
import { PageSizeChoice } from './PageSizeChoice.tsx'
import { defineText, useText } from '../words/text.ts'
import css from '../filter/list.module.css'

const text = defineText({
  range: {
    ja: (from: string, to: string, total: string) => `${total}中 ${from}–${to}`,
    en: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  },
  loading: { ja: '読み込み中…', en: 'Loading…' },
  first: { ja: '最初のページ', en: 'First page' },
  last: { ja: '最後のページ', en: 'Last page' },
  previous: { ja: '前のページ', en: 'Previous page' },
  next: { ja: '次のページ', en: 'Next page' },
  page: { ja: 'ページ', en: 'Page' },
})

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
}

/** Range of the shown rows, page size, and navigation between the pages of a list. */
export function Pager(props: PagerProps) {
  const { counts = 'rows', waiting = false, unreached = false, page, pageSize, total, onPage, onPageSize } = props
  const t = useText(text)
  const count = useText(countText)[counts]
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min(total, (page - 1) * pageSize + 1)
  const to = Math.min(total, page * pageSize)
  const all = count(formatNumber(total))
  const button = (label: string, target: number, icon: ReactNode) => (
    <IconButton size="sm" label={label} disabled={target < 1 || target > pages || target === page} onClick={() => onPage(target)}>
      {icon}
    </IconButton>
  )
  return (
    <div className={css.pager}>
      <span aria-busy={(waiting && !unreached) || undefined}>
        {unreached ? all : waiting ? t.loading : t.range(formatNumber(from), count(formatNumber(to)), all)}
      </span>
      <span className={css.wideOnly}>
        <PageSizeChoice counts={counts} pageSize={pageSize} onPageSize={onPageSize} />
      </span>
      <span className={css.go}>
        {button(t.first, 1, <IconChevronLeftPipe size={16} />)}
        {button(t.previous, page - 1, <IconChevronLeft size={16} />)}
        <PageField key={page} page={page} pages={pages} label={t.page} onPage={onPage} />
        <span className={css.grey}>/ {formatNumber(pages)}</span>
        {button(t.next, page + 1, <IconChevronRight size={16} />)}
        {button(t.last, pages, <IconChevronRightPipe size={16} />)}
      </span>
    </div>
  )
}

interface PageFieldProps {
  page: number
  pages: number
  label: string
  onPage: (page: number) => void
}

function PageField({ page, pages, label, onPage }: PageFieldProps) {
  const [typed, setTyped] = useState(String(page))
  const go = (): void => {
    const wanted = Math.min(pages, Math.max(1, Number(digitsIn(typed) ?? page)))
    setTyped(String(wanted))
    if (wanted !== page) onPage(wanted)
  }
  return (
    <input
      className={css.pageField}
      aria-label={label}
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
