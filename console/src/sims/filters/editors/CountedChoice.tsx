import { Checkbox } from '@mantine/core'
import clsx from 'clsx'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../ui/words/numbers.ts'
import listCss from '../../../ui/filter/list.module.css'
import css from './filters.module.css'

interface CountedChoiceProps {
  words: ReactNode
  /** Number of SIMs with the value; undefined while unknown. */
  count: number | undefined
  checked: boolean
  disabled?: boolean
  autoFocus?: boolean
  onChange: (checked: boolean) => void
}

/** A choice of a filter with the number of SIMs beside it. */
export function CountedChoice({ words, count, checked, disabled = false, autoFocus = false, onChange }: CountedChoiceProps) {
  const id = useId()
  return (
    <div className={clsx(css.counted, count === 0 && !checked && css.zero)}>
      <Checkbox
        className={listCss.choice}
        label={words}
        checked={checked}
        disabled={disabled}
        aria-describedby={id}
        {...(autoFocus && { 'data-autofocus': true })}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span id={id} className={css.number}>
        {count !== undefined && formatNumber(count)}
      </span>
    </div>
  )
}
