import { PageTabs } from '../ui/frame/Page.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { useAlertCounts } from './alert-query.ts'
import { alertText } from './alert-text.ts'

/** Tabs of the alerts: rules, history, and the choices of the user, which are a page of the personal settings. */
export function AlertTabs({ open }: { open: 'rules' | 'history' }) {
  const t = useText(alertText)
  const counts = useAlertCounts()
  return (
    <PageTabs
      label={t.title}
      tabs={[
        { words: t.rules, count: counts && formatNumber(counts.rules), link: { to: '/alerts' }, active: open === 'rules' },
        { words: t.history, link: { to: '/alerts/$id', params: { id: 'history' } }, active: open === 'history' },
        { words: t.ownNotifications, link: { to: '/personal/setting/notifications' }, active: false },
      ]}
    />
  )
}
