import { maxBodyDays, defaultRawLogDays } from '@simdeck/contract/raw-logs.ts'
import { Checkbox, TextInput } from '@mantine/core'
import { useProof } from '../auth/proof/Proof.tsx'
import { toastFailure } from '../session/api/failure.ts'
import { refresh } from '../session/api/query.ts'
import { saveSettings } from '../session/api/save-settings.ts'
import { useSettings } from '../session/settings.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Dialog } from '../ui/feedback/Dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { Button } from '../ui/form/Button.tsx'
import { FieldStack } from '../ui/form/Fields.tsx'
import { fieldOfMoment, momentOfField } from '../ui/form/date-time-range.ts'
import { useForm } from '../ui/form/use-form.ts'
import { useNow } from '../ui/words/clock.ts'
import { defineText, useText } from '../ui/words/text.ts'
import css from './logs.module.css'

const text = defineText({
  title: { ja: '保存期間と本文の記録', en: 'Retention and bodies' },
  apiDays: { ja: '生APIログの保存期間（日）', en: 'Days of the raw API log' },
  proxyDays: { ja: '生プロキシログの保存期間（日）', en: 'Days of the raw proxy log' },
  shorter: { ja: '短くすると、期間を過ぎた記録はすぐに消えます。', en: 'With fewer days, older records are deleted at once.' },
  daysWrong: { ja: '1–400の数字で入力してください', en: 'Enter a number from 1 to 400' },
  bodies: { ja: '要求と応答の本文を記録する', en: 'Record the bodies of requests and answers' },
  until: { ja: '終了日時', en: 'Until' },
  untilWords: {
    ja: (days: number) => `最長${days}日先まで。鍵やパスワードなどの値は伏せて記録します。`,
    en: (days: number) => `At most ${days} days ahead. Keys, passwords and the like are masked.`,
  },
  untilWrong: {
    ja: (days: number) => `今から${days}日以内の日時にしてください`,
    en: (days: number) => `Enter a time within ${days} days from now`,
  },
  save: { ja: '保存', en: 'Save' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  saved: { ja: '保存しました', en: 'Saved' },
  notSaved: { ja: '保存できませんでした', en: 'Not saved' },
})

const isDays = (typed: string): boolean => /^[1-9]\d{0,2}$/.test(typed) && Number(typed) <= 400
const dayMs = 86_400_000

/** Dialog of the days for which raw logs are kept, and of the time until which bodies are recorded. */
export function RetentionDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  const nowMs = useNow()
  const values = useSettings((state) => state.values)
  const { withProof, proof } = useProof()
  const until = values.system_log_bodies_until ?? ''
  const recording = until !== '' && Date.parse(until) > nowMs
  const isSoon = (field: string): boolean => {
    const ms = field === '' ? NaN : Date.parse(momentOfField(field))
    return ms > Date.now() && ms <= Date.now() + maxBodyDays * dayMs
  }
  const form = useForm({
    saved: {
      apiDays: values.system_log_raw_api_days ?? String(defaultRawLogDays),
      proxyDays: values.system_log_raw_proxy_days ?? String(defaultRawLogDays),
      bodies: recording,
      until: recording ? fieldOfMoment(until) : '',
    },
    check: (typed) => ({
      apiDays: !isDays(typed.apiDays) && t.daysWrong,
      proxyDays: !isDays(typed.proxyDays) && t.daysWrong,
      until: typed.bodies && !isSoon(typed.until) && t.untilWrong(maxBodyDays),
    }),
    send: (typed) =>
      withProof(async () => {
        await saveSettings([
          { key: 'system_log_raw_api_days', value: typed.apiDays },
          { key: 'system_log_raw_proxy_days', value: typed.proxyDays },
          { key: 'system_log_bodies_until', value: typed.bodies ? new Date(momentOfField(typed.until)).toISOString() : '' },
        ])
        toast.success(t.saved)
        await refresh(endpoints.listLogs)
        onClose()
      }),
    failed: (error) => toastFailure(t.notSaved, error),
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t.title}
      size={460}
      keepOpen={form.changed}
      foot={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" form="retention" variant="primary" busy={form.busy} disabled={!form.changed}>
            {t.save}
          </Button>
        </>
      }
    >
      <form id="retention" {...form.props}>
        <FieldStack>
          <TextInput label={t.apiDays} inputMode="numeric" maxLength={3} {...form.text('apiDays')} />
          <TextInput label={t.proxyDays} inputMode="numeric" maxLength={3} {...form.text('proxyDays')} />
          <p className={css.grey}>{t.shorter}</p>
          <Checkbox label={t.bodies} checked={form.values.bodies} onChange={(event) => form.set({ bodies: event.currentTarget.checked })} />
          {form.values.bodies && (
            <TextInput type="datetime-local" label={t.until} description={t.untilWords(maxBodyDays)} {...form.text('until')} />
          )}
        </FieldStack>
      </form>
      {proof}
    </Dialog>
  )
}
