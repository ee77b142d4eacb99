import type { ReactNode } from 'react'
import { Button } from '../ui/form/Button.tsx'
import { useLeaveGuard } from '../ui/feedback/leave-guard.tsx'
import { useText } from '../ui/words/text.ts'
import type { Form } from '../ui/form/use-form.ts'
import css from './settings.module.css'
import { settingsText } from './settings-text.ts'

interface SettingsSectionProps<Values extends object> {
  title: string
  note?: ReactNode
  form: Form<Values>
  /** Hides the save buttons. */
  locked?: boolean
  /** Further buttons, shown before the save buttons. */
  acts?: ReactNode
  children: ReactNode
}

/** Part of a settings page with a form of its own. */
export function SettingsSection<Values extends object>({
  title,
  note,
  form,
  locked = false,
  acts,
  children,
}: SettingsSectionProps<Values>) {
  const t = useText(settingsText)
  const guard = useLeaveGuard(form.changed)
  return (
    <section className={css.section} aria-label={title}>
      <h2>{title}</h2>
      {note && <p className={css.note}>{note}</p>}
      <form {...form.props}>
        {children}
        <div className={css.acts}>
          {acts}
          {!locked && (
            <span className={css.saves}>
              <Button disabled={!form.changed || form.busy} onClick={form.restart}>
                {t.discard}
              </Button>
              <Button type="submit" variant="primary" disabled={!form.changed} busy={form.busy}>
                {t.save}
              </Button>
            </span>
          )}
        </div>
      </form>
      {guard}
    </section>
  )
}
