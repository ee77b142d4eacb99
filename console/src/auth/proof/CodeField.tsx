import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import css from '../auth.module.css'

type CodeFieldProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> & {
  value: string
  onChange: (digits: string) => void
  length: number
  /** Sends the form as soon as the last digit is there. */
  sends?: boolean
}

/** Digits of an authenticator app or of a mail; pasted ones may hold spaces, typed ones may be full-width. */
export function CodeField({ value, onChange, length, sends = false, ...rest }: CodeFieldProps) {
  const take = (input: HTMLInputElement): void => {
    const digits = input.value.normalize('NFKC').replaceAll(/\D/g, '').slice(0, length)
    onChange(digits)
    // After React has rendered the last digit.
    if (sends && digits.length === length && digits !== value) window.setTimeout(() => input.form?.requestSubmit())
  }
  return (
    <TextInput
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      errorProps={{ role: 'alert' }}
      {...rest}
      classNames={{ input: css.code }}
      value={value}
      onChange={(event) => take(event.currentTarget)}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
