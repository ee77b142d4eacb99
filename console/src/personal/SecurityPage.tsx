import { MfaSection } from './mfa/MfaSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PersonalFrame } from './PersonalFrame.tsx'

/** Screen of the user's password and multi-factor authentication. */
export function SecurityPage() {
  return (
    <PersonalFrame open="/personal/setting/security">
      <PasswordSection />
      <MfaSection />
    </PersonalFrame>
  )
}
