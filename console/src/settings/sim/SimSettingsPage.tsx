import { SettingsFrame } from '../SettingsFrame.tsx'
import { SimSettingsForm } from './SimSettingsForm.tsx'

/** Screen of the settings of SIMs: online term, silence, locations shown, Google Maps. */
export function SimSettingsPage() {
  return (
    <SettingsFrame open="/settings/setting-sim">
      <SimSettingsForm />
    </SettingsFrame>
  )
}
