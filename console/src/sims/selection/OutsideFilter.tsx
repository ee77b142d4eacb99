import { TextButton } from '../../ui/form/Button.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from './selection.module.css'
import { selectionText } from './selection-text.ts'

/** How much of the selection the list does not show as it is narrowed now; null where that is not counted. */
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
