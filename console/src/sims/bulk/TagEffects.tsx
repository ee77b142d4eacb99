import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxValues } from '@simdeck/contract/sim-counts.ts'
import { tagKey } from '@simdeck/contract/tag-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { selectedCount } from '../../ui/table/selection.ts'
import type { Selection } from '../../ui/table/selection.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { selectionQuery } from '../selection/selection-match.ts'
import { bulkTagsText } from '../tags/tags-text.ts'
import css from './bulk.module.css'

interface TagEffectsProps {
  selection: Selection
  add: readonly string[]
  remove: readonly string[]
}

/** The number of selected SIMs that each tag will be added to or removed from, and the cost of a mistake. */
export function TagEffects({ selection, add, remove }: TagEffectsProps) {
  const t = useText(bulkTagsText)
  const query = selectionQuery(selection, {})
  const { data, error } = useQuery({
    ...queryOf(endpoints.countSimValues, { query: { ...query, of: 'tags' } }),
    enabled: query !== null,
  })
  if (add.length + remove.length === 0) return null
  const total = selectedCount(selection)
  const counts = new Map(data?.map(({ value, count }) => [value === null ? null : tagKey(value), count]))
  const had = (tag: string): number | undefined => counts.get(tagKey(tag)) ?? (data && data.length < maxValues ? 0 : undefined)
  const lines = [
    ...add.map((tag) => ({ tag, had: had(tag), words: (n: number) => t.willAdd(tag, formatNumber(total - n), formatNumber(n)) })),
    ...remove.map((tag) => ({ tag, had: had(tag), words: (n: number) => t.willRemove(tag, formatNumber(n)) })),
  ]
  return (
    <div className={css.effects} role="status">
      <b>{t.effect}</b>
      {!data && query !== null && !error && <p>{t.counting}</p>}
      {(error ?? query === null) && <p>{t.notCounted}</p>}
      {data && (
        <ul>
          {lines.map(({ tag, had: n, words }) => (
            <li key={words(0)}>{n === undefined ? t.uncounted(tag) : words(n)}</li>
          ))}
        </ul>
      )}
      {add.length > 0 && <p>{t.refused}</p>}
      <p>{t.undo}</p>
    </div>
  )
}
