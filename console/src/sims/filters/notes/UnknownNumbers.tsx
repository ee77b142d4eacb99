import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxNumbers, simIdsIn, soughtIn } from '@simdeck/contract/sim-search.ts'
import { numberFields } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../session/api/query.ts'
import { Copyable } from '../../../ui/value/Copyable.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { useText } from '../../../ui/words/text.ts'
import type { SimSearch } from '../../list/sim-list-query.ts'
import { unknownText } from './unknown-numbers-text.ts'

const shown = 5
const fields = ['search', 'id', ...numberFields] as const
export type ListField = (typeof fields)[number]

/** The numbers of a filter that is a list of them; none for other texts. */
export function listIn(field: ListField, value: string | undefined): readonly string[] {
  if (value === undefined) return []
  if (field === 'id') return (simIdsIn(value, maxNumbers) ?? []).map(String)
  const sought = soughtIn(value)
  return 'numbers' in sought ? sought.numbers : []
}

/** Note that names the numbers of a filter list that belong to no SIM. */
export function UnknownNumbers({ filters }: { filters: SimSearch['filters'] }) {
  return fields.map((field) => {
    const list = listIn(field, filters[field])
    return list.length > 1 && <UnknownIn key={field} field={field} list={list} />
  })
}

/** Note that names those of a list of numbers that belong to no SIM. */
export function UnknownIn({ field, list }: { field: ListField; list: readonly string[] }) {
  const t = useText(unknownText)
  const numbers = list.join(',')
  const { data } = useQuery({
    ...queryOf(endpoints.listUnknownNumbers, { body: { numbers, ...(field !== 'search' && { field }) } }),
  })
  if (!data?.length) return null
  const rest = data.length - shown
  return (
    <Note>
      {t.unknown(formatNumber(data.length), formatNumber(list.length))}
      <Copyable value={data.join('\n')} name={t.theUnknown}>
        <span>
          {data.slice(0, shown).join(', ')}
          {rest > 0 && ` ${t.andMore(formatNumber(rest))}`}
        </span>
      </Copyable>
    </Note>
  )
}
