import { SettingsFrame } from '../SettingsFrame.tsx'
import { ApprovalForm } from './ApprovalForm.tsx'

/** Screen of the number of SIMs from which a campaign needs the approval of a second person. */
export function ApprovalPage() {
  return (
    <SettingsFrame open="/settings/approval">
      <ApprovalForm />
    </SettingsFrame>
  )
}
