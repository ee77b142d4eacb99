import { formatClock } from '../../../ui/words/clock.ts'
import { useText } from '../../../ui/words/text.ts'
import { useZone } from '../../../ui/words/zone.ts'
import { editorText } from '../editors/editor-text.ts'
import css from '../editors/filters.module.css'

/** Line that shows up to which time the order of the rows is known. */
export function AsOf({ at }: { at: string }) {
  useZone()
  const t = useText(editorText)
  return (
    <p className={css.asOf} role="status">
      {t.asOf(formatClock(at))}
    </p>
  )
}
