import { Popover } from '@mantine/core'
import type { DashboardPeriod } from '@simdeck/contract/dashboard.ts'
import { dashboardPeriods } from '@simdeck/contract/dashboard.ts'
import { useState } from 'react'
import { DateTimeRangeEditor } from '../ui/filter/DateTimeRangeEditor.tsx'
import { Segments } from '../ui/value/Bits.tsx'
import { useText } from '../ui/words/text.ts'
import { overviewText, periodText } from './overview-text.ts'
import css from './overview.module.css'
import type { Period } from './period.ts'

interface PeriodPickerProps {
  value: Period
  onChange: (period: Period) => void
}

/** Choice of the period of all charts: back from now, or between two times. */
export function PeriodPicker({ value, onChange }: PeriodPickerProps) {
  const t = useText(overviewText)
  const names = useText(periodText)
  const [open, setOpen] = useState(false)
  const range = 'back' in value ? { start: null, end: null } : value
  const choose = (chosen: DashboardPeriod | 'custom'): void => {
    setOpen(chosen === 'custom' && !open)
    if (chosen !== 'custom') onChange({ back: chosen })
  }
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span className={css.periods}>
          <Segments<DashboardPeriod | 'custom'>
            label={t.period}
            value={'back' in value && !open ? value.back : 'custom'}
            options={[...dashboardPeriods, 'custom' as const].map((period) => ({ value: period, words: names[period] }))}
            onChange={choose}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown className={css.range} role="dialog" aria-label={names.custom}>
        <DateTimeRangeEditor
          value={range}
          onApply={({ start, end }) => onChange(start === null || end === null ? { back: '24h' } : { start, end })}
          close={() => setOpen(false)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
