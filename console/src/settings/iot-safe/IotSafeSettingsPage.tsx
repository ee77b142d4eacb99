import { SettingsFrame } from '../SettingsFrame.tsx'
import { IotSafeSettingsForm } from './IotSafeSettingsForm.tsx'

/** Screen of the settings of IoT SAFE: the time at which the bell tells ending certificates, and the way to CAs and templates. */
export function IotSafeSettingsPage() {
  return (
    <SettingsFrame open="/settings/setting-iot-safe">
      <IotSafeSettingsForm />
    </SettingsFrame>
  )
}
