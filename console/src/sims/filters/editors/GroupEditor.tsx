import { useDebouncedValue } from '@mantine/hooks'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useGroups } from '../../../groups/group-query.ts'
import { groupText } from '../../../groups/group-text.ts'
import { failureText } from '../../../session/api/failure.ts'
import { queryOf } from '../../../session/api/query.ts'
import { ErrorNote } from '../../../ui/feedback/ErrorState.tsx'
import { ApplyButton } from '../../../ui/filter/FilterEditors.tsx'
import { PartSearch } from '../../../ui/filter/FilterMenu.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import type { SimSearch } from '../../list/sim-list-query.ts'
import { CountedChoice } from './CountedChoice.tsx'
import { useValueCounts } from './use-value-counts.ts'
import css from '../../../ui/filter/list.module.css'

/** Group ids of the filter's value in the address; 0 stands for no group. */
const idsOf = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number))
const most = 100
const longestName = 100
const waitMs = 200

/** The names of groups by id; 0 stands for no group. A group without a known name is its number. */
function useGroupNames(ids: readonly number[]): Map<number, string> {
  const t = useText(groupText)
  const asked = ids.filter((id) => id > 0)
  const answers = useQueries({
    queries: asked.map((id) => ({
      ...queryOf(endpoints.getGroup, { params: { id } }),
      staleTime: 60_000,
    })),
  })
  return new Map([[0, t.none], ...asked.map((id, index) => [id, answers[index]?.data?.name ?? `#${id}`] as const)])
}

/** Names of the groups of a filter. */
export function GroupNames({ ids }: { ids: string }) {
  const chosen = idsOf(ids)
  const names = useGroupNames(chosen)
  return chosen.map((id) => names.get(id)).join(', ')
}

interface GroupEditorProps {
  value: string
  filters: SimSearch['filters']
  onApply: (ids: string) => void
  close: () => void
}

/** Editor of the group filter: any of several groups, found by name, or no group. */
export function GroupEditor({ value, filters, onApply, close }: GroupEditorProps) {
  const t = useText(groupText)
  const [picked, setPicked] = useState<readonly number[]>(() => idsOf(value))
  const [kept] = useState(picked)
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim().slice(0, longestName), waitMs)
  const { data, error } = useGroups(name)
  const { countOf } = useValueCounts('group', filters)
  const names = useGroupNames(kept)
  const found = data?.data ?? []
  const before = name === '' ? [...names].map(([id, word]) => ({ id, name: word })) : []
  const options = [...before, ...found.filter(({ id }) => !before.some((other) => other.id === id))]
  const more = (data?.totalItems ?? 0) - found.length
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(picked.join(','))
        close()
      }}
    >
      <PartSearch label={t.choose} value={typed} onChange={setTyped} />
      {error && <ErrorNote message={failureText(error)} />}
      <div className={css.choices}>
        {options.map((option) => (
          <CountedChoice
            key={option.id}
            words={option.name}
            count={countOf(String(option.id))}
            checked={picked.includes(option.id)}
            disabled={picked.length >= most && !picked.includes(option.id)}
            onChange={(on) => setPicked(on ? [...picked, option.id] : picked.filter((other) => other !== option.id))}
          />
        ))}
        {data && options.length === 0 && <p className={css.caption}>{t.notFound}</p>}
        {more > 0 && <p className={css.caption}>{t.andMore(formatNumber(more))}</p>}
      </div>
      <ApplyButton />
    </form>
  )
}
