import { MfaSection } from './mfa/MfaSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PersonalFrame } from './PersonalFrame.tsx'

/** Password and multi-factor authentication of one's own. */
export function SecurityPage() {
  return (
    <PersonalFrame open="/personal/setting/security">
      <PasswordSection />
      <MfaSection />
    </PersonalFrame>
  )
}
