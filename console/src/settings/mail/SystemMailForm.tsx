import { Checkbox } from '@mantine/core'
import { isEmail } from '@simdeck/contract/email.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { mailDestinationLimit } from '@simdeck/contract/mail.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { setAnswer } from '../../session/api/query.ts'
import { saveSettings } from '../../session/api/save-settings.ts'
import { useSettings } from '../../session/settings.ts'
import { LinesField, linesOf, numberedLines } from '../../ui/form/LinesField.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import css from '../settings.module.css'
import { SettingsSection } from '../SettingsSection.tsx'
import { systemMailText } from './mail-text.ts'

/** Form of system mail: a switch that turns it on, and its destinations. */
export function SystemMailForm({ destinations }: { destinations: readonly string[] }) {
  const t = useText(systemMailText)
  const saved = {
    active: useSettings((settings) => settings.values.system_mail) === '1',
    destinations: destinations.join('\n'),
  }
  const fault = (text: string): string | null => {
    const bad = numberedLines(text).find(({ entry }) => !isEmail(entry))
    if (bad) return t.destinationWrong(bad.line)
    return linesOf(text).length > mailDestinationLimit ? t.tooMany : null
  }
  const form = useForm({
    saved,
    check: (values) => ({ destinations: fault(values.destinations) }),
    send: async (values) => {
      if (values.destinations !== saved.destinations) {
        const now = await call(endpoints.putMailDestinations, { body: { destinations: linesOf(values.destinations) } })
        setAnswer(endpoints.getMailDestinations, {}, now)
      }
      if (values.active !== saved.active) await saveSettings([{ key: 'system_mail', value: values.active ? '1' : '0' }])
      toast.success(t.saved)
    },
    failed: (error) => toastFailure(t.notSaved, error),
  })
  return (
    <SettingsSection title={t.title} note={t.words} form={form}>
      <div className={css.wide}>
        <Checkbox label={t.active} checked={form.values.active} onChange={(event) => form.set({ active: event.currentTarget.checked })} />
        <LinesField
          label={t.destinations}
          description={t.destinationsWords}
          placeholder="ops@example.co.jp"
          limit={mailDestinationLimit}
          {...form.text('destinations')}
        />
        {form.values.active && linesOf(form.values.destinations).length === 0 && <Note>{t.nobody}</Note>}
      </div>
    </SettingsSection>
  )
}
