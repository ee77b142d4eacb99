import { TextButton } from '../../ui/form/Button.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from './selection.module.css'
import { selectionText } from './selection-text.ts'

/**
 * Note on the selected SIMs that do not match the filters, with a button that deselects them. A null count means that they are too
 * many to count.
 */
export function OutsideFilter({ count, onDrop }: { count: number | null; onDrop: () => void }) {
  const t = useText(selectionText)
  return (
    <span>
      {count === null ? t.outsideUncounted : t.outside(formatNumber(count))}{' '}
      <TextButton className={css.underlined} onClick={onDrop}>
        {t.dropOutside}
      </TextButton>
    </span>
  )
}
