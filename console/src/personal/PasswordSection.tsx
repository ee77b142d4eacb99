import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { newPasswordText } from '../auth/password/new-password-text.ts'
import {
  checkNewPassword,
  newPasswordRefusals,
  NewPasswordFields,
  emptyNewPassword,
  usePasswordPolicy,
} from '../auth/password/NewPasswordFields.tsx'
import { PasswordField } from '../auth/password/PasswordField.tsx'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { useMe } from '../session/use-me.ts'
import { Button } from '../ui/form/Button.tsx'
import { FieldStack } from '../ui/form/Fields.tsx'
import { useLeaveGuard } from '../ui/feedback/leave-guard.tsx'
import { Section } from '../ui/frame/Page.tsx'
import { defineText, useText } from '../ui/words/text.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useForm } from '../ui/form/use-form.ts'
import css from './personal.module.css'

const text = defineText({
  title: { ja: 'パスワード', en: 'Password' },
  words: { ja: '変更すると、ほかのブラウザーでのログインは終了します。', en: 'Changing it ends your sign-ins in other browsers.' },
  old: { ja: '現在のパスワード', en: 'Current password' },
  oldMissing: { ja: '現在のパスワードを入力してください', en: 'Enter your current password' },
  change: { ja: 'パスワードを変更', en: 'Change password' },
  changed: { ja: 'パスワードを変更しました', en: 'Your password was changed' },
  othersEnded: { ja: 'ほかのログインは終了しました。', en: 'Your other sign-ins have ended.' },
  notChanged: { ja: 'パスワードを変更できませんでした', en: 'Your password could not be changed' },
})

const fieldOfRefusal = { ...newPasswordRefusals, invalidPassword: 'old_password' } as const
const isRefusedField = (error: unknown): boolean => error instanceof CallError && error.body !== null && error.body.code in fieldOfRefusal

/** Form that changes the user's own password. */
export function PasswordSection() {
  const t = useText(text)
  const fieldTexts = useText(newPasswordText)
  const me = useMe()
  const policy = usePasswordPolicy()
  const form = useForm({
    saved: { old_password: '', ...emptyNewPassword },
    check: (values) => ({
      old_password: values.old_password === '' ? t.oldMissing : null,
      ...checkNewPassword(policy, values, fieldTexts, fieldTexts.confirmationMismatch),
    }),
    fieldOf: fieldOfRefusal,
    send: async ({ old_password, new_password }) => {
      await call(endpoints.changePassword, { body: { old_password, new_password } })
      toast.success(t.changed, t.othersEnded)
    },
    // The field shows the reason of an error that belongs to it.
    failed: (error) => (isRefusedField(error) ? toast.error(t.notChanged) : toastFailure(t.notChanged, error)),
  })
  const guard = useLeaveGuard(form.changed)
  return (
    <Section title={t.title}>
      <form className={css.block} {...form.props}>
        <p className={css.words}>{t.words}</p>
        <input className={css.unseen} type="email" autoComplete="username" value={me.email} readOnly tabIndex={-1} aria-hidden="true" />
        <FieldStack>
          <PasswordField label={t.old} autoComplete="current-password" {...form.text('old_password')} />
          <NewPasswordFields
            size="sm"
            password={form.text('new_password')}
            confirmation={form.text('confirmation')}
            about={[me.email, me.name]}
          />
        </FieldStack>
        <div className={css.actions}>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t.change}
          </Button>
        </div>
        {guard}
      </form>
    </Section>
  )
}
