import { Navigate } from '@tanstack/react-router'
import { LinkButton } from '../ui/form/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { useText } from '../ui/words/text.ts'
import { SettingsFrame, useSettingsPages } from './SettingsFrame.tsx'
import { settingsText } from './settings-text.ts'

/** Redirects to the first settings page that the user may use, or shows that there is none. */
export function SettingsPage() {
  const t = useText(settingsText)
  const [first] = useSettingsPages()
  if (first) return <Navigate to={first.to} replace />
  return (
    <SettingsFrame>
      <EmptyState title={t.mayNone} actions={<LinkButton to="/personal/setting">{t.personal}</LinkButton>}>
        {t.mayNoneWords}
      </EmptyState>
    </SettingsFrame>
  )
}
