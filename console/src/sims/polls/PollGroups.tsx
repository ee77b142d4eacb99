import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { keepRows } from '../../session/api/query-client.ts'
import { queryOf } from '../../session/api/query.ts'
import { TextButton } from '../../ui/form/Button.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import { pollsText } from './polls-text.ts'
import css from './polls.module.css'

const shownGroups = 8
const namedGroups = 100

/** The SIMs of the chosen period by group, most first. A group narrows the list to its SIMs. */
export function PollGroups({ search }: { search: SimSearch }) {
  const t = useText(pollsText)
  const { data: counts = [] } = useQuery({
    ...queryOf(endpoints.countSimValues, { query: { ...search.filters, of: 'group' } }),
    ...keepRows,
  })
  const { data: groups } = useQuery(queryOf(endpoints.listGroups, { query: { take: namedGroups } }))
  const nameOf = (id: string): string =>
    id === '0' ? t.noGroup : (groups?.data.find((group) => String(group.id) === id)?.name ?? `#${id}`)
  const named = counts.flatMap(({ value, count }) => (value === null ? [] : [{ id: value, count }]))
  const shown = named.slice(0, shownGroups)
  if (shown.length === 0) return null
  return (
    <p className={css.groups} role="group" aria-label={t.byGroup}>
      <span>{t.byGroup}</span>
      {shown.map(({ id, count }) => (
        <TextButton key={id} onClick={() => search.setFilters({ group: id })}>
          <bdi>{t.group(nameOf(id), formatNumber(count))}</bdi>
        </TextButton>
      ))}
      {named.length > shown.length && <span>{t.moreGroups(formatNumber(named.length - shown.length))}</span>}
    </p>
  )
}
