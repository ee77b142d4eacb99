import { Loaded } from '../Loaded.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { useDestinations, useMailSettings } from './mail-query.ts'
import { SmtpForm } from './SmtpForm.tsx'
import { SystemMailForm } from './SystemMailForm.tsx'
import { Templates } from './templates/Templates.tsx'

/** Screen of the mail server and of system mail. */
export function MailPage() {
  return (
    <SettingsFrame open="/settings/mail">
      <Parts />
    </SettingsFrame>
  )
}

function Parts() {
  const settings = useMailSettings()
  const destinations = useDestinations()
  return (
    <>
      <Loaded query={settings}>{(saved) => <SmtpForm saved={saved} />}</Loaded>
      <Loaded query={destinations}>{(saved) => <SystemMailForm destinations={saved} />}</Loaded>
      <Templates names={['system']} />
    </>
  )
}
