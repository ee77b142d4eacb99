import { DateTimeRangeEditor } from '../../ui/filter/DateTimeRangeEditor.tsx'
import { TextEditor } from '../../ui/filter/FilterBar.tsx'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { OneChoiceEditor } from '../../ui/filter/OneChoiceEditor.tsx'
import { formatMoment } from '../../ui/words/clock.ts'
import { defineText, useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { logText } from '../log-text.ts'

const text = defineText({
  since: { ja: (from: string) => `${from} 以降`, en: (from: string) => `from ${from}` },
  until: { ja: (to: string) => `${to} まで`, en: (to: string) => `until ${to}` },
  between: { ja: (from: string, to: string) => `${from} 〜 ${to}`, en: (from: string, to: string) => `${from} – ${to}` },
})

export const isMoment = (value: string): boolean => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

interface Parts {
  id: string
  name: string
  value: string | undefined
  onSet: (value: string | null) => void
}

/** Filter that accepts one of several values. */
export function choiceFilter({
  id,
  name,
  value,
  onSet,
  values,
  words,
}: Parts & { values: readonly string[]; words: (value: string) => string }): Filter {
  return {
    id,
    name,
    value: value === undefined ? null : words(value),
    onRemove: () => onSet(null),
    editor: (close) => (
      <OneChoiceEditor
        options={values.map((one) => ({ value: one, words: words(one) }))}
        value={value ?? null}
        onApply={onSet}
        close={close}
      />
    ),
  }
}

/** Filter with a text. `problem`: the reason for which a text cannot be applied. */
export function textFilter({ id, name, value, onSet, problem }: Parts & { problem: (typed: string) => string | null }): Filter {
  return {
    id,
    name,
    value: value ?? null,
    onRemove: () => onSet(null),
    editor: (close) => (
      <TextEditor
        label={name}
        value={value ?? ''}
        problem={problem}
        onApply={(next) => onSet(next.trim().slice(0, 100) || null)}
        close={close}
      />
    ),
  }
}

interface TimeSearch {
  filters: { created_start?: string; created_end?: string }
  setFilters: (values: { created_start: string | null; created_end: string | null }) => void
}

/** Filter by the time of the record, to the minute. */
export function useTimeFilter({ filters, setFilters }: TimeSearch): Filter {
  useZone()
  const t = useText(text)
  const name = useText(logText).time
  const range = { start: filters.created_start ?? null, end: filters.created_end ?? null }
  const [from, to] = [range.start, range.end].map((at) => at && formatMoment(at))
  return {
    id: 'time',
    name,
    value: from && to ? t.between(from, to) : from ? t.since(from) : to ? t.until(to) : null,
    onRemove: () => setFilters({ created_start: null, created_end: null }),
    editor: (close) => (
      <DateTimeRangeEditor
        value={range}
        onApply={({ start, end }) => setFilters({ created_start: start, created_end: end })}
        close={close}
      />
    ),
  }
}
