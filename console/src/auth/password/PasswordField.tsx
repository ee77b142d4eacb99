import { PasswordInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { defineText, useText } from '../../ui/words/text.ts'

const text = defineText({ show: { ja: 'パスワードを表示', en: 'Show password' } })

/** Password field with a button to show the password, reachable by keyboard. */
export function PasswordField({ error, ...rest }: ComponentProps<typeof PasswordInput>) {
  const t = useText(text)
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t.show }}
      visibilityToggleFocusable
      errorProps={{ role: 'alert' }}
      error={error}
      // Mantine marks only the box around the input as invalid.
      aria-invalid={error ? true : undefined}
      {...rest}
    />
  )
}
