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
  /** Validation rule of the server, from the contract. */
  rule: Rule
  /** Message for a value that breaks the rule. */
  wrong: string
  /** Error of the server; the caller clears it when the field changes. */
  refused?: string | null
  /** Shows faults at once, because the form was submitted. */
  checked?: boolean
}

/** Field with the server's validation rule: checked after the first blur, then with every key (console-ux.md, Forms). */
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
