import type { Translations } from '../words/text.ts'
import type { DateRange } from './date-range.ts'
import { DateRangeEditor, type dateRangeText, dateRangeWords } from './DateRangeEditor.tsx'
import type { Filter } from './FilterBar.tsx'
import { OneChoiceEditor } from './OneChoiceEditor.tsx'

interface OneChoice {
  id: string
  name: string
  /** The chosen value; null or undefined for none. */
  value: string | null | undefined
  options: readonly { value: string; words: string }[]
  onApply: (value: string | null) => void
}

/** A filter by one of several values. */
export function choiceFilter({ id, name, value: chosen, options, onApply }: OneChoice): Filter {
  const value = chosen ?? null
  return {
    id,
    name,
    value: value === null ? null : (options.find((one) => one.value === value)?.words ?? value),
    onRemove: () => onApply(null),
    editor: (close) => <OneChoiceEditor options={options} value={value} onApply={onApply} close={close} />,
  }
}

interface Period {
  id: string
  name: string
  value: DateRange
  words: Translations<typeof dateRangeText>
  onApply: (range: DateRange) => void
}

/** A filter by a time from and to. */
export const periodFilter = ({ id, name, value, words, onApply }: Period): Filter => ({
  id,
  name,
  value: dateRangeWords(value, words),
  onRemove: () => onApply({ start: null, end: null }),
  editor: (close) => <DateRangeEditor value={value} onApply={onApply} close={close} />,
})
