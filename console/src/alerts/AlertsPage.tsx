import { useParams } from '@tanstack/react-router'
import { AlertHistoryPage } from './AlertHistoryPage.tsx'
import { AlertListPage } from './AlertListPage.tsx'
import { AlertRulePage } from './editor/AlertRulePage.tsx'

/** The screen of an address of the alerts: the rules, their history, a rule by its number, or a new one. */
export function AlertsPage() {
  const { id } = useParams({ strict: false })
  if (id === undefined) return <AlertListPage />
  return id === 'history' ? <AlertHistoryPage /> : <AlertRulePage />
}
