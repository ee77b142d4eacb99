import { Checkbox, TextInput } from '@mantine/core'
import { useProof } from '../../auth/proof/Proof.tsx'
import { toastFailure } from '../../session/api/failure.ts'
import { saveSettings } from '../../session/api/save-settings.ts'
import { useSettings } from '../../session/settings.ts'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import { SaveBar } from '../SaveBar.tsx'
import css from '../settings.module.css'
import { settingsText } from '../settings-text.ts'
import { approvalSettingsText } from './approval-settings-text.ts'

const proposedFrom = '1000'
const isNumberOfSims = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text)

/** Form of the number of SIMs from which a campaign needs an approval. */
export function ApprovalForm() {
  const t = useText(approvalSettingsText)
  const shared = useText(settingsText)
  const threshold = useSettings(({ values }) => values.system_ota_approval_threshold ?? '0')
  const { withProof, proof } = useProof()
  const form = useForm({
    saved: { required: threshold !== '0', from: threshold === '0' ? proposedFrom : threshold },
    check: ({ required, from }) => ({ from: required && !isNumberOfSims(from) && t.fromWrong }),
    send: ({ required, from }) =>
      withProof(async () => {
        await saveSettings([{ key: 'system_ota_approval_threshold', value: required ? from : '0' }])
        toast.success(shared.saved)
      }),
    failed: (error) => toastFailure(shared.notSaved, error),
  })
  const guard = useLeaveGuard(form.changed)
  return (
    <form className={css.form} {...form.props}>
      <section className={css.section}>
        <h2>{t.title}</h2>
        <p className={css.note}>{t.words}</p>
        <div className={css.fields}>
          <Checkbox
            label={t.required}
            checked={form.values.required}
            onChange={(event) => form.set({ required: event.currentTarget.checked })}
          />
          {form.values.required && (
            <TextInput
              label={t.from}
              description={t.fromWords}
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              w={320}
              {...form.text('from')}
            />
          )}
          <p className={css.note}>{t.later}</p>
        </div>
      </section>
      <span className={css.grow} />
      <SaveBar changed={form.changed} busy={form.busy} onDiscard={form.restart} />
      {guard}
      {proof}
    </form>
  )
}
