import type { SimFieldsWith, SimFilterOf } from '@simdeck/contract/sim-fields.ts'
import { shortened, simIdsIn, soughtIn, soughtProblem } from '@simdeck/contract/sim-search.ts'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import type { DateRange } from '../../ui/filter/date-range.ts'
import { ChoiceEditor, TextEditor } from '../../ui/filter/FilterBar.tsx'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { formatMoment } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import type { Translations } from '../../ui/words/text.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import type { text } from '../list/sim-list-text.ts'
import type { SimFilterName } from './filter-checks.ts'

const DateTimeRangeEditor = lazy(async () => ({ default: (await import('../../ui/filter/DateTimeRangeEditor.tsx')).DateTimeRangeEditor }))

type Words = Translations<typeof text>
type Period = SimFilterOf<SimFieldsWith<{ filter: 'period' }>>

/** Message for a text that cannot be searched; null if it can. */
export function problemWords(t: Words, problem: ReturnType<typeof soughtProblem>): string | null {
  return problem === 'tooMany' ? t.tooMany : problem === 'tooLong' ? t.tooLong : null
}

const numbersIn = (value: string): readonly string[] => {
  const sought = soughtIn(value)
  return 'numbers' in sought ? sought.numbers : [value]
}

interface Choice<Value extends string> {
  id: SimFilterName
  name: string
  options: readonly Value[]
  label: (value: Value) => string
  /** Rendering in the editor, if it is more than the label. */
  words?: (value: Value) => ReactNode
}

/** Makers of the filters by their form. */
export function filterForms({ filters, setFilter, setFilters }: SimSearch, t: Words) {
  function choice<Value extends string>({ id, name, options, label, words = label }: Choice<Value>): Filter {
    const value = (filters[id] ?? '').split(',')
    const chosen = options.filter((option) => value.includes(option))
    return {
      id,
      name,
      value: chosen.length > 0 ? chosen.map(label).join(', ') : null,
      onRemove: () => setFilter(id, null),
      editor: (close) => (
        <ChoiceEditor
          options={options.map((option) => ({ value: option, words: words(option) }))}
          value={chosen}
          onApply={(next) => setFilter(id, next.join(',') || null)}
          close={close}
        />
      ),
    }
  }

  function free(id: SimFilterName, name: string): Filter {
    return {
      id,
      name,
      value: filters[id] ?? null,
      onRemove: () => setFilter(id, null),
      editor: (close) => (
        <TextEditor label={name} value={filters[id] ?? ''} onApply={(next) => setFilter(id, next || null)} close={close} />
      ),
    }
  }

  /** Filter by a part of a number, or by several complete numbers. */
  function numbers(id: SimFieldsWith<{ filter: 'number' }> | 'id', name: string): Filter {
    const value = filters[id]
    const list = value === undefined ? [] : id === 'id' ? value.split(',') : numbersIn(value)
    const problem = (typed: string): string | null =>
      id === 'id' ? (simIdsIn(typed) ? null : t.noSimId) : problemWords(t, soughtProblem(typed))
    const apply = (next: string): void => setFilter(id, (id === 'id' ? simIdsIn(next)?.join(',') : shortened(next)) || null)
    return {
      id,
      name,
      value: list.length > 1 ? t.severalNumbers(formatNumber(list.length)) : (value ?? null),
      onRemove: () => setFilter(id, null),
      editor: (close) => (
        <TextEditor
          label={name}
          value={value?.replaceAll(',', ', ') ?? ''}
          placeholder={t.several}
          problem={problem}
          onApply={apply}
          close={close}
        />
      ),
    }
  }

  function between(of: Period, name: string): Filter {
    const value = { start: filters[`${of}_start`] ?? null, end: filters[`${of}_end`] ?? null }
    const set = ({ start, end }: DateRange): void => setFilters({ [`${of}_start`]: start, [`${of}_end`]: end })
    return {
      id: of,
      name,
      value: rangeWords(value),
      onRemove: () => set({ start: null, end: null }),
      editor: (close) => <DateTimeRangeEditor value={value} onApply={set} close={close} />,
    }
  }
  function rangeWords({ start, end }: DateRange): string | null {
    if (start !== null && end !== null) return t.between(formatMoment(start), formatMoment(end))
    if (start !== null) return t.since(formatMoment(start))
    return end === null ? null : t.until(formatMoment(end))
  }

  return { choice, free, numbers, between }
}
