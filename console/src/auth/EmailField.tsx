import { TextInput } from '@mantine/core'
import { isEmail } from '@simdeck/contract/email.ts'
import type { ComponentProps } from 'react'
import type { Said } from '../ui/words/text.ts'
import { useText } from '../ui/words/text.ts'
import { authText } from './auth-text.ts'

export const checkEmail = (email: string, t: Said<typeof authText>): string | null =>
  email.trim() === '' ? t.emailMissing : isEmail(email) ? null : t.emailWrong

/** Refusals that stand at the e-mail address. */
export const emailRefusals = { emailInvalid: 'email' } as const

/** The e-mail address that is signed in with. */
export function EmailField(props: ComponentProps<typeof TextInput>) {
  const t = useText(authText)
  return <TextInput size="md" type="email" label={t.email} autoComplete="username" errorProps={{ role: 'alert' }} {...props} />
}
