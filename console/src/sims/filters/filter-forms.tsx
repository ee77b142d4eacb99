import { joinedTexts, splitTexts } from '@simdeck/contract/list.ts'
import type { CountedFilter } from '@simdeck/contract/sim-counts.ts'
import type { SimFieldsWith, SimFilterOf } from '@simdeck/contract/sim-fields.ts'
import { maxNumbers, shortened, simIdsIn, soughtIn, soughtProblem } from '@simdeck/contract/sim-search.ts'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import type { DateRange } from '../../ui/filter/date-range.ts'
import { TextEditor } from '../../ui/filter/FilterBar.tsx'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { formatMoment } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import type { Translations } from '../../ui/words/text.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import type { text } from '../list/sim-list-text.ts'
import type { BlankChoice } from './editors/CountedEditor.tsx'
import { simFilterChecks } from './filter-checks.ts'
import type { SimFilterName } from './filter-checks.ts'
import { negatedIn, withNot } from './not.ts'
import type { PasteNumbers } from './notes/use-pasted-numbers.ts'

const DateTimeRangeEditor = lazy(async () => ({ default: (await import('../../ui/filter/DateTimeRangeEditor.tsx')).DateTimeRangeEditor }))
const CountedEditor = lazy(async () => ({ default: (await import('./editors/CountedEditor.tsx')).CountedEditor }))
const ReversibleEditor = lazy(async () => ({ default: (await import('./editors/ReversibleEditor.tsx')).ReversibleEditor }))

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
/** Texts of a filter's value as a user types them. */
const typedTexts = (value: string): string =>
  splitTexts(value)
    .map((text) => joinedTexts([text]))
    .join(', ')
/** Values that a chip names; more are counted. */
const maxNamed = 3

interface Choice<Value extends string> {
  id: SimFilterName & CountedFilter
  name: string
  options: readonly Value[]
  label: (value: Value) => string
  /** Rendering in the editor, if it is more than the label. */
  words?: (value: Value) => ReactNode
}

type EditorOf = (apply: (next: string) => void, close: () => void, negated: boolean) => ReactNode

/** Makers of the filters by their form. */
export function filterForms({ filters, setFilter, setFilters }: SimSearch, t: Words, paste: PasteNumbers) {
  /** Filter that the editor can negate; `value` is null while it is not set. */
  function reversible(id: SimFilterName, name: string, value: ReactNode, editor: EditorOf): Filter {
    const negated = negatedIn(filters).includes(id)
    return {
      id,
      name,
      value:
        value !== null && negated ? (
          <>
            {t.notBefore}
            {value}
            {t.notAfter}
          </>
        ) : (
          value
        ),
      onRemove: () => setFilter(id, null),
      editor: (close) => (
        <ReversibleEditor
          negated={negated}
          onApply={(next, is) => setFilters({ not: null, ...withNot(filters, { [id]: next || null }, { name: id, is }) })}
        >
          {(apply, is) => editor(apply, close, is)}
        </ReversibleEditor>
      ),
    }
  }
  const several = (texts: readonly string[]): string =>
    texts.length > maxNamed ? t.severalValues(formatNumber(texts.length)) : texts.join(', ')

  function choice<Value extends string>({ id, name, options, label, words = label }: Choice<Value>): Filter {
    const value = (filters[id] ?? '').split(',')
    const chosen = options.filter((option) => value.includes(option))
    return reversible(id, name, chosen.length > 0 ? chosen.map(label).join(', ') : null, (apply, close) => (
      <CountedEditor
        of={id}
        filters={filters}
        options={options.map((option) => ({ value: option, words: words(option) }))}
        value={chosen}
        onApply={(next) => apply(next.join(','))}
        close={close}
      />
    ))
  }

  /**
   * Filter by texts of which the existing ones are offered; `typed` names a choice that the user typed, `blank` the one that finds SIMs
   * without a value.
   */
  function texts(id: SimFilterName & CountedFilter, name: string, typed: (text: string) => string, blank?: BlankChoice): Filter {
    const chosen = splitTexts(filters[id] ?? '')
    const named = chosen.map((text) => (text === blank?.value ? blank.words : text))
    return reversible(id, name, chosen.length > 0 ? several(named) : null, (apply, close) => (
      <CountedEditor
        of={id}
        filters={filters}
        typed={{ words: typed, isValid: (text) => text !== blank?.value && simFilterChecks[id](joinedTexts([text])) }}
        blank={blank}
        value={chosen}
        onApply={(next) => apply(joinedTexts(next))}
        close={close}
      />
    ))
  }

  /** Filter by one of several complete texts. */
  function whole(id: SimFilterName, name: string): Filter {
    const chosen = splitTexts(filters[id] ?? '')
    return reversible(id, name, chosen.length > 0 ? several(chosen) : null, (apply, close) => (
      <TextEditor
        label={name}
        value={typedTexts(filters[id] ?? '')}
        placeholder={t.severalTexts}
        problem={(typed) => (simFilterChecks[id](typed) ? null : t.tooManyTexts)}
        onApply={(next) => apply(joinedTexts(splitTexts(next)))}
        close={close}
      />
    ))
  }

  /** Filter by a part of a text. */
  function part(id: SimFilterName, name: string): Filter {
    return reversible(id, name, filters[id] ?? null, (apply, close) => (
      <TextEditor label={name} value={filters[id] ?? ''} onApply={apply} close={close} />
    ))
  }

  /** Filter by a part of a number, or by several complete numbers; a list that is too long for an address is pasted. */
  function numbers(id: SimFieldsWith<{ filter: 'number' }> | 'id', name: string): Filter {
    const value = filters[id]
    const list = value === undefined ? [] : id === 'id' ? value.split(',') : numbersIn(value)
    const problem = (typed: string): string | null =>
      id === 'id' ? (simIdsIn(typed, maxNumbers) ? null : t.noSimId) : problemWords(t, soughtProblem(typed, maxNumbers))
    const isLong = (typed: string): boolean => !simFilterChecks[id](typed)
    const short = (typed: string): string => (id === 'id' ? (simIdsIn(typed, maxNumbers) ?? []).join(',') : shortened(typed))
    return reversible(id, name, list.length > 1 ? t.severalNumbers(formatNumber(list.length)) : (value ?? null), (apply, close, not) => (
      <TextEditor
        label={name}
        value={value?.replaceAll(',', ', ') ?? ''}
        placeholder={t.several}
        problem={(typed) => problem(typed) ?? (not && isLong(short(typed)) ? t.tooManyNot : null)}
        onApply={(next) => {
          if (!paste(id, short(next))) apply(short(next))
        }}
        close={close}
      />
    ))
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

  return { choice, texts, whole, part, numbers, between, reversible }
}
