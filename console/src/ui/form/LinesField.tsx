import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { WithAside } from './Fields.tsx'
import css from './fields.module.css'

/** Entries of a text with one entry per line. They are trimmed, and empty lines are left out. */
export const linesOf = (text: string): string[] => numberedLines(text).map(({ entry }) => entry)

/** Entries of a text with one entry per line, each with the number of its line. */
export function numberedLines(text: string): { entry: string; line: number }[] {
  return text
    .split('\n')
    .map((line, index) => ({ entry: line.trim(), line: index + 1 }))
    .filter(({ entry }) => entry !== '')
}

/** Number of characters that no valid entry has. A longer pasted text is cut, because it would only make the page slow. */
const longestEntry = 200

interface LinesFieldProps {
  label: string
  description?: ReactNode
  placeholder?: string
  value: string
  error: string | null
  /** Maximum number of entries. */
  limit: number
  disabled?: boolean
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
}

/** Field for a list with one entry per line, with a counter of the entries. */
export function LinesField({ value, limit, ...rest }: LinesFieldProps) {
  return (
    <WithAside aside={`${linesOf(value).length} / ${limit}`}>
      <Textarea
        {...rest}
        value={value}
        classNames={{ input: css.lines }}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={limit * longestEntry}
        autoComplete="off"
        spellCheck={false}
      />
    </WithAside>
  )
}
