import { SettingsFrame } from '../SettingsFrame.tsx'
import { Templates } from './templates/Templates.tsx'

/** Screen of the templates of mails that carry a temporary password or a code. */
export function NotifyPasswordPage() {
  return (
    <SettingsFrame open="/settings/notify-password">
      <Templates names={['invitation', 'authentication']} />
    </SettingsFrame>
  )
}
