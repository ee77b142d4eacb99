import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ComponentProps } from 'react'

/** As the contract's schemas are: something that tells whether a value is taken. */
interface Rule {
  safeParse: (value: unknown) => { success: boolean }
}

type RuleFieldProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'error'> & {
  value: string
  onChange: (value: string) => void
  /** The server's own rule, from the contract. */
  rule: Rule
  /** What to say when the rule does not hold. */
  wrong: string
  /** What the server said, until the field is changed. */
  refused?: string | null
  /** Shows what is wrong at once: the form was sent. */
  checked?: boolean
}

/** A field that keeps the server's rule: checked once it was left, then with every key (console-ux.md, Forms). */
export function RuleField({ value, onChange, rule, wrong, refused, checked = false, onBlur, ...rest }: RuleFieldProps) {
  const [left, setLeft] = useState(false)
  const error = (left || checked) && !rule.safeParse(value).success ? wrong : refused
  return (
    <TextInput
      {...rest}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
    />
  )
}
