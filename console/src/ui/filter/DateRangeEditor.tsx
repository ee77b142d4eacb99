import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../form/Button.tsx'
import { formatDay } from '../words/clock.ts'
import { FieldStack } from '../form/Fields.tsx'
import { defineText, useText } from '../words/text.ts'
import type { Translations } from '../words/text.ts'
import { dayOf, rangeOfDays } from './date-range.ts'
import type { DateRange } from './date-range.ts'

export const dateRangeText = defineText({
  from: { ja: '開始日', en: 'From' },
  to: { ja: '終了日', en: 'To' },
  wrongOrder: { ja: '終了日は開始日以降の日付にしてください', en: 'The end is before the start' },
  apply: { ja: '適用', en: 'Apply' },
  since: { ja: (day: string) => `${day} 以降`, en: (day: string) => `from ${day}` },
  until: { ja: (day: string) => `${day} 以前`, en: (day: string) => `until ${day}` },
  between: { ja: (from: string, to: string) => `${from} 〜 ${to}`, en: (from: string, to: string) => `${from} – ${to}` },
})

/** Text of a range for the chip of the filter: 「11-14-2026 以降」. */
export function dateRangeWords({ start, end }: DateRange, t: Translations<typeof dateRangeText>): string | null {
  if (start !== null && end !== null) return t.between(formatDay(start), formatDay(end))
  if (start !== null) return t.since(formatDay(start))
  return end === null ? null : t.until(formatDay(end))
}

interface DateRangeEditorProps {
  value: DateRange
  onApply: (range: DateRange) => void
  close: () => void
}

/** Editor of a range of days. Either day may be empty. */
export function DateRangeEditor({ value, onApply, close }: DateRangeEditorProps) {
  const t = useText(dateRangeText)
  const [from, setFrom] = useState(dayOf(value.start))
  const [to, setTo] = useState(dayOf(value.end))
  const wrongOrder = from !== '' && to !== '' && to < from
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (wrongOrder) return
        onApply(rangeOfDays(from, to))
        close()
      }}
    >
      <FieldStack>
        <TextInput type="date" label={t.from} value={from} data-autofocus onChange={(event) => setFrom(event.currentTarget.value)} />
        <TextInput
          type="date"
          label={t.to}
          value={to}
          error={wrongOrder && t.wrongOrder}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" size="sm">
          {t.apply}
        </Button>
      </FieldStack>
    </form>
  )
}
