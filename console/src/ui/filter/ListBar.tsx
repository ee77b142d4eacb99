import { IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { IconButton, TextButton } from '../form/Button.tsx'
import { countText } from '../words/counted.ts'
import type { Counted } from '../words/counted.ts'
import { formatNumber } from '../words/numbers.ts'
import { isSelected, noSelection, selectedCount, withPage } from '../table/selection.ts'
import type { Selection } from '../table/selection.ts'
import { defineText, useText } from '../words/text.ts'
import css from './list.module.css'

const text = defineText({
  ofAll: { ja: (n: string) => `/ 全${n}`, en: (n: string) => `of ${n}` },
  selected: {
    ja: (n: string) => (
      <>
        <b className={css.strong}>{n}</b>を選択中
      </>
    ),
    en: (n: string) => (
      <>
        <b className={css.strong}>{n}</b> selected
      </>
    ),
  },
  elsewhere: { ja: (n: string) => `（${n}は別のページ）`, en: (n: string) => ` (${n} not on this page)` },
  selectPage: {
    ja: (n: string) => `このページの${n}を選択`,
    en: (n: string) => `Select the ${n} on this page`,
  },
  selectMatching: {
    ja: (n: string) => `条件に一致する${n}すべてを選択`,
    en: (n: string) => `Select all ${n} that match`,
  },
  clear: { ja: '選択を解除', en: 'Clear selection' },
})

interface ListBarProps {
  /** Unit in which the rows are counted. */
  counts?: Counted
  /** Number of rows that match the filter; undefined until it is known. */
  matching: number | undefined
  /** Number of rows without any filter. It is shown only if it differs from `matching`. */
  total?: number | undefined
  selection?: Selection
  /** Ids of the rows on the page, for 「このページの20件を選択」. */
  pageIds?: readonly string[]
  onSelect?: (selection: Selection) => void
  /** Selects all rows that match the filter. Omit it if the server accepts only single rows. */
  onSelectMatching?: () => void
  /** True while the matching rows are being selected. */
  selecting?: boolean
  /** Note on selected rows that do not match the filter, with a button that deselects them. */
  outside?: ReactNode
  /** Actions on the selected rows. */
  bulkActions?: ReactNode
  /** Content on the right, with and without a selection: the view menu. */
  end?: ReactNode
}

/** Bar above a table. It shows the number of rows or, while rows are selected, the actions on them. */
export function ListBar({
  counts = 'rows',
  matching,
  total,
  selection = noSelection,
  pageIds = [],
  onSelect,
  onSelectMatching,
  selecting = false,
  outside,
  bulkActions,
  end,
}: ListBarProps) {
  const t = useText(text)
  const count = useText(countText)[counts]
  const selected = selectedCount(selection)
  if (selected === 0 || !onSelect) {
    return (
      <div className={css.listBar}>
        {matching !== undefined && (
          <span>
            <b className={css.strong}>{count(formatNumber(matching))}</b>
            {total !== undefined && total !== matching && <span className={css.grey}> {t.ofAll(count(formatNumber(total)))}</span>}
          </span>
        )}
        <div className={css.end}>{end}</div>
      </div>
    )
  }
  const wholePage = pageIds.every((id) => isSelected(selection, id))
  const elsewhere = selection.kind === 'frozen' ? 0 : selected - pageIds.filter((id) => isSelected(selection, id)).length
  const canSelectMatching =
    matching !== undefined &&
    matching > 0 &&
    (selection.kind === 'rows' ? matching > selected || elsewhere > 0 : selection.rows !== undefined)
  return (
    <div className={clsx(css.listBar, css.bulk)} role="status">
      <span>
        {t.selected(count(formatNumber(selected)))}
        {elsewhere > 0 && !outside && t.elsewhere(count(formatNumber(elsewhere)))}
      </span>
      {outside && <span className={css.outside}>{outside}</span>}
      {!wholePage && (
        <TextButton className={css.choose} onClick={() => onSelect(withPage(selection, pageIds))}>
          {t.selectPage(count(formatNumber(pageIds.length)))}
        </TextButton>
      )}
      {onSelectMatching && canSelectMatching && (
        <>
          {!wholePage && <span className={css.rule} />}
          <TextButton className={css.choose} disabled={selecting} aria-busy={selecting || undefined} onClick={onSelectMatching}>
            {t.selectMatching(count(formatNumber(matching)))}
          </TextButton>
        </>
      )}
      <div className={css.end}>
        {bulkActions}
        <IconButton variant="ghost" size="sm" label={t.clear} onClick={() => onSelect(noSelection)}>
          <IconX size={16} />
        </IconButton>
        {end && (
          <span className={css.wideOnly}>
            <span className={css.rule} />
            {end}
          </span>
        )}
      </div>
    </div>
  )
}
