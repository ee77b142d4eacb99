import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNow } from '../words/clock.ts'
import { rangeFault, tomorrowMin } from './date-time-range.ts'
import type { DateTimeRange, RangeFault } from './date-time-range.ts'
import { defineText, useText } from '../words/text.ts'
import css from './fields.module.css'

const text = defineText({
  start: { ja: '開始日時', en: 'Start time' },
  end: { ja: '終了日時', en: 'End time' },
  startMissing: { ja: '開始日時も指定してください', en: 'Give the start time too' },
  endMissing: { ja: '終了日時も指定してください', en: 'Give the end time too' },
  order: { ja: '終了日時は開始日時より後にしてください', en: 'End time must be later than start time' },
  early: { ja: '明日以降の日時を指定してください', en: 'Choose a time from tomorrow on' },
} satisfies Record<keyof DateTimeRange | RangeFault['why'], { ja: string; en: string }>)

interface DateTimeRangeFieldProps {
  value: DateTimeRange
  onChange: (range: DateTimeRange) => void
  /** True for schedules: the earliest day is tomorrow. */
  fromTomorrow?: boolean
  /** True to show faults at once. By default they are shown after the focus has left both fields. */
  checked?: boolean
  disabled?: boolean
}

/** Fields for start and end. A fault of `rangeFault` is shown at the field that it concerns. */
export function DateTimeRangeField({ value, onChange, fromTomorrow, checked = false, disabled }: DateTimeRangeFieldProps) {
  const t = useText(text)
  const nowMs = useNow()
  const [left, setLeft] = useState(false)
  const fault = checked || left ? rangeFault(value, { fromTomorrow, nowMs }) : null
  const field = (name: keyof DateTimeRange) => (
    <TextInput
      type="datetime-local"
      label={t[name]}
      value={value[name]}
      min={fromTomorrow ? tomorrowMin(nowMs) : undefined}
      disabled={disabled}
      error={fault?.field === name && t[fault.why]}
      onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
    />
  )
  return (
    <div
      className={css.range}
      role="group"
      aria-label={`${t.start} – ${t.end}`}
      onBlur={(event) => {
        // Moving between the two fields does not count as leaving them, because the user is about to fill the other one.
        if (!event.currentTarget.contains(event.relatedTarget)) setLeft(true)
      }}
    >
      {field('start')}
      {field('end')}
    </div>
  )
}
