import { Checkbox, TextInput } from '@mantine/core'
import { defaultEndDays, maxEndDays } from '@simdeck/contract/iot-safe-settings.ts'
import { Link } from '@tanstack/react-router'
import { toastFailure } from '../../session/api/failure.ts'
import { saveSettings } from '../../session/api/save-settings.ts'
import { useSettings } from '../../session/settings.ts'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { digitsIn } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { SaveBar } from '../SaveBar.tsx'
import css from '../settings.module.css'
import { settingsPageText } from '../settings-pages.ts'
import { settingsText } from '../settings-text.ts'
import { iotSafeSettingsText } from './iot-safe-settings-text.ts'

/** A number may be typed in full-width digits. */
const daysIn = (typed: string): string => digitsIn(typed) ?? typed.trim()
const isValid = (typed: string): boolean => /^[1-9]\d{0,2}$/.test(daysIn(typed)) && Number(daysIn(typed)) <= maxEndDays

/** Form of the settings of IoT SAFE. */
export function IotSafeSettingsForm() {
  const t = useText(iotSafeSettingsText)
  const shared = useText(settingsText)
  const pages = useText(settingsPageText)
  const days = useSettings(({ values }) => values.system_iot_safe_end_days ?? String(defaultEndDays))
  const est = useSettings(({ values }) => values.system_iot_safe_est !== '1')
  const form = useForm({
    saved: { days, est },
    check: (values) => ({ days: !isValid(values.days) && t.daysWrong }),
    send: async (values) => {
      const value = daysIn(values.days)
      const changes = [
        ...(value === days ? [] : [{ key: 'system_iot_safe_end_days' as const, value }]),
        ...(values.est === est ? [] : [{ key: 'system_iot_safe_est' as const, value: values.est ? '2' : '1' }]),
      ]
      if (changes.length > 0) await saveSettings(changes)
      toast.success(shared.saved)
    },
    failed: (error) => toastFailure(shared.notSaved, error),
  })
  const guard = useLeaveGuard(form.changed)
  return (
    <form className={css.form} {...form.props}>
      <section className={css.section}>
        <h2>{t.ends}</h2>
        <p className={css.note}>{t.endsWords}</p>
        <div className={css.fields}>
          <TextInput
            label={t.days}
            description={t.daysWords(defaultEndDays)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            w={320}
            {...form.text('days')}
          />
          <Link to="/iot-safe/expiry">{t.expiry}</Link>
        </div>
      </section>
      <section className={css.section}>
        <h2>{t.issuing}</h2>
        <p className={css.note}>{t.issuingWords}</p>
        <div className={css.fields}>
          <Link to="/settings/private-ca">{pages.privateCa}</Link>
          <Link to="/settings/identity-template">{pages.identityTemplate}</Link>
        </div>
      </section>
      <section className={css.section}>
        <h2>{t.est}</h2>
        <p className={css.note}>{t.estWords}</p>
        <div className={css.fields}>
          <Checkbox label={t.estOn} checked={form.values.est} onChange={(event) => form.set({ est: event.currentTarget.checked })} />
        </div>
      </section>
      <span className={css.grow} />
      <SaveBar changed={form.changed} busy={form.busy} onDiscard={form.restart} />
      {guard}
    </form>
  )
}
