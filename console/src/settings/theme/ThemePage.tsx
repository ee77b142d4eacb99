import { SettingsFrame } from '../SettingsFrame.tsx'
import { ThemeForm } from './ThemeForm.tsx'

/** Screen of the theme, logo and name of the application, which apply to all members. */
export function ThemePage() {
  return (
    <SettingsFrame open="/settings/theme">
      <ThemeForm />
    </SettingsFrame>
  )
}
