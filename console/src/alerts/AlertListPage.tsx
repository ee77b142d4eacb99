import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { MayButton } from '../session/MayButton.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Button } from '../ui/form/Button.tsx'
import { ListScreen } from '../ui/frame/ListScreen.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { AlertCard, useAlertColumns } from './alert-columns.tsx'
import { useAlertCounts, useAlertRules, useAlertSearch } from './alert-query.ts'
import { alertText } from './alert-text.ts'
import css from './alerts.module.css'
import { AlertTabs } from './AlertTabs.tsx'

/** Rows of two lines. */
const relaxed = { order: [], hidden: [], density: 'relaxed' } as const

/** Screen of the alert rules, firing ones first. */
export function AlertListPage() {
  const t = useText(alertText)
  const navigate = useNavigate()
  const search = useAlertSearch()
  const rules = useAlertRules(search)
  const counts = useAlertCounts()
  const columns = useAlertColumns()
  const add = (
    <MayButton
      permission="SIM_UPDATE"
      variant="primary"
      icon={<IconPlus size={16} />}
      onClick={() => void navigate({ to: '/alerts/$id', params: { id: 'new' } })}
    >
      {t.add}
    </MayButton>
  )
  return (
    <ListScreen
      title={t.title}
      beside={counts && <span className={css.counted}>{t.counted(formatNumber(counts.rules), formatNumber(counts.firing))}</span>}
      actions={add}
      notes={<AlertTabs open="rules" />}
      filter={null}
      list={rules}
      view={relaxed}
      columns={columns}
      rowId={(rule) => String(rule.id)}
      rowName={(rule) => rule.name}
      card={(rule) => <AlertCard rule={rule} />}
      notFound={<EmptyState title={t.noMatch} actions={<Button onClick={search.clear}>{t.clear}</Button>} />}
      empty={<EmptyState title={t.none}>{t.noneWords}</EmptyState>}
    />
  )
}
