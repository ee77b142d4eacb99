import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ComponentProps } from 'react'

/** The part of a contract schema that this field uses. */
interface Rule {
  safeParse: (value: unknown) => { success: boolean }
}

type RuleFieldProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'error'> & {
  value: string
  onChange: (value: string) => void
  /** Validation rule of the server, as the contract has it. */
  rule: Rule
  /** Message for a value that breaks the rule. */
  wrong: string
  /** Error of the server. The caller clears it when the value changes. */
  refused?: string | null
  /** True to show faults at once, because the form was submitted. */
  checked?: boolean
}

/**
 * Field with a validation rule of the server. The value is checked when the user leaves the field for the first time, then with
 * every key.
 */
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
