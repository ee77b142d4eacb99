import type { ChangeEvent } from 'react'
import css from './tick-box.module.css'

interface TickBoxProps {
  label: string
  checked: boolean
  /** True if some but not all of the rows are selected. */
  indeterminate?: boolean
  disabled?: boolean
  /** Called when the box is toggled. Without it the box is read-only. */
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void
}

/**
 * Checkbox that selects rows. It looks like the Checkbox of Mantine, which would add the modules of text fields to the script of
 * the first screen.
 */
export function TickBox({ label, checked, indeterminate = false, disabled, onChange }: TickBoxProps) {
  return (
    <span className={css.box}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = indeterminate
        }}
        type="checkbox"
        className={css.input}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        readOnly={!onChange}
        onChange={onChange}
      />
      {indeterminate ? (
        <svg className={css.icon} viewBox="0 0 32 6" fill="currentColor" aria-hidden="true">
          <rect width="32" height="6" rx="3" />
        </svg>
      ) : (
        <svg className={css.icon} viewBox="0 0 10 7" fill="currentColor" aria-hidden="true">
          <path
            d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
            fillRule="evenodd"
            clipRule="evenodd"
          />
        </svg>
      )}
    </span>
  )
}
