import { QueryContent } from '../QueryContent.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { useDestinations, useMailSettings } from './mail-query.ts'
import { SmtpForm } from './SmtpForm.tsx'
import { SystemMailForm } from './SystemMailForm.tsx'
import { Templates } from './templates/Templates.tsx'

/** Screen of the mail server and of system mail. */
export function MailPage() {
  return (
    <SettingsFrame open="/settings/mail">
      <MailSections />
    </SettingsFrame>
  )
}

function MailSections() {
  const settings = useMailSettings()
  const destinations = useDestinations()
  return (
    <>
      <QueryContent query={settings}>{(saved) => <SmtpForm saved={saved} />}</QueryContent>
      <QueryContent query={destinations}>{(saved) => <SystemMailForm destinations={saved} />}</QueryContent>
      <Templates names={['system']} />
    </>
  )
}
