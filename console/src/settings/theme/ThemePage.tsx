import { SettingsFrame } from '../SettingsFrame.tsx'
import { ThemeForm } from './ThemeForm.tsx'

/** Theme, logo and name of the application, for everyone. */
export function ThemePage() {
  return (
    <SettingsFrame open="/settings/theme">
      <ThemeForm />
    </SettingsFrame>
  )
}
