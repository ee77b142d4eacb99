import { useState } from 'react'
import { useNow } from '../words/clock.ts'
import type { DateRange } from './date-range.ts'
import { fieldOfMoment, momentOfField, rangeFault } from '../form/date-time-range.ts'
import { DateTimeRangeField } from '../form/DateTimeRangeField.tsx'
import { ApplyButton } from './FilterEditors.tsx'
import css from './list.module.css'

interface DateTimeRangeEditorProps {
  value: DateRange
  onApply: (range: DateRange) => void
  close: () => void
}

const restOfMinuteMs = 59_999

/** Editor of a range of minutes; the first and the last minute are part of it. Two empty fields remove the filter. */
export function DateTimeRangeEditor({ value, onApply, close }: DateTimeRangeEditorProps) {
  const nowMs = useNow()
  const [range, setRange] = useState({ start: fieldOfMoment(value.start), end: fieldOfMoment(value.end) })
  const [tried, setTried] = useState(false)
  return (
    <form
      className={css.rangeEditor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (rangeFault(range, { nowMs })) return
        const end = range.end === '' ? null : new Date(Date.parse(momentOfField(range.end)) + restOfMinuteMs).toISOString()
        onApply({ start: range.start === '' ? null : momentOfField(range.start), end })
        close()
      }}
    >
      <DateTimeRangeField value={range} onChange={setRange} checked={tried} />
      <ApplyButton />
    </form>
  )
}
