import { TextButton } from '../../ui/form/Button.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from './selection.module.css'
import { selectionText } from './selection-text.ts'

/** Note on selected SIMs that do not match the filters, with a button to deselect them; without a count there is no button. */
export function OutsideFilter({ count, onDrop }: { count: number | null; onDrop: () => void }) {
  const t = useText(selectionText)
  if (count === null) return <span>{t.outsideUncounted}</span>
  return (
    <span>
      {t.outside(formatNumber(count))}{' '}
      <TextButton className={css.underlined} onClick={onDrop}>
        {t.dropOutside}
      </TextButton>
    </span>
  )
}
