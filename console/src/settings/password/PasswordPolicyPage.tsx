import { SettingsFrame } from '../SettingsFrame.tsx'
import { PolicyForm } from './PolicyForm.tsx'

/** Screen of the password rules and of the roles that require a second factor. */
export function PasswordPolicyPage() {
  return (
    <SettingsFrame open="/settings/password">
      <PolicyForm />
    </SettingsFrame>
  )
}
