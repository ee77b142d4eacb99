import { SettingsFrame } from '../SettingsFrame.tsx'
import { PolicyForm } from './PolicyForm.tsx'

/** What passwords must be like, and which roles need a second factor. */
export function PasswordPolicyPage() {
  return (
    <SettingsFrame open="/settings/password">
      <PolicyForm />
    </SettingsFrame>
  )
}
