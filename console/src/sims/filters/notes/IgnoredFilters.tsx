import { TextButton } from '../../../ui/form/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { useText } from '../../../ui/words/text.ts'
import { ignoredText } from './ignored-filters-text.ts'
import type { SimSearch } from '../../list/sim-list-query.ts'

/** Note that names invalid filters of the address, because without them the list shows more SIMs than the address asks for. */
export function IgnoredFilters({ search }: { search: SimSearch }) {
  const t = useText(ignoredText)
  const clear = (): void => search.setFilters(Object.fromEntries(search.ignored.map((name) => [name, null])))
  return (
    <Note end={<TextButton onClick={clear}>{t.remove}</TextButton>}>
      <span role="status">{t.ignored(search.ignored.join(t.comma))}</span>
    </Note>
  )
}
