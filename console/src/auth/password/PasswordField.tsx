import { PasswordInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { defineText, useText } from '../../ui/words/text.ts'

const text = defineText({ show: { ja: 'パスワードを表示', en: 'Show password' } })

/** A password, which can be shown; also the keyboard reaches the eye. */
export function PasswordField({ error, ...rest }: ComponentProps<typeof PasswordInput>) {
  const t = useText(text)
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t.show }}
      visibilityToggleFocusable
      errorProps={{ role: 'alert' }}
      error={error}
      // Mantine marks the box around it only.
      aria-invalid={error ? true : undefined}
      {...rest}
    />
  )
}
