import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { WithAside } from './Fields.tsx'
import css from './fields.module.css'

/** The entries of a field that takes one per line: trimmed, empty lines left out. */
export const linesOf = (text: string): string[] => numberedLines(text).map(({ entry }) => entry)

/** The same with the number of the line that each stands on. */
export function numberedLines(text: string): { entry: string; line: number }[] {
  return text
    .split('\n')
    .map((line, index) => ({ entry: line.trim(), line: index + 1 }))
    .filter(({ entry }) => entry !== '')
}

/** More than an entry can have; what would only make the page slow is cut as it is pasted. */
const longestEntry = 200

interface LinesFieldProps {
  label: string
  description?: ReactNode
  placeholder?: string
  value: string
  error: string | null
  /** The most entries. */
  limit: number
  disabled?: boolean
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
}

/** A list that is typed or pasted, one entry per line, counted. */
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
