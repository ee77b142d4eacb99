import { lazy, Suspense } from 'react'
import { inTime } from '../../session/address/load-screen.ts'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { SimSettingsForm } from './SimSettingsForm.tsx'

const ConnectorsSection = lazy(async () => ({
  default: (await inTime(import('../connectors/ConnectorsSection.tsx'))).ConnectorsSection,
}))

/** Screen of the settings of SIMs: accounts at carriers, online term, silence, locations shown, Google Maps. */
export function SimSettingsPage() {
  return (
    <SettingsFrame open="/settings/setting-sim">
      <Suspense>
        <ConnectorsSection />
      </Suspense>
      <SimSettingsForm />
    </SettingsFrame>
  )
}
