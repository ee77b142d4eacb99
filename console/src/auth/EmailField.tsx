import { TextInput } from '@mantine/core'
import { isEmail } from '@simdeck/contract/email.ts'
import type { ComponentProps } from 'react'
import type { Translations } from '../ui/words/text.ts'
import { useText } from '../ui/words/text.ts'
import { authText } from './auth-text.ts'

export const checkEmail = (email: string, t: Translations<typeof authText>): string | null =>
  email.trim() === '' ? t.emailMissing : isEmail(email) ? null : t.emailWrong

/** Field that shows the error, by the error code of a refused address. */
export const emailRefusals = { emailInvalid: 'email' } as const

/** Field for the e-mail address of a sign-in. */
export function EmailField(props: ComponentProps<typeof TextInput>) {
  const t = useText(authText)
  return <TextInput size="md" type="email" label={t.email} autoComplete="username" errorProps={{ role: 'alert' }} {...props} />
}
