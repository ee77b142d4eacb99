import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import css from '../auth.module.css'

type CodeFieldProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> & {
  value: string
  onChange: (digits: string) => void
  length: number
  /** Submits the form after the last digit. */
  sends?: boolean
}

/** Field for the digits of an authenticator app or a mail; accepts spaces and full-width digits. */
export function CodeField({ value, onChange, length, sends = false, ...rest }: CodeFieldProps) {
  const take = (input: HTMLInputElement): void => {
    const digits = input.value.normalize('NFKC').replaceAll(/\D/g, '').slice(0, length)
    onChange(digits)
    // The timeout lets React render the last digit first.
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
