import type { AlertRule } from '@simdeck/contract/alerts.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { useMay } from '../session/use-me.ts'
import { useText } from '../ui/words/text.ts'
import { refreshAlerts } from './alert-query.ts'
import { alertText } from './alert-text.ts'
import css from './alerts.module.css'

/** Switch that lets a rule watch or rest. */
export function OnSwitch({ rule }: { rule: AlertRule }) {
  const t = useText(alertText)
  const may = useMay('SIM_UPDATE')
  const turn = useMutation({
    mutationFn: (on: boolean) => call(endpoints.switchAlertRule, { params: { id: rule.id }, body: { on } }),
    onError: (error) => toastFailure(t.notSwitched, error),
    onSettled: refreshAlerts,
  })
  const on = turn.isPending ? turn.variables : rule.on
  return (
    <button
      type="button"
      role="switch"
      aria-label={t.watch(rule.name)}
      aria-checked={on}
      disabled={!may}
      className={css.switch}
      onClick={() => turn.mutate(!on)}
    />
  )
}
