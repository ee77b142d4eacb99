import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { WithAside } from './Fields.tsx'
import css from './fields.module.css'

/** Entries of a text with one entry per line: trimmed, without empty lines. */
export const linesOf = (text: string): string[] => numberedLines(text).map(({ entry }) => entry)

/** The same entries with their line numbers. */
export function numberedLines(text: string): { entry: string; line: number }[] {
  return text
    .split('\n')
    .map((line, index) => ({ entry: line.trim(), line: index + 1 }))
    .filter(({ entry }) => entry !== '')
}

/** Longer than any valid entry. Longer pasted text is cut, because it would only make the page slow. */
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

/** Multi-line field for a list with one entry per line and a counter. */
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
