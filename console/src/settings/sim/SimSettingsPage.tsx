import { lazy, Suspense } from 'react'
import { inTime } from '../../session/address/load-screen.ts'
import { useMay } from '../../session/use-me.ts'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { SimSettingsForm } from './SimSettingsForm.tsx'

const ConnectorsSection = lazy(async () => ({
  default: (await inTime(import('../connectors/ConnectorsSection.tsx'))).ConnectorsSection,
}))

/** Screen of the settings of SIMs: accounts at carriers (for those who may change them), online term, silence, locations shown, Google Maps. */
export function SimSettingsPage() {
  const may = useMay('SETTING_SIM')
  return (
    <SettingsFrame open="/settings/setting-sim">
      {may && (
        <Suspense>
          <ConnectorsSection />
        </Suspense>
      )}
      <SimSettingsForm />
    </SettingsFrame>
  )
}
