import { Menu } from '@mantine/core'
import { pageSizes } from '@simdeck/contract/list.ts'
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import { formatNumber } from './numbers.ts'
import { defineText, useText } from './text.ts'
import buttonCss from './button.module.css'
import css from './list.module.css'

const text = defineText({
  range: {
    ja: (from: string, to: string, total: string) => `${total}件中 ${from}–${to}件`,
    en: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  },
  perPage: { ja: (n: number) => `${n}件ずつ表示`, en: (n: number) => `${n} per page` },
  previous: { ja: '前のページ', en: 'Previous page' },
  next: { ja: '次のページ', en: 'Next page' },
  page: { ja: 'ページ', en: 'Page' },
})

interface PagerProps {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** Which part of a list is shown, and the way to the others. */
export function Pager({ page, pageSize, total, onPage, onPageSize }: PagerProps) {
  const t = useText(text)
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min(total, (page - 1) * pageSize + 1)
  const to = Math.min(total, page * pageSize)
  return (
    <div className={css.pager}>
      <span>{t.range(formatNumber(from), formatNumber(to), formatNumber(total))}</span>
      <span className={css.wideOnly}>
        <Menu position="top-start">
          <Menu.Target>
            <Button variant="ghost" size="sm" end={<IconChevronDown size={16} className={buttonCss.end} />}>
              {t.perPage(pageSize)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {pageSizes.map((size) => (
              <Menu.Item key={size} onClick={() => onPageSize(size)} aria-current={size === pageSize || undefined}>
                {t.perPage(size)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </span>
      <span className={css.go}>
        <IconButton size="sm" label={t.previous} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <IconChevronLeft size={16} />
        </IconButton>
        <PageField key={page} page={page} pages={pages} label={t.page} onPage={onPage} />
        <span className={css.grey}>/ {formatNumber(pages)}</span>
        <IconButton size="sm" label={t.next} disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={16} />
        </IconButton>
      </span>
    </div>
  )
}

function PageField({ page, pages, label, onPage }: { page: number; pages: number; label: string; onPage: (page: number) => void }) {
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
