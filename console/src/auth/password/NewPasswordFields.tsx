import { brokenPasswordRules, passwordPolicy } from '@simdeck/contract/password-policy.ts'
import type { PasswordPolicy } from '@simdeck/contract/password-policy.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { ChangeEvent } from 'react'
import { useSettings } from '../../session/settings.ts'
import { useApplication } from '../../ui/frame/application.ts'
import { FieldStack } from '../../ui/form/Fields.tsx'
import type { Translations } from '../../ui/words/text.ts'
import { useText } from '../../ui/words/text.ts'
import { newPasswordText } from './new-password-text.ts'
import { PasswordField } from './PasswordField.tsx'
import { PasswordRuleList } from './PasswordRuleList.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

/** Values of a form that sets a password. */
export interface NewPassword {
  new_password: string
  confirmation: string
}
export const emptyNewPassword: NewPassword = { new_password: '', confirmation: '' }

/** Field that shows the error, by the error code of a refused password. */
export const newPasswordRefusals = {
  passwordRules: 'new_password',
  passwordCommon: 'new_password',
  passwordReused: 'new_password',
} as const satisfies Partial<Record<ErrorCode, keyof NewPassword>>

/** Password rules in force on the server. */
export function usePasswordPolicy(): PasswordPolicy {
  return passwordPolicy(useSettings((settings) => settings.values))
}

/** Errors of a new password by field. `mismatch` is the message for a confirmation that differs. */
export function checkNewPassword(
  policy: PasswordPolicy,
  { new_password: password, confirmation }: NewPassword,
  t: Translations<typeof newPasswordText>,
  mismatch: string,
): { [Name in keyof NewPassword]: string | null } {
  return {
    new_password: password === '' ? t.missing : brokenPasswordRules(policy, password).length > 0 ? t.broken : null,
    confirmation: confirmation === '' ? t.again : confirmation === password ? null : mismatch,
  }
}

interface Field {
  value: string
  error: string | null
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur: () => void
}
interface NewPasswordFieldsProps {
  password: Field
  confirmation: Field
  /** E-mail address and name of the person. A password that contains them is weak. */
  about: readonly string[]
  size?: 'sm' | 'md'
}

/** Fields for a new password and its confirmation, with the strength of the password and the list of rules. */
export function NewPasswordFields({ password, confirmation, about, size = 'md' }: NewPasswordFieldsProps) {
  const t = useText(newPasswordText)
  const policy = usePasswordPolicy()
  const application = useApplication(({ name }) => name)
  const known = {
    person: about,
    product: [application],
    company: [...about.filter((text) => text.includes('@')), window.location.hostname],
  }
  return (
    <FieldStack>
      <PasswordField size={size} label={t.newPassword} autoComplete="new-password" {...password} />
      <PasswordStrength password={password.value} about={known} refused={password.error !== null && password.error !== t.broken} />
      <PasswordRuleList policy={policy} password={password.value} />
      <PasswordField size={size} label={t.confirmation} autoComplete="new-password" {...confirmation} />
    </FieldStack>
  )
}
