import { LinkButton } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useMay } from '../session/use-me.ts'
import { useText } from '../ui/text.ts'
import { SettingsFrame } from './SettingsFrame.tsx'
import { settingsText } from './settings-text.ts'
import { ThemeForm } from './ThemeForm.tsx'

/** Theme, logo and name of the application, for everyone. */
export function ThemePage() {
  const t = useText(settingsText)
  const may = useMay('SETTING_THEME')
  return (
    <SettingsFrame open="/settings/theme">
      {may ? (
        <ThemeForm />
      ) : (
        <EmptyState title={t.mayNot} actions={<LinkButton to="/personal/setting">{t.personal}</LinkButton>}>
          {t.mayNoneWords}
        </EmptyState>
      )}
    </SettingsFrame>
  )
}
